import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '@triptych/free-port';
import type { Variables } from '@triptych/testing';
import { startSocialServer, type SocialServer } from './social-server.js';

export interface Releases extends SocialServer {
  /** From now on the next release is served: every file with a hash has another name, and the former names are gone. */
  release(): void;
  /** Until what is returned is called, requests for such addresses get no reply, a failure, this one, or the text that is made of theirs. */
  replyOtherwise(address: RegExp, reply: OtherReply): () => void;
  /** From now on documents have this policy. */
  setPolicy(policy: string): void;
  /** Streams that are open bring nothing more, and do not end. */
  silence(): void;
  /** From now on what streams bring is passed on at their end alone, with their head or without; null: at once. */
  holdBack(part: HeldBack | null): void;
}

type OtherReply = 'none' | 503 | ForeignReply | ((text: string) => string);

/** Of something between the browser and the server. */
export interface ForeignReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type HeldBack = 'everything' | 'the body';

/** A name with a hash, and the release in it; the one that was built has none. */
const hashed = /(-[\w-]{8})(\.new\d+)?\.(js|css)\b/g;
const rename = (text: string, release: number) =>
  text.replace(hashed, (_name, hash: string, _release, ending: string) => {
    return `${hash}${release === 0 ? '' : `.new${release}`}.${ending}`;
  });

/**
 * A server with a proxy before it, which makes further releases of the one that was built.
 *
 * @param behind what browsers see in place of the proxy, by default itself; and further variables of the server
 */
export async function startReleases(
  behind: { readonly port?: number; readonly url?: string; readonly env?: Variables } = {},
): Promise<Releases> {
  const [port, backend] = [behind.port ?? (await freePort()), await freePort()];
  let release = 0;
  const others = otherReplies();
  let policy: string | null = null;
  let heldBack: HeldBack | null = null;
  const streams = new Set<IncomingMessage>();

  async function forward(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { method, url = '', headers } = incoming;
    const other = await others.find(url);
    if (other === 503) return void reply.writeHead(503).end();
    if (typeof other === 'object' && other)
      return void reply.writeHead(other.status, other.headers).end(other.body);
    if (url !== rename(url, release)) return void reply.writeHead(404).end();
    const path = rename(url, 0);
    // What is known of the release before is nothing to compare this one with.
    const rest = without(headers, 'accept-encoding', 'if-none-match', 'if-modified-since');
    const outgoing = request({ host: 'localhost', port: backend, method, path, headers: rest });
    incoming.pipe(outgoing);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    // A server that is killed breaks off what it was sending; who has gone is sent nothing more.
    response.on('error', () => reply.destroy());
    reply.on('close', () => response.destroy());
    if (policy && 'content-security-policy' in response.headers)
      response.headers['content-security-policy'] = policy;
    const isText = /html|javascript|css/.test(response.headers['content-type'] ?? '');
    const status = response.statusCode ?? 500;
    const isStream = /event-stream/.test(response.headers['content-type'] ?? '');
    if (isStream && heldBack) return passAtEnd(response, reply, heldBack);
    if ((release === 0 && !other) || !isText) {
      reply.writeHead(status, response.headers);
      if (isStream) streams.add(response);
      return void response.pipe(reply);
    }
    const body = rename(await text(response), release);
    reply.writeHead(status, without(response.headers, 'content-length', 'etag'));
    reply.end(other ? other(body) : body);
  }

  const proxy = createServer((incoming, reply) => {
    forward(incoming, reply).catch(() => reply.destroy());
  });
  proxy.listen(port, 'localhost');
  await once(proxy, 'listening');
  const url = behind.url ?? `http://localhost:${port}`;
  const server = await startSocialServer({ ...behind, port: backend, url });
  return {
    ...server,
    release: () => void release++,
    replyOtherwise: others.add,
    setPolicy: (next) => void (policy = next),
    silence: () => streams.forEach((stream) => stream.unpipe()),
    holdBack: (part) => void (heldBack = part),
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await server.close();
    },
  };
}

function otherReplies() {
  const open = new Map<RegExp, { reply: OtherReply; over: Promise<void> }>();
  return {
    add: (address: RegExp, reply: OtherReply) => {
      let end = () => {};
      const over = new Promise<void>((resolve) => (end = resolve));
      open.set(address, { reply, over });
      return () => {
        open.delete(address);
        end();
      };
    },
    /** Null where the reply is the server's own, perhaps after a while. */
    async find(url: string): Promise<Exclude<OtherReply, 'none'> | null> {
      const found = [...open].find(([address]) => address.test(url))?.[1];
      if (found?.reply !== 'none') return found?.reply ?? null;
      await found.over;
      return null;
    },
  };
}

function without(headers: IncomingMessage['headers'], ...names: string[]) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

async function passAtEnd(response: IncomingMessage, reply: ServerResponse, part: HeldBack) {
  const { statusCode = 500, headers } = response;
  if (part === 'the body') reply.writeHead(statusCode, headers).flushHeaders();
  const body = await text(response);
  if (part === 'everything') reply.writeHead(statusCode, headers);
  reply.end(body);
}
