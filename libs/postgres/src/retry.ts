import { setTimeout as pause } from 'node:timers/promises';
import { isRetryable } from './database-errors.js';

export interface RetryOptions {
  /** How often `work` is run at most. Default 5. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt; doubled, and randomised, for each further one. Default 10. */
  readonly pauseMs?: number;
}

/**
 * Runs a transaction again when it lost against another (serialization failure, deadlock); anything else, and the
 * last loss, is thrown as it is. `work` must be safe to run again: nothing of a lost transaction was kept.
 */
export async function withRetry<T>(work: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { attempts = 5, pauseMs = 10 } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
      await pause(Math.random() * pauseMs * 2 ** attempt);
    }
  }
}
