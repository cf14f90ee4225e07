import type { Log } from '@triptych/logging';
import type { Redis } from 'ioredis';

/** `away`: not connected. `late`: no answer in time. `refused`: an error reply, such as for a value of another type. */
export type LinkOutcome = 'ok' | 'away' | 'late' | 'refused';

export interface LinkReports {
  readonly log: Log;
  /** `command` is a word of this code, never a key. */
  readonly count: (command: string, outcome: LinkOutcome) => void;
  readonly setUp: (up: boolean) => void;
}

/** A connection to Redis that costs nobody more than a moment. */
export interface RedisLink {
  /** The reply, or `null` when there is none in time. Never throws. */
  ask<T>(command: string, send: (redis: Redis) => Promise<T>): Promise<T | null>;
  close(): void;
}

// Milliseconds. A reply takes less than one; a value of a megabyte from afar takes some.
const patience = 100;
const late = Symbol('late');

/**
 * A connection of its own beside `redis`, so that large values do not delay what else the process asks. The first
 * late reply ends the connection: all that wait are let go, and until Redis greets a new connection nobody waits.
 */
export function linkRedis(redis: Redis, reports: LinkReports): RedisLink {
  const { count } = reports;
  const own = redis.duplicate({
    // A connection that is being ended is given up on, not waited for.
    disconnectTimeout: 20,
    commandTimeout: 1_000,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
  });
  tellChanges(own, reports);
  return {
    ask: async (command, send) => {
      if (own.status !== 'ready') return miss('away');
      try {
        const reply = await within(patience, send(own));
        if (reply !== late) {
          count(command, 'ok');
          return reply;
        }
        own.disconnect(true);
        return miss('late');
      } catch (error) {
        return miss((error as Error).name === 'ReplyError' ? 'refused' : 'away');
      }

      function miss(outcome: LinkOutcome) {
        count(command, outcome);
        return null;
      }
    },
    close: () => own.disconnect(),
  };
}

// After a pause of this very process the reply may lie there unread: it is looked for before the verdict.
function within<T>(milliseconds: number, reply: Promise<T>): Promise<T | typeof late> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => resolve(late)), milliseconds);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// Once for each change: an outage of hours is two lines.
function tellChanges(redis: Redis, { log, setUp }: LinkReports) {
  let up: boolean | undefined;
  const note = (is: boolean) => {
    setUp(is);
    if (up === false && is) log.info('the shared cache is back');
    if (up !== false && !is) log.warn('the shared cache is away; each replica keeps its own');
    up = is;
  };
  redis.on('ready', () => note(true));
  // Not `close`, which is also the end of the service.
  redis.on('reconnecting', () => note(false));
  redis.on('error', () => undefined);
}
