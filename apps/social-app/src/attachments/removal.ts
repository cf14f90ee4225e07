import type { Log } from '@triptych/logging';
import { repeatSweep } from '../sweeps/repeat-sweep.js';

/** Objects whose rows are gone, and whether there are more. */
interface Dropped {
  readonly objects: readonly string[];
  readonly isFull: boolean;
}

/** Rows of a portion. */
const most = 100;

/** Removes the rows of a portion, then its files, until none are left, or it is to stop; returns of how many objects. */
export async function removeInPortions(
  drop: (most: number) => Promise<Dropped>,
  removeFiles: (object: string) => Promise<void>,
  isOver = () => false,
): Promise<number> {
  let [isFull, removed] = [true, 0];
  while (isFull && !isOver()) {
    const dropped = await drop(most);
    for (const object of dropped.objects) await removeFiles(object);
    removed += dropped.objects.length;
    isFull = dropped.isFull;
  }
  return removed;
}

/** Removes files again and again, until the returned function is called, which waits for the portion that is under way. */
export function repeatRemoval(
  log: Log,
  intervalMs: number,
  work: (isOver: () => boolean) => Promise<void>,
): () => Promise<void> {
  const words = {
    failing: 'files could not be removed; they are tried again',
    working: 'files are removed again',
  };
  return repeatSweep({ log, intervalMs, ...words }, work);
}
