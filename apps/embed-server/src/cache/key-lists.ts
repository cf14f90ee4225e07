import type { CacheStore } from './cache-store.port.js';

/** Keys of the cache that are kept under a name, the latest last. */
export interface KeyList {
  readonly keys: readonly string[];
  /** Milliseconds of the epoch; zero where there is none. */
  readonly storedAt: number;
}

// Milliseconds: longer than anything that is listed is kept for six hours, served for a day, and stands in for another one.
const lasting = 3 * 86_400_000;
const none: KeyList = { keys: [], storedAt: 0 };

export type KeyLists = ReturnType<typeof createKeyLists>;

/** Lists of keys as entries of the store: a list that is lost is begun anew. */
export function createKeyLists(store: CacheStore, now: () => number) {
  return {
    read: async (name: string): Promise<KeyList> => {
      const entry = await store.get(name);
      if (!entry?.found || entry.keepUntil <= now()) return none;
      const keys = JSON.parse(entry.found.body.toString()) as string[];
      return { keys, storedAt: entry.storedAt };
    },
    /** The list that keys are added to is `before`; `most` of the latest stay. */
    add: async (name: string, added: readonly string[], before: KeyList, most: number) => {
      const kept = before.keys.filter((key) => !added.includes(key));
      const all = [...new Set([...kept, ...added])].slice(-most);
      const found = { about: 'keys', body: Buffer.from(JSON.stringify(all)) };
      // Later than what it was made of, which a replica may have noted whose clock is ahead; stale at once, so that each looks
      // for what others noted.
      const storedAt = Math.max(now(), before.storedAt + 1);
      await store.set(name, { found, storedAt, freshUntil: 0, keepUntil: now() + lasting });
    },
    /** Whether a list holds a key, and will for as long as is needed. */
    holds: ({ keys, storedAt }: KeyList, key: string): boolean =>
      keys.includes(key) && storedAt > now() - lasting / 3,
  };
}
