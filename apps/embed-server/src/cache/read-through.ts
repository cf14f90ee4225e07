import type { CachedBody, CacheEntry, CacheStore } from './cache-store.port.js';

/** Seconds. */
export interface Freshness {
  readonly fresh: number;
  /** How much longer a copy may stand in for a failing upstream. */
  readonly stale: number;
}

export interface CacheAnswer {
  readonly found: CachedBody | null;
  /** Seconds for which the answer is good. */
  readonly maxAge: number;
}

/** Asks the cache, then the upstream: one call at a time for each key, whoever waits. */
export type ReadThrough = (
  key: string,
  freshness: Freshness,
  load: () => Promise<CachedBody | null>,
) => Promise<CacheAnswer>;

export type Clock = () => number;

// A post that is gone may come back, and an id may be guessed before it is taken.
const absent: Freshness = { fresh: 60, stale: 0 };
// How long a failing upstream is left in peace while a stale copy serves.
const retryAfter = 30;

export function createReadThrough(store: CacheStore, now: Clock = Date.now): ReadThrough {
  const running = new Map<string, Promise<CacheAnswer>>();

  async function keep(key: string, found: CachedBody | null, { fresh, stale }: Freshness) {
    const freshUntil = now() + fresh * 1000;
    await store.set(key, { found, freshUntil, keepUntil: freshUntil + stale * 1000 });
    return { found, maxAge: fresh };
  }

  async function keepStale(key: string, entry: CacheEntry) {
    await store.set(key, { ...entry, freshUntil: now() + retryAfter * 1000 });
    return { found: entry.found, maxAge: retryAfter };
  }

  async function refresh(
    [key, freshness, load]: Parameters<ReadThrough>,
    old: CacheEntry | null,
  ): Promise<CacheAnswer> {
    try {
      const found = await load();
      // Absence replaces the copy: what its author deleted is not served again.
      return await keep(key, found, found === null ? absent : freshness);
    } catch (error) {
      if (!old?.found || old.keepUntil <= now()) throw error;
      return keepStale(key, old);
    }
  }

  async function answer(...query: Parameters<ReadThrough>): Promise<CacheAnswer> {
    const entry = await store.get(query[0]);
    const left = entry === null ? 0 : Math.min(entry.freshUntil, entry.keepUntil) - now();
    if (entry && left > 0) return { found: entry.found, maxAge: Math.ceil(left / 1000) };
    return refresh(query, entry);
  }

  return (key, freshness, load) => {
    const waiting = running.get(key);
    if (waiting) return waiting;
    const work = answer(key, freshness, load).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  };
}
