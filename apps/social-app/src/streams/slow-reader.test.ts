import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import Fastify from 'fastify';
import type {} from '../sessions/session-guard.hook.js';
import type { LoggedEvent } from './event-log.port.js';
import type { LogPosition } from './event-position.js';
import { eventStreamsRoutes } from './event-streams.routes.js';
import { createEventStreams, streamDefaults, type EventStreams } from './event-streams.js';

const caller = { userId: 'u', sessionId: 's' };
const silent = { subscribe: () => () => {} };
const dependencies = {
  wakeups: silent,
  ephemeral: silent,
  sessions: { onEnded: () => {} },
  broadcast: { publish: () => {}, subscribe: () => {} },
  presence: {
    arrive: () => ({ onlineFriends: Promise.resolve([]), leave: () => {} }),
    isOnline: () => false,
    isUnknown: () => false,
  },
  logger: { debug() {}, info() {}, warn() {}, error() {} },
};
const frameBytes = 8_000;
/** Bytes that may wait for one reader, and a frame that crosses the limit. */
const maxBufferedBytes = 64 * 1024;

/** A log that never ends; it counts what was taken from it. */
function endlessLog() {
  const log = {
    taken: 0,
    readHead: async () => ({ seq: 0, at: null }),
    readHeadsOfSessions: async () => new Map([['s', { seq: 0, at: null }]]),
    async readAfter(_userId: string, { seq }: LogPosition, limit: number) {
      log.taken = seq;
      const events = Array.from({ length: limit }, (_, n) => bigEvent(seq + n + 1));
      return { head: seq + limit, events };
    },
  };
  return log;
}

function bigEvent(seq: number): LoggedEvent {
  const chatId = 'x'.repeat(frameBytes);
  const none = { personId: null, person: null, chatSeq: null, message: null };
  const ofOneself = {
    settings: null,
    mutedUntil: null,
    expirySeconds: null,
    archived: null,
    markedUnread: null,
    draft: null,
  };
  return { seq, type: 'read', at: new Date(0), chatId, ...none, ...ofOneself };
}

async function listen(streams: EventStreams) {
  const app = Fastify();
  app.addHook('onRequest', async (request) => void (request.caller = caller));
  await app.register(eventStreamsRoutes, { streams });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, connectReader: () => openReader(port) };
}

function openReader(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /events HTTP/1.1\r\nhost: x\r\n\r\n');
  return socket;
}

it('drops a reader that takes nothing, and holds no more for it than the cap', async () => {
  const log = endlessLog();
  const opened = createEventStreams(
    { ...dependencies, log },
    { ...streamDefaults, heartbeatMs: 100 },
  );
  let drop: (most: number) => void;
  const dropped = new Promise<number>((resolve) => (drop = resolve));
  const streams: EventStreams = {
    openCount: 0,
    open(...args) {
      const subscriber = opened.open(...args);
      const pipe = subscriber.pipe.bind(subscriber);
      let most = 0;
      subscriber.once('close', () => drop(most));
      return Object.assign(subscriber, {
        pipe<Out extends Writable>(out: Out): Out {
          const write = out.write.bind(out) as (frame: string) => boolean;
          out.write = (frame: string) => {
            const goesOn = write(frame);
            most = Math.max(most, out.writableLength + subscriber.readableLength * frameBytes);
            return goesOn;
          };
          return pipe(out);
        },
      });
    },
    close: () => opened.close(),
  };
  const { app, connectReader } = await listen(streams);
  const socket = connectReader().pause();
  expect(await dropped).toBeLessThan(maxBufferedBytes + 2 * frameBytes);
  expect(log.taken).toBeGreaterThan(0);
  socket.destroy();
  await app.close();
});

it('keeps a reader that reads', async () => {
  const log = endlessLog();
  const streams = createEventStreams(
    { ...dependencies, log },
    { ...streamDefaults, heartbeatMs: 300 },
  );
  const { app, connectReader } = await listen(streams);
  const socket = connectReader();
  const ended = once(socket, 'close').then(() => 'dropped');
  socket.resume();
  // Long enough for several heartbeats.
  const kept = new Promise((resolve) => setTimeout(() => resolve('kept'), 1_200));
  expect(await Promise.race([ended, kept])).toBe('kept');
  expect(socket.bytesRead).toBeGreaterThan(10 * maxBufferedBytes);
  socket.destroy();
  await app.close();
});
