import type { Log } from '@triptych/logging';

export interface RepeatedSweep {
  readonly log: Log;
  readonly intervalMs: number;
  /** What the log says when the work begins to fail, and when it succeeds again. */
  readonly failing: string;
  readonly working: string;
}

/**
 * Works again and again, until the returned function is called, which waits for what is under way. What fails is logged when it
 * begins to and when it ends, and tried again.
 *
 * @param work asks between its portions whether it is to stop
 */
export function repeatSweep(
  { log, intervalMs, failing, working }: RepeatedSweep,
  work: (isOver: () => boolean) => Promise<void>,
): () => Promise<void> {
  let [isOver, isFailing] = [false, false];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    try {
      await work(() => isOver);
      if (isFailing) log.info({}, working);
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err }, failing);
      isFailing = true;
    }
  }

  const timer = setInterval(() => {
    // A database that is slow is not asked again meanwhile.
    running ??= run().finally(() => (running = null));
  }, intervalMs).unref();
  return async () => {
    isOver = true;
    clearInterval(timer);
    await running;
  };
}
