import type { Log } from '@triptych/logging';
import type { Broadcast } from '../events/broadcast.port.js';
import type { EphemeralEvents } from '../events/ephemeral-events.js';
import type { Wakeups } from '../events/wakeups.js';
import type { Caller, Sessions } from '../sessions/sessions.js';
import type { EventLog } from './event-log.port.js';
import type { LogPosition } from './event-position.js';
import { TooManyStreams } from './event-streams.errors.js';
import { startHeartbeat } from './heartbeat.js';
import type { Presence } from './presence.js';
import { Subscriber } from './subscriber.js';

export interface StreamsDependencies {
  readonly log: EventLog;
  readonly wakeups: Pick<Wakeups, 'subscribe'>;
  readonly ephemeral: Pick<EphemeralEvents, 'subscribe'>;
  readonly presence: Pick<Presence, 'arrive' | 'isOnline' | 'isUnknown'>;
  readonly sessions: Pick<Sessions, 'onEnded'>;
  readonly broadcast: Pick<Broadcast, 'publish' | 'subscribe'>;
  readonly logger: Log;
  /** Called with the milliseconds that an event took to a stream that was open when it was written. */
  readonly delivered?: (delay: number) => void;
}

export interface StreamSettings {
  readonly heartbeatMs: number;
  /** Milliseconds after which a client that lost its stream comes back; up to three times as many. */
  readonly retryMs: number;
  readonly maxStreamsPerUser: number;
}

export const streamDefaults: StreamSettings = {
  heartbeatMs: 15_000,
  retryMs: 1000,
  maxStreamsPerUser: 10,
};

export type EventStreams = ReturnType<typeof createEventStreams>;

/** The open streams of this replica. */
export function createEventStreams(
  dependencies: StreamsDependencies,
  { heartbeatMs, retryMs, maxStreamsPerUser } = streamDefaults,
) {
  const { log, wakeups, ephemeral, presence, sessions, broadcast, logger, delivered } =
    dependencies;
  const subscribers = new Set<Subscriber>();
  const streamsOf = createCounts();
  const onError = (err: unknown) =>
    logger.warn({ err }, 'the event log could not be read for a stream');
  const forSubscribers = { log, presence, onError, retryMs, heartbeatMs, delivered };
  const stopHeartbeat = startHeartbeat({ log, onError, heartbeatMs }, subscribers);
  // A session may end at any replica.
  sessions.onEnded(({ sessionId }) => broadcast.publish('session-ended', sessionId));
  broadcast.subscribe('session-ended', (sessionId) => {
    for (const each of subscribers) if (each.caller.sessionId === sessionId) each.finish();
  });

  return {
    get openCount() {
      return subscribers.size;
    },
    /**
     * @param since the last event the client has; null for a first connection
     * @param briefMs as `Subscription.briefMs`
     */
    open(caller: Caller, since: LogPosition | null, briefMs: number | null): Subscriber {
      const { userId } = caller;
      if (streamsOf.count(userId) >= maxStreamsPerUser) throw new TooManyStreams();
      const { onlineFriends, leave } = presence.arrive(userId);
      const onClose = () => {
        subscribers.delete(subscriber);
        streamsOf.add(userId, -1);
        unsubscribe.forEach((stop) => stop());
        leave();
      };
      const subscription = { caller, since, briefMs, onlineFriends, onClose };
      const subscriber = new Subscriber(forSubscribers, subscription);
      const unsubscribe = [
        wakeups.subscribe(userId, () => subscriber.wake()),
        ephemeral.subscribe(userId, (event) => subscriber.receive(event)),
      ];
      subscribers.add(subscriber);
      streamsOf.add(userId, 1);
      return subscriber;
    },
    /** Ends every stream, so that the server can stop. */
    close(): void {
      stopHeartbeat();
      subscribers.forEach((subscriber) => subscriber.finish());
    },
  };
}

/** How many streams each user has open. */
function createCounts() {
  const counts = new Map<string, number>();
  const count = (userId: string) => counts.get(userId) ?? 0;
  return {
    count,
    add(userId: string, difference: number): void {
      const now = count(userId) + difference;
      if (now > 0) counts.set(userId, now);
      else counts.delete(userId);
    },
  };
}
