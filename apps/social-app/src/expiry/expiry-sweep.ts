import type { Log } from '@triptych/logging';
import type { Waker } from '../events/wakeups.js';
import { repeatSweep } from '../sweeps/repeat-sweep.js';

/** Nothing shows a message whose time is over; so long its words may stay, and open windows with them. Milliseconds. */
export const sweepInterval = 5_000;

export interface SweepParts {
  /** A bounded part of what is due; `isFull`: more may be. */
  readonly erase: () => Promise<{
    readonly messages: number;
    readonly userIds: readonly string[];
    readonly isFull: boolean;
  }>;
  readonly wakeups: Waker;
  readonly log: Log;
}

/** Erases messages whose time is over, again and again, until the returned function is called. */
export function startExpirySweep({ erase, wakeups, log }: SweepParts, intervalMs: number) {
  const words = {
    failing: 'messages whose time is over could not be erased; they are tried again',
    working: 'messages whose time is over are erased again',
  };
  return repeatSweep({ log, intervalMs, ...words }, async (isOver) => {
    let isFull = true;
    while (isFull && !isOver()) {
      const erased = await erase();
      isFull = erased.isFull;
      if (erased.messages === 0) continue;
      wakeups.wake(erased.userIds);
      log.info({ messages: erased.messages }, 'messages whose time was over erased');
    }
  });
}
