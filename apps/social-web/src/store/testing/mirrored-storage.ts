// A person's queue in localStorage, which a browser writes to the disk later, beside the database that has it at once.
import type { DeviceDatabase } from '../../api/device-database.js';
import { memoryStorage, type DeviceStorage } from '../../api/device-storage.js';
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
