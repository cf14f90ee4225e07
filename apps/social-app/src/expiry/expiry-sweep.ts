import type { Log } from '@triptych/logging';
import type { Waker } from '../events/wakeups.js';

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

/**
 * Erases messages whose time is over, again and again, until the returned function is called, which waits for what is under
 * way. What fails is logged when it begins to and when it ends, and tried again.
 */
export function startExpirySweep({ erase, wakeups, log }: SweepParts, intervalMs: number) {
  let [isOver, isFailing] = [false, false];
  let running: Promise<void> | null = null;

  async function sweep(): Promise<void> {
    try {
      let isFull = true;
      while (isFull && !isOver) {
        const erased = await erase();
        isFull = erased.isFull;
        if (erased.messages === 0) continue;
        wakeups.wake(erased.userIds);
        log.info({ messages: erased.messages }, 'messages whose time was over erased');
      }
      if (isFailing) log.info({}, 'messages whose time is over are erased again');
      isFailing = false;
    } catch (err) {
      if (!isFailing)
        log.warn({ err }, 'messages whose time is over could not be erased; they are tried again');
      isFailing = true;
    }
  }

  const timer = setInterval(() => {
    // A database that is slow is not asked again meanwhile.
    running ??= sweep().finally(() => (running = null));
  }, intervalMs).unref();
  return async (): Promise<void> => {
    isOver = true;
    clearInterval(timer);
    await running;
  };
}
