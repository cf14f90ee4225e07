import { ApiError } from '../api/client.js';

const firstPauseMs = 500;
const maxPauseMs = 10_000;

/**
 * How long to wait after a failure, in milliseconds: as long as the server has asked for, or twice as long each time.
 *
 * @param failures how many there were before it
 */
export function pauseAfter(error: unknown, failures: number): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : null;
  return asked ?? Math.min(maxPauseMs, firstPauseMs * 2 ** failures);
}
