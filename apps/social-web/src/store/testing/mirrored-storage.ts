// A person's queue in localStorage, which a browser writes to the disk later, beside the database that has it at once.
import type { DeviceDatabase } from '../../api/device-database.js';
import { memoryStorage, withOverflow, type DeviceStorage } from '../../api/device-storage.js';
import { lastStepKey, restoreSteps } from '../../api/queue-mirror.js';

export const shared = (): DeviceStorage => ({
  ...memoryStorage(),
  isShared: true,
  isKept: () => true,
});
export const prefix = 'queue/ann/';

/** What waits, by key. */
export const waiting = (storage: DeviceStorage) =>
  Object.fromEntries(
    storage
      .keys()
      .filter((key) => key.startsWith(prefix))
      .sort()
      .map((key) => [key, storage.getItem(key)]),
  );

export const copy = (from: DeviceStorage): DeviceStorage => {
  const to = shared();
  for (const key of from.keys()) to.setItem(key, from.getItem(key)!);
  return to;
};

/** As a start does. Steps of a task are written at its end. */
export async function start(storage: DeviceStorage, database: DeviceDatabase): Promise<void> {
  await Promise.resolve();
  const [last] = await database.read([lastStepKey]);
  await restoreSteps('ann', last, storage, database);
}

/** What a browser has on its disk, and whether there is room for more. */
export function limitedStorage() {
  const disk: Record<string, string> = {};
  let isFull = false;
  const methods = {
    getItem: (key: string) => disk[key] ?? null,
    setItem(key: string, value: string) {
      // A note in the place of another one of its length needs no room.
      if (isFull && disk[key]?.length !== value.length) throw new Error('full');
      disk[key] = value;
    },
    removeItem: (key: string) => void delete disk[key],
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(disk, name, { value, enumerable: false });
  return {
    /** As a page finds it that is opened now: what the one before had in its memory is gone. */
    open: () => withOverflow(disk as unknown as Storage),
    fill: (next: boolean) => void (isFull = next),
  };
}
