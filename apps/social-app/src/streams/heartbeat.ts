import type { EventLog } from './event-log.port.js';
import type { Subscriber } from './subscriber.js';

export interface HeartbeatDependencies {
  readonly log: Pick<EventLog, 'readHeadsOfSessions'>;
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two heartbeats of one stream. */
  readonly heartbeatMs: number;
}

/** Each heartbeat is spread over this many moments, so that not all streams are written at once. */
const slots = 8;
/** Sessions of one query. */
const batchSize = 1_000;

/**
 * Checks all streams with a few queries in each heartbeat instead of several for each stream: it ends those whose
 * session is over, wakes those that are behind the log, and lets the others show that they are alive. Returns a
 * function that stops it.
 */
export function startHeartbeat(
  { log, onError, heartbeatMs }: HeartbeatDependencies,
  subscribers: ReadonlySet<Subscriber>,
): () => void {
  let slot = 0;
  const timer = setInterval(() => {
    const due = [...subscribers].filter(
      (subscriber) => Math.floor(subscriber.phase * slots) === slot,
    );
    slot = (slot + 1) % slots;
    due.forEach((subscriber) => subscriber.dropIfStalled());
    void checkAll(due).catch(onError);
  }, heartbeatMs / slots).unref();

  async function checkAll(due: Subscriber[]): Promise<void> {
    for (let from = 0; from < due.length; from += batchSize) {
      await check(due.slice(from, from + batchSize));
    }
  }

  async function check(due: Subscriber[]): Promise<void> {
    const sessionIds = due.map(({ caller }) => caller.sessionId);
    // A database that is away for a moment must not end the streams.
    const heads = await log.readHeadsOfSessions(sessionIds).catch(onError);
    for (const subscriber of due) {
      const head = heads?.get(subscriber.caller.sessionId);
      if (heads && head === undefined) subscriber.finish();
      else subscriber.beat(head ?? null);
    }
  }

  return () => clearInterval(timer);
}
