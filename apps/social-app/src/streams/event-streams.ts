import type { Log } from '@triptych/logging';
import type { Caller } from '../sessions/sessions.js';
import { Bell } from './bell.js';
import type { EndedSessions } from './ended-sessions.js';
import type { EventLog } from './event-log.port.js';
import type { Reader } from './event-frames.js';
import { startHeartbeat } from './heartbeat.js';
import { Subscriber } from './subscriber.js';
import type { PresenceWatch } from './presence-watch.port.js';
import { TooManyStreams } from './event-streams.errors.js';
import type { SessionHeads } from './session-heads.port.js';
import type { Wakeups } from '../events/wakeups.port.js';
import { WhisperBox } from './whisper-box.js';
import type { EphemeralEvents } from '../events/ephemeral-events.port.js';

export interface StreamsParts {
  readonly log: Pick<EventLog, 'readAfter' | 'readHead'>;
  readonly heads: SessionHeads;
  readonly wakeups: Pick<Wakeups, 'subscribe'>;
  readonly whispers: Pick<EphemeralEvents, 'subscribe'>;
  readonly presence: PresenceWatch;
  readonly onSessionEnded: EndedSessions;
  readonly logger: Log;
}

export interface StreamSettings {
  readonly heartbeatMs: number;
  /** Milliseconds after which a client that lost its stream comes back; up to three times as many. */
  readonly retryMs: number;
  readonly maxStreamsPerUser: number;
  /** Bytes that wait in this process for one reader. */
  readonly maxBufferedBytes: number;
}

export const streamDefaults: StreamSettings = {
  heartbeatMs: 15_000,
  retryMs: 1000,
  maxStreamsPerUser: 10,
  maxBufferedBytes: 64 * 1024,
};

export interface EventStreams {
  /** What the client is to get; `since`: the last event it has, null for a first connection. */
  open(caller: Caller, since: number | null): Subscriber;
  /** Ends every stream, so that the server can stop. */
  close(): void;
}

export function createEventStreams(parts: StreamsParts, settings = streamDefaults): EventStreams {
  const streams = new Set<Subscriber>();
  const open = createCounts();
  const onError = (err: unknown) =>
    parts.logger.warn({ err }, 'a stream could not look into the database');
  const { heads, presence } = parts;
  const { heartbeatMs, retryMs } = settings;
  const framing = { log: parts.log, isOnline: presence.isOnline, onError, retryMs };
  const stopHeartbeat = startHeartbeat({ heads, onError, heartbeatMs }, streams);
  parts.onSessionEnded((sessionId) => {
    for (const stream of streams) if (stream.caller.sessionId === sessionId) stream.finish();
  });

  function start(caller: Caller, since: number | null): Subscriber {
    const { userId } = caller;
    const { onlineFriends, leave } = presence.arrive(userId);
    const [bell, whispers] = [new Bell(), new WhisperBox()];
    const reader = { userId, bell, whispers, position: since, onlineFriends };
    const stream = new Subscriber(caller, reader, framing, settings);
    const stopListening = listen(parts, reader);
    stream.onOver = () => {
      stopListening();
      leave();
      streams.delete(stream);
      open.add(userId, -1);
    };
    return stream;
  }

  return {
    open(caller, since) {
      if (open.of(caller.userId) >= settings.maxStreamsPerUser) throw new TooManyStreams();
      const stream = start(caller, since);
      streams.add(stream);
      open.add(caller.userId, 1);
      return stream;
    },
    close() {
      stopHeartbeat();
      streams.forEach((stream) => stream.finish());
    },
  };
}

/** Lets the reader hear what concerns them; returns the way out. */
function listen({ wakeups, whispers }: StreamsParts, { userId, bell, whispers: box }: Reader) {
  const stopWakeups = wakeups.subscribe(userId, () => bell.ring());
  const stopWhispers = whispers.subscribe(userId, (whisper) => {
    box.put(whisper);
    bell.whisper();
  });
  return () => {
    stopWakeups();
    stopWhispers();
  };
}

/** How many streams each user has open. */
function createCounts() {
  const counts = new Map<string, number>();
  const of = (userId: string) => counts.get(userId) ?? 0;
  return {
    of,
    add(userId: string, difference: number): void {
      const now = of(userId) + difference;
      if (now > 0) counts.set(userId, now);
      else counts.delete(userId);
    },
  };
}
