import { isSnapshotName } from './snapshot-names.js';
import type { ListedObject, SnapshotStore } from './snapshot-store.port.js';

// The bound of all snapshots together. Guarantees: before a snapshot is written there is room for it, or it is not written; those
// that were read longest ago leave first. Other replicas' snapshots are counted when the store is listed: at the start, whenever
// it seems full, and with each round of checks.

export type StoreRoom = ReturnType<typeof createStoreRoom>;

// Of the bound, once some have to leave: so that not every snapshot makes another one leave.
const filling = 0.9;

export function createStoreRoom(store: SnapshotStore, maxBytes: number) {
  let used: number | null = null;
  let making: Promise<unknown> = Promise.resolve();

  function count(objects: readonly ListedObject[]): ListedObject[] {
    const snapshots = objects.filter(({ name }) => isSnapshotName(name));
    used = snapshots.reduce((sum, { bytes }) => sum + bytes, 0);
    return snapshots;
  }

  async function makeRoom(bytes: number): Promise<boolean> {
    if (bytes > maxBytes) return false;
    const oldest = used === null || used + bytes > maxBytes ? count(await store.list()) : [];
    oldest.sort((a, b) => a.storedAt - b.storedAt);
    let left = used ?? 0;
    if (left + bytes > maxBytes) {
      for (const { name, bytes: freed } of oldest) {
        if (left + bytes <= maxBytes * filling) break;
        await store.remove(name);
        left -= freed;
        used = left;
      }
    }
    if (left + bytes > maxBytes) return false;
    used = left + bytes;
    return true;
  }

  return {
    /** Whether so many bytes may be written. One at a time. Throws what the store throws. */
    take: (bytes: number): Promise<boolean> => {
      const taken = making.then(() => makeRoom(bytes));
      making = taken.catch(() => undefined);
      return taken;
    },
    count,
    /** `null` until the store was listed. */
    used: () => used,
  };
}
