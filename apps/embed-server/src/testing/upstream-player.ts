import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homeOf, readRecording } from './recordings.js';

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;
/** Which handler replies in place of what is set up; `undefined`: none does. */
export type Intercept = (request: IncomingMessage) => Handler | undefined;
/** What is sent in place of a body. */
export type Rewrite = (body: Buffer) => Buffer;

/** Plays every upstream on one loopback port, as a test sets it up. */
export interface UpstreamPlayer {
  readonly origin: string;
  readonly authority: string;
  /** Paths with query, in the order asked; what no test foresaw starts with `UNFORESEEN`. */
  readonly calls: string[];
  /** The latest handler of a path wins. */
  on(path: string, handler: Handler): void;
  /** A JSON reply at a path. */
  json(path: string, body: unknown, status?: number, headers?: Record<string, string>): void;
  /** Until it is set anew. */
  intercept(by: Intercept): void;
  /** The same of the bodies that handlers end with. */
  rewrite(by: Rewrite): void;
  /** A recording with this server for the host that gave it, and its `/media/<host>/` for those of media. */
  fixture(name: string): unknown;
  connections(): number;
  reset(): void;
  close(): Promise<void>;
}

const mediaHosts =
  /https:\/\/(pbs\.twimg\.com|i\.vimeocdn\.com|video\.bsky\.app(?=[^"]*\.jpg)|(?:files|media|cdn|av-cdn|upload)\.[a-z.]+|mastodon\.social(?=\/media_proxy))\//g;

/** @param port one that is free, and stays so when it is closed, for who relies on that */
export async function startUpstream(port = 0): Promise<UpstreamPlayer> {
  const handlers = new Map<string, Handler>();
  const calls: string[] = [];
  let connections = 0;
  let intercept: Intercept = () => undefined;
  let rewrite: Rewrite | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://upstream');
    const handler = intercept(request) ?? handlers.get(url.pathname) ?? handlers.get('*');
    calls.push(`${handler ? '' : 'UNFORESEEN '}${request.url}`);
    if (handler) handler(request, rewrite ? rewritten(response, rewrite) : response, url);
    else response.writeHead(500).end('no test foresaw this');
  });
  server.on('connection', () => (connections += 1));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${authority}`;
  return {
    origin,
    authority,
    calls,
    on: (path, handler) => void handlers.set(path, handler),
    json: (path, body, status = 200, headers = {}) => {
      handlers.set(path, (_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    },
    intercept: (by) => void (intercept = by),
    rewrite: (by) => void (rewrite = by),
    fixture: (name) => {
      const withMedia = readRecording(name).replaceAll(mediaHosts, `${origin}/media/$1/`);
      const home = homeOf(name);
      const atHome = withMedia
        .replaceAll(`https://${home}/`, `${origin}/`)
        .replaceAll(`@${home}"`, `@${authority}"`);
      return JSON.parse(atHome) as unknown;
    },
    connections: () => connections,
    reset: () => {
      handlers.clear();
      calls.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function rewritten(response: ServerResponse, rewrite: Rewrite): ServerResponse {
  const end = response.end.bind(response);
  return Object.assign(response, {
    end: (body: string | Buffer = '') => end(rewrite(Buffer.from(body))),
  });
}

/** A handler that sends a file with the content type that a host claims. */
export function sendFile(body: Buffer, contentType: string): Handler {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': contentType }).end(body);
  };
}
