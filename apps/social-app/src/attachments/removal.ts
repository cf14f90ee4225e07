import type { Log } from '@triptych/logging';

/** Objects whose rows are gone, and whether there are more. */
interface Dropped {
  readonly objects: readonly string[];
  readonly isFull: boolean;
}

/** Rows of a portion. */
const most = 100;

/** Removes the rows of a portion, then its files, until none are left; returns of how many objects. */
export async function removeInPortions(
  drop: (most: number) => Promise<Dropped>,
  removeFiles: (object: string) => Promise<void>,
): Promise<number> {
  let [isFull, removed] = [true, 0];
  while (isFull) {
    const dropped = await drop(most);
    for (const object of dropped.objects) await removeFiles(object);
    removed += dropped.objects.length;
    isFull = dropped.isFull;
  }
  return removed;
}

/**
 * Removes again and again, until the returned function is called, which waits for what is under way. What fails is logged when
 * it begins to, and tried again.
 */
export function repeat(log: Log, intervalMs: number, work: () => Promise<void>) {
  let isFailing = false;
  let running: Promise<void> | null = null;
  async function run() {
    try {
      await work();
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err }, 'files could not be removed; they are tried again');
      isFailing = true;
    }
  }
  const timer = setInterval(() => {
    running ??= run().finally(() => (running = null));
  }, intervalMs).unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await running;
  };
}
