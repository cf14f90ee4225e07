import { LRUCache } from 'lru-cache';
import type { CacheEntry, CacheStore, StoredEntry } from './cache-store.port.js';

// What an entry costs beside its bytes: key, objects, list links.
const overhead = 512;

/** Bounded by bytes; the least recently used goes first, so that nothing need watch the clock. */
export function createMemoryCache(maxBytes: number): CacheStore {
  const entries = new LRUCache<string, StoredEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ found }, key) => overhead + key.length + (found?.body.length ?? 0),
  });
  return {
    get: (key) => Promise.resolve(entries.get(key) ?? null),
    set: (key, entry: CacheEntry) => {
      entries.set(key, { ...entry, tier: 'memory' });
      return Promise.resolve();
    },
    purge: (key) => {
      entries.delete(key);
      return Promise.resolve();
    },
  };
}
