import type { Log } from '@triptych/logging';
import { pieceName } from '../attachments/attachment.js';
import type { FileStore } from '../attachments/file-store.port.js';
import { removeInPortions, repeatRemoval } from '../attachments/removal.js';
import type { UploadStore } from './upload-store.port.js';

interface SweepParts {
  readonly store: Pick<UploadStore, 'dropExpired'>;
  readonly files: Pick<FileStore, 'remove'>;
  readonly log: Log;
}

/**
 * Removes uploads whose time is over, or whose owner has erased the account. The row goes first, then the files: what a killed
 * process leaves between is a file without a row, of which the sweep of attachments learns.
 */
export function removeExpired(
  { store, files }: SweepParts,
  isOver?: () => boolean,
): Promise<number> {
  return removeInPortions(store.dropExpired, (object) => files.remove(pieceName(object)), isOver);
}

/** Again and again, until the returned function is called, which waits for what is under way. */
export function startUploadSweep(parts: SweepParts, intervalMs = 60_000): () => Promise<void> {
  return repeatRemoval(parts.log, intervalMs, async (isOver) => {
    const removed = await removeExpired(parts, isOver);
    if (removed > 0)
      parts.log.info({ removed }, 'pieces of uploads that were not finished removed');
  });
}
