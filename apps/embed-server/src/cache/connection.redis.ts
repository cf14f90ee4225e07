import { RedisUnavailable, type RedisClient, type SharedRedis } from '@triptych/redis';

/** `away`: not connected. `late`: no reply in time. `refused`: an error reply, such as for a value of another type. */
export type CommandOutcome = 'ok' | 'away' | 'late' | 'refused';

export interface ConnectionReports {
  /** `command` is a word of this code, never a key. */
  readonly count: (command: string, outcome: CommandOutcome) => void;
  readonly setUp: (up: boolean) => void;
}

export interface CacheConnection {
  /** Whether a command would be sent now. */
  isReady(): boolean;
  /** The reply, or `null` when there is none in time. Never throws. */
  run<T>(command: string, send: (client: RedisClient) => Promise<T>): Promise<T | null>;
  close(): void;
}

// Milliseconds. A reply takes less than one; a value of a megabyte from afar takes some.
const timeout = 100;

/**
 * A connection of its own, so that large values do not delay what else the process asks. No look-up waits for Redis longer
 * than a tenth of a second, and while Redis is away none waits at all (ADR 0011).
 */
export function connectCache(redis: SharedRedis, reports: ConnectionReports): CacheConnection {
  const own = redis.connect('cache', { timeout, onChange: reports.setUp });
  return {
    isReady: () => own.isReady(),
    run: async (command, send) => {
      try {
        const reply = await own.run(send);
        reports.count(command, 'ok');
        return reply;
      } catch (error) {
        reports.count(command, error instanceof RedisUnavailable ? error.outcome : 'refused');
        return null;
      }
    },
    close: () => own.close(),
  };
}
