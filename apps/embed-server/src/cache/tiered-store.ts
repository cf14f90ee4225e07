import type { CacheStore } from './cache-store.port.js';

/**
 * Two stores as one. The near one answers as long as its copy is fresh; then the far one may have a later word, from
 * another replica.
 */
export function createTieredStore(
  near: CacheStore,
  far: CacheStore,
  now: () => number,
): CacheStore {
  return {
    get: async (key) => {
      const copy = await near.get(key);
      if (copy && copy.freshUntil > now()) return copy;
      const other = await far.get(key);
      if (!other || (copy && !isNews(other, copy))) return copy;
      await near.set(key, other);
      return other;
    },
    set: async (key, entry) => {
      await near.set(key, entry);
      return far.set(key, entry);
    },
  };
}

type Times = { readonly storedAt: number; readonly freshUntil: number };

// The same answer may have been given a longer life, because the upstream failed another replica.
function isNews(other: Times, copy: Times): boolean {
  if (other.storedAt !== copy.storedAt) return other.storedAt > copy.storedAt;
  return other.freshUntil > copy.freshUntil;
}
