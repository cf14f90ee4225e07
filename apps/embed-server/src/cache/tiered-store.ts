import type { CacheEntry, CacheStore, NearStore } from './cache-store.port.js';

/**
 * Two stores as one: once the copy in the near one is stale, the far one may have a later one of another replica; or a
 * record that there is nothing, of which this one missed the message.
 */
export function createTieredStore(near: NearStore, far: CacheStore, now: () => number): CacheStore {
  return {
    get: async (key) => {
      const copy = await near.get(key);
      if (copy && copy.freshUntil > now() && !near.isInDoubt(copy)) return copy;
      const confirm = near.startCheck();
      const other = await far.get(key);
      if (!other || (copy && !isLater(other, copy))) {
        if (copy) confirm(copy);
        return copy;
      }
      await near.set(key, other);
      return other;
    },
    set: async (key, entry) => {
      await near.set(key, entry);
      return far.set(key, entry);
    },
    purge: async (key, time) => {
      await near.purge(key, time);
      return far.purge(key, time);
    },
  };
}

// The same entry may have been prolonged by another replica that the upstream failed.
function isLater(other: CacheEntry, copy: CacheEntry): boolean {
  if (other.storedAt !== copy.storedAt) return other.storedAt > copy.storedAt;
  return other.freshUntil > copy.freshUntil;
}
