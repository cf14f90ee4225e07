import type { CacheEvent } from '../http/cache-status.js';
import type { CachedBody, CacheEntry, CacheStore, StoredEntry } from './cache-store.port.js';
import { freshness as kinds, type Freshness } from './freshness.js';
import type { Loaded, LoadOnce } from './single-flight.js';

export type Clock = () => number;

/** Asks the upstream; `null` when it has no such item. */
export type Load = () => Promise<CachedBody | null>;

export interface CacheResult {
  readonly found: CachedBody | null;
  /** Seconds for which the result may be used. */
  readonly maxAge: number;
}

/** A result, and how it came about. */
export interface Reading {
  readonly result: CacheResult;
  readonly event: Omit<CacheEvent, 'kind'>;
  /** The fresh copy in memory that it is. */
  readonly hit?: StoredEntry | undefined;
}

// Seconds for which a failing upstream is not asked while an old copy is served.
const retryAfter = 30;

/** Asks the upstream, or waits for the replica that asks it, and stores its reply; the old copy if it fails. */
export function createRefresh(store: CacheStore, loadOnce: LoadOnce, now: Clock) {
  async function keep(
    key: string,
    found: CachedBody | null,
    kind: Freshness,
  ): Promise<Loaded<Reading>> {
    const [storedAt, freshUntil] = [now(), now() + kind.fresh * 1000];
    const entry = { found, storedAt, freshUntil, keepUntil: freshUntil + kind.stale * 1000 };
    const shared = await store.set(key, entry);
    const what = { outcome: 'miss', tier: 'none', collapsed: false } as const;
    const event = eventOf(entry, storedAt, { ...what, revalidate: kind.revalidate });
    return { result: { result: { found, maxAge: kind.fresh }, event }, shared };
  }

  async function keepOld(key: string, { tier, ...entry }: StoredEntry): Promise<Loaded<Reading>> {
    const longer = { ...entry, freshUntil: now() + retryAfter * 1000 };
    const shared = await store.set(key, longer);
    const what = { outcome: 'rescued', tier, collapsed: false, revalidate: 0 } as const;
    const event = eventOf(entry, now(), what);
    return { result: { result: { found: entry.found, maxAge: retryAfter }, event }, shared };
  }

  async function loadOrRescue(key: string, kind: Freshness, load: Load, old: StoredEntry | null) {
    try {
      const found = await load();
      return await keep(key, found, found === null ? kinds.absent : kind);
    } catch (error) {
      // Another replica may have learned meanwhile that the item is gone.
      const copy = (await store.get(key)) ?? old;
      if (!copy?.found || copy.keepUntil <= now()) throw error;
      return keepOld(key, copy);
    }
  }

  return async (key: string, kind: Freshness, load: Load, old: StoredEntry | null) => {
    const loaded = await loadOnce(key, () => loadOrRescue(key, kind, load, old));
    return 'entry' in loaded ? ofReplica(loaded.entry, now(), kind.revalidate) : loaded.result;
  };
}

/** What another replica loaded meanwhile. */
function ofReplica(entry: StoredEntry, now: number, revalidate: number): Reading {
  const what = { outcome: 'miss', tier: entry.tier, collapsed: true, revalidate } as const;
  const event = eventOf(entry, now, what);
  return { result: { found: entry.found, maxAge: event.ttl }, event };
}

export function eventOf(
  { freshUntil, keepUntil }: CacheEntry,
  now: number,
  { outcome, tier, collapsed, revalidate }: Omit<Reading['event'], 'ttl' | 'stale'>,
): Reading['event'] {
  const stale = Math.max(0, Math.ceil((keepUntil - Math.max(now, freshUntil)) / 1000));
  const ttl = Math.ceil((freshUntil - now) / 1000);
  // Member by member: every look-up passes here, and rest and spread are slow.
  return { outcome, tier, collapsed, ttl, revalidate: Math.min(revalidate, stale), stale };
}
