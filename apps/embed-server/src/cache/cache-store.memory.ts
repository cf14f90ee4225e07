import { LRUCache } from 'lru-cache';
import type { NearStore, StoredEntry } from './cache-store.port.js';
import { purgeRecord } from './purge-record.js';

// What an entry costs beside its bytes: key, objects, list links.
const overhead = 512;

interface HeldEntry extends StoredEntry {
  /** Grows with each time at which messages of other replicas may have been missed. */
  checkedIn: number;
}

/** Bounded by bytes; the least recently used goes first, so no timer has to remove what is old. */
export function createMemoryCache(maxBytes: number) {
  const entries = new LRUCache<string, HeldEntry>({
    maxSize: maxBytes,
    sizeCalculation: ({ found }, key) => overhead + key.length + (found?.body.length ?? 0),
  });
  let doubts = 0;
  const isInDoubt = (entry: StoredEntry) => (entry as HeldEntry).checkedIn !== doubts;
  const store: NearStore = {
    get: (key) => Promise.resolve(entries.get(key) ?? null),
    set: (key, entry) => {
      const held = entries.peek(key);
      if (!held || held.storedAt <= entry.storedAt)
        entries.set(key, { ...entry, tier: 'memory', checkedIn: doubts });
      return Promise.resolve(false);
    },
    purge: (key, time) => {
      const record = purgeRecord(time, entries.peek(key)?.storedAt ?? 0);
      entries.set(key, { ...record, tier: 'memory', checkedIn: doubts });
      return Promise.resolve(true);
    },
    isInDoubt,
    startCheck: () => {
      const began = doubts;
      return (entry) => void ((entry as HeldEntry).checkedIn = began);
    },
  };
  return {
    ...store,
    /** The same as `get`, without a promise, unless the entry is in doubt. */
    held: (key: string) => {
      const entry = entries.get(key);
      return entry === undefined || isInDoubt(entry) ? undefined : entry;
    },
    /** Drops a copy from before the given time. */
    forget: (key: string, before: number) => {
      const held = entries.peek(key);
      if (held && held.storedAt < before) entries.delete(key);
    },
    /** From now on no entry of before is served before it was compared with what the replicas share. */
    doubtAll: () => void (doubts += 1),
  };
}
