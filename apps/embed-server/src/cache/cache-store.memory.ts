import { LRUCache } from 'lru-cache';
import type { CacheStore, StoredEntry } from './cache-store.port.js';

// What an entry costs beside its bytes: key, objects, list links.
const overhead = 512;

/** Bounded by bytes; the least recently used goes first, so no timer has to remove what is old. */
export function createMemoryCache(maxBytes: number) {
  const entries = new LRUCache<string, StoredEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ found }, key) => overhead + key.length + (found?.body.length ?? 0),
  });
  const store: CacheStore = {
    get: (key) => Promise.resolve(entries.get(key) ?? null),
    set: (key, entry) => {
      const held = entries.peek(key);
      if (!held || held.storedAt <= entry.storedAt) entries.set(key, { ...entry, tier: 'memory' });
      return Promise.resolve(false);
    },
  };
  return {
    ...store,
    /** The same as `get`, without a promise. */
    held: (key: string) => entries.get(key),
    /** Drops a copy from before the given time. */
    forget: (key: string, before: number) => {
      const held = entries.peek(key);
      if (held && held.storedAt < before) entries.delete(key);
    },
  };
}
