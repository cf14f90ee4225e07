import type { ServerResponse } from 'node:http';
import type { Handler } from './upstream-player.js';

/** What a host does in place of a good reply. */
export interface CallFault {
  readonly reply: Handler;
  /** Whether it has been asked. */
  readonly wasAsked: () => boolean;
  /** Whether a call that it keeps waiting has been given up. */
  readonly wasLeft: () => boolean;
  /** Bytes that were taken from it, those on their way among them. */
  readonly sent: () => number;
  /** Ends whatever it still does. */
  readonly end: () => void;
}

interface Asked {
  readonly url: string;
  /** Of the type that was asked for. */
  readonly json: Readonly<Record<string, string>>;
}

type Act = (response: ServerResponse, count: (bytes: number) => void, asked: Asked) => void;

function typeAskedFor(accept = ''): string {
  return accept.includes('activity+json') ? 'application/activity+json' : 'application/json';
}

const piece = Buffer.alloc(64 * 1024, ' ');

function pour(response: ServerResponse, count: (bytes: number) => void): void {
  while (!response.destroyed) {
    count(piece.length);
    if (!response.write(piece)) break;
  }
}

const acts = {
  hangs: () => undefined,
  'drips a byte now and then': (response, _count, { json }) => {
    response.writeHead(200, json);
    const timer = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(timer));
  },
  'says 500': (response, _count, { json }) => void response.writeHead(500, json).end('{}'),
  'says 404': (response, _count, { json }) => void response.writeHead(404, json).end('{}'),
  'sends garbage': (response, _count, { json }) =>
    void response.writeHead(200, json).end('\u0000{"a":'),
  'sends another type': (response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>not this</p>'),
  'sends without end': (response, count, { json }) => {
    response.writeHead(200, json);
    response.on('drain', () => pour(response, count));
    pour(response, count);
  },
  'redirects in a circle': (response, _count, { url }) =>
    void response.writeHead(302, { location: url }).end(),
  'closes at once': (response) => void response.destroy(),
} satisfies Record<string, Act>;

export type CallFaultName = keyof typeof acts;

export const callFaults = Object.keys(acts) as readonly CallFaultName[];

/** Those whose call waits until somebody gives it up. */
export const waitingFaults: readonly CallFaultName[] = ['hangs', 'drips a byte now and then'];

export function createCallFault(name: CallFaultName): CallFault {
  const act: Act = acts[name];
  const isWaiting = waitingFaults.includes(name);
  const open = new Set<ServerResponse>();
  let [asked, left, sent] = [0, false, 0];
  let hasEnded = false;
  return {
    reply: (request, response) => {
      asked += 1;
      open.add(response);
      response.on('close', () => {
        open.delete(response);
        left ||= isWaiting && !hasEnded;
      });
      const { url = '/', headers } = request;
      const json = { 'content-type': typeAskedFor(headers.accept) };
      act(response, (bytes) => void (sent += bytes), { url, json });
    },
    wasAsked: () => asked > 0,
    wasLeft: () => left,
    sent: () => sent,
    end: () => {
      hasEnded = true;
      for (const response of open) response.destroy();
    },
  };
}

/** Those that say something of what was asked for, and may say the same the next time. */
export const lasting: readonly CallFaultName[] = [
  'says 404',
  'sends garbage',
  'sends another type',
  'sends without end',
  'redirects in a circle',
];
