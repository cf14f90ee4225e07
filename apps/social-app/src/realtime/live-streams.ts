import { Readable } from 'node:stream';
import type { Log } from '@triptych/logging';
import type { Caller, SessionWatch } from '../sessions/session.port.js';
import { createBell, type Bell } from './bell.js';
import { eventFrames } from './event-frames.js';
import type { EventLog } from './event-log.port.js';
import { TooManyStreams } from './realtime.errors.js';
import type { Wakeups } from './wakeups.port.js';

export interface LiveParts {
  readonly log: Pick<EventLog, 'readAfter' | 'readHead'>;
  readonly wakeups: Pick<Wakeups, 'subscribe'>;
  readonly sessions: SessionWatch;
  readonly logger: Log;
}

export interface LiveSettings {
  readonly heartbeatMs: number;
  /** Milliseconds after which a client that lost its stream comes back; up to three times as many. */
  readonly retryMs: number;
  readonly maxStreamsPerUser: number;
  /** Bytes that wait in this process for one reader. */
  readonly maxBufferedBytes: number;
}

export const liveDefaults: LiveSettings = {
  heartbeatMs: 15_000,
  retryMs: 1000,
  maxStreamsPerUser: 10,
  maxBufferedBytes: 64 * 1024,
};

export interface LiveStreams {
  /** `since`: the last event the client has; null for a first connection. */
  open(caller: Caller, since: number | null): Readable;
  /** Ends every stream, so that the server can stop. */
  close(): void;
}

interface OpenStream {
  readonly caller: Caller;
  readonly bell: Bell;
  readonly body: Readable;
  /** Frames that the reader has taken, at the last look and now. */
  seen: number;
  pulled: number;
}

export function createLiveStreams(parts: LiveParts, settings = liveDefaults): LiveStreams {
  const streams = new Set<OpenStream>();
  const end = (stream: OpenStream) => {
    stream.bell.close();
    // A reader that takes nothing would never come to the end.
    if (isFull(stream.body)) stream.body.destroy();
  };
  const stopWatching = parts.sessions.onEnded(({ sessionId }) => {
    for (const stream of streams) if (stream.caller.sessionId === sessionId) end(stream);
  });
  const sweep = setInterval(() => dropStalled(streams), settings.heartbeatMs).unref();

  return {
    open(caller, since) {
      const own = [...streams].filter(({ caller: { userId } }) => userId === caller.userId);
      if (own.length >= settings.maxStreamsPerUser) throw new TooManyStreams();
      const stream = start(parts, settings, caller, since);
      streams.add(stream);
      stream.body.once('close', () => streams.delete(stream));
      return stream.body;
    },
    close() {
      clearInterval(sweep);
      stopWatching();
      streams.forEach(end);
    },
  };
}

function start(
  { log, wakeups, sessions, logger }: LiveParts,
  { heartbeatMs, retryMs, maxBufferedBytes }: LiveSettings,
  caller: Caller,
  since: number | null,
): OpenStream {
  const bell = createBell();
  const unsubscribe = wakeups.subscribe(caller.userId, bell.ring);
  const frames = eventFrames(
    {
      log,
      heartbeatMs,
      // Not all at once after a restart.
      retryMs: Math.round(retryMs * (1 + 2 * Math.random())),
      stillAllowed: () => sessions.isLive(caller.sessionId),
      onError: (err) => logger.warn({ err }, 'a stream could not look into the event log'),
    },
    caller.userId,
    since,
    bell,
  );
  const stream = { caller, bell, seen: -1, pulled: 0 };
  const body = new Readable({
    highWaterMark: maxBufferedBytes,
    read() {
      frames.next().then(
        ({ value }) => {
          stream.pulled += 1;
          this.push(value ?? null);
        },
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      unsubscribe();
      bell.close();
      done(error);
    },
  });
  return Object.assign(stream, { body });
}

function isFull(body: Readable): boolean {
  return body.readableLength >= body.readableHighWaterMark;
}

/** A reader with a full buffer that took nothing for a whole heartbeat is dropped; its log waits for it. */
function dropStalled(streams: Iterable<OpenStream>): void {
  for (const stream of streams) {
    if (isFull(stream.body) && stream.seen === stream.pulled) stream.body.destroy();
    stream.seen = stream.pulled;
  }
}
