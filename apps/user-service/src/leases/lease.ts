// What a replica has claimed is nobody else's until it has settled, or its lease is over (ADR 0059, 0060).
import { setTimeout as pause } from 'node:timers/promises';

/** More than what is done with one claim may take. */
export const leaseMs = 60_000;

const settlePauseMs = 500;
const longestPauseMs = 60 * 60 * 1000;

/**
 * Settles. While the database is away it is asked again, so that what was done is not done again after it is back.
 *
 * @param began when the claim was asked for, as `performance.now` has it
 * @param stop ends the asking
 * @throws the last error, when the lease is over or the service stops
 */
export async function settleInLease<Result>(
  settle: () => Promise<Result>,
  began: number,
  stop: AbortSignal,
): Promise<Result> {
  for (;;) {
    try {
      return await settle();
    } catch (error) {
      if (stop.aborted || performance.now() - began > leaseMs) throw error;
      await pause(settlePauseMs, null, { signal: stop }).catch(() => {});
    }
  }
}

/** Milliseconds after so many failures: doubled by each, up to an hour, with chance, so that not all come back at once. */
export function pauseAfterFailures(failures: number, firstMs: number): number {
  return (
    Math.min(longestPauseMs, firstMs * 2 ** Math.min(failures, 20)) * (0.75 + Math.random() / 2)
  );
}

/** Milliseconds, no more than an hour. */
export const limitedPause = (milliseconds: number) => Math.min(longestPauseMs, milliseconds);
