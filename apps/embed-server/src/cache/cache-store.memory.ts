import { LRUCache } from 'lru-cache';
import type { CacheStore, StoredEntry } from './cache-store.port.js';

export interface MemoryCache extends CacheStore {
  /** Drops a copy from before the given time. */
  forget(key: string, before: number): void;
  /** The same as `get`, without a promise. */
  readonly held: (key: string) => StoredEntry | undefined;
}

// What an entry costs beside its bytes: key, objects, list links.
const overhead = 512;

/** Bounded by bytes; the least recently used goes first, so no timer has to remove what is old. */
export function createMemoryCache(maxBytes: number): MemoryCache {
  const entries = new LRUCache<string, StoredEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ found }, key) => overhead + key.length + (found?.body.length ?? 0),
  });
  return {
    get: (key) => Promise.resolve(entries.get(key) ?? null),
    set: (key, entry) => {
      const held = entries.peek(key);
      if (!held || held.storedAt <= entry.storedAt) entries.set(key, { ...entry, tier: 'memory' });
      return Promise.resolve(false);
    },
    held: (key) => entries.get(key),
    forget: (key, before) => {
      const held = entries.peek(key);
      if (held && held.storedAt < before) entries.delete(key);
    },
  };
}
