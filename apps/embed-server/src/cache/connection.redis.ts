import type { Log } from '@triptych/logging';
import type { Redis } from 'ioredis';

// Connection of the cache to Redis. Guarantee: no look-up waits for Redis longer than a tenth of a second, and while Redis
// is away none waits at all (ADR 0011).
//
//   ready          a command is sent; its reply within 100 ms → ready, an error reply too; later → the connection is ended
//   reconnecting   no command is sent; Redis greets the new connection → ready

/** `away`: not connected. `late`: no reply in time. `refused`: an error reply, such as for a value of another type. */
export type CommandOutcome = 'ok' | 'away' | 'late' | 'refused';

export interface ConnectionReports {
  readonly log: Log;
  /** `command` is a word of this code, never a key. */
  readonly count: (command: string, outcome: CommandOutcome) => void;
  readonly setUp: (up: boolean) => void;
}

export interface CacheConnection {
  /** The reply, or `null` when there is none in time. Never throws. */
  run<T>(command: string, send: (redis: Redis) => Promise<T>): Promise<T | null>;
  close(): void;
}

// Milliseconds. A reply takes less than one; a value of a megabyte from afar takes some.
const replyTimeout = 100;
const late = Symbol('late');

/** A connection of its own beside `redis`, so that large values do not delay what else the process asks. */
export function connectCache(redis: Redis, reports: ConnectionReports): CacheConnection {
  const { count } = reports;
  const own = redis.duplicate({
    // A connection that is being ended is given up, not waited for.
    disconnectTimeout: 20,
    commandTimeout: 1_000,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
  });
  reportChanges(own, reports);
  return {
    run: async (command, send) => {
      if (own.status !== 'ready') return miss('away');
      try {
        const reply = await within(replyTimeout, send(own));
        if (reply !== late) {
          count(command, 'ok');
          return reply;
        }
        own.disconnect(true);
        return miss('late');
      } catch (error) {
        return miss((error as Error).name === 'ReplyError' ? 'refused' : 'away');
      }

      function miss(outcome: CommandOutcome) {
        count(command, outcome);
        return null;
      }
    },
    close: () => own.disconnect(),
  };
}

// After a pause of this process the reply may have arrived unread, so it is read before the time counts as over.
function within<T>(milliseconds: number, reply: Promise<T>): Promise<T | typeof late> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => resolve(late)), milliseconds);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// Once for each change: an outage of hours is two lines in the log.
function reportChanges(redis: Redis, { log, setUp }: ConnectionReports) {
  let up: boolean | undefined;
  const change = (is: boolean) => {
    setUp(is);
    if (up === false && is) log.info('the shared cache is back');
    if (up !== false && !is) log.warn('the shared cache is away; each replica keeps its own');
    up = is;
  };
  redis.on('ready', () => change(true));
  // Not `close`, which is also the end of the service.
  redis.on('reconnecting', () => change(false));
  redis.on('error', () => undefined);
}
