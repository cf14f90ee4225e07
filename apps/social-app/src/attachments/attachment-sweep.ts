import type { Log } from '@triptych/logging';
import { objectOf } from './attachment.js';
import type { AttachmentStore, UnusedAges } from './attachment-store.port.js';
import { removeObject } from './attachments.js';
import type { FileStore } from './file-store.port.js';
import { removeInPortions, repeatRemoval } from './removal.js';

const [minute, hour] = [60_000, 3_600_000];

export interface SweepSettings extends UnusedAges {
  /** How often what no message shows is looked for, and files without a row. */
  readonly unusedEvery: number;
  readonly orphansEvery: number;
  /** Since a file was written: so long its row may still come, or come back with a backup. */
  readonly orphaned: number;
}

/** Milliseconds. */
export const sweepDefaults: SweepSettings = {
  unusedEvery: minute,
  orphansEvery: hour,
  unsent: 24 * hour,
  released: minute,
  orphaned: 24 * hour,
};

interface SweepParts {
  readonly store: AttachmentStore;
  readonly files: FileStore;
  readonly log: Log;
}

/**
 * Removes what nobody can fetch any more. The row goes first, then the files: what a killed process leaves between is a file
 * without a row. Replicas may do this at the same time.
 */
export function removeUnused(
  { store, files }: SweepParts,
  ages: UnusedAges,
  isOver?: () => boolean,
): Promise<number> {
  return removeInPortions(
    (most) => store.dropUnused(ages, most),
    (object) => removeObject(files, object),
    isOver,
  );
}

/** Removes files that no row names, and have been there for long. */
export async function removeOrphans(
  { store, files }: SweepParts,
  orphaned: number,
  now = Date.now(),
  isOver = () => false,
): Promise<number> {
  let removed = 0;
  for await (const portion of files.list()) {
    if (isOver()) break;
    const old = portion.filter(({ storedAt }) => storedAt + orphaned < now);
    const objects = [...new Set(old.flatMap(({ name }) => objectOf(name) ?? []))];
    const known = await store.known(objects);
    for (const { name } of old) {
      if (known.has(objectOf(name) ?? '')) continue;
      await files.remove(name);
      removed += 1;
    }
  }
  return removed;
}

/** Both, again and again, until the returned function is called, which waits for what is under way. */
export function startAttachmentSweep(parts: SweepParts, settings: SweepSettings) {
  const unused = repeatRemoval(parts.log, settings.unusedEvery, async (isOver) => {
    const removed = await removeUnused(parts, settings, isOver);
    if (removed > 0) parts.log.info({ removed }, 'files that no message shows removed');
  });
  const orphans = repeatRemoval(parts.log, settings.orphansEvery, async (isOver) => {
    const removed = await removeOrphans(parts, settings.orphaned, Date.now(), isOver);
    if (removed > 0) parts.log.warn({ removed }, 'files without a row removed');
  });
  return async (): Promise<void> => {
    await Promise.all([unused(), orphans()]);
  };
}
