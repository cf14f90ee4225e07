import type { CacheEvent } from '../http/cache-status.js';
import type { CachedBody, CacheEntry, CacheStore, StoredEntry } from './cache-store.port.js';
import { freshness as kinds, type Freshness } from './freshness.js';
import type { InTurn } from './distributed-load.js';

export interface CacheAnswer {
  readonly found: CachedBody | null;
  /** Seconds for which the answer is good. */
  readonly maxAge: number;
}

/** An answer, and what there is to tell about where it comes from. */
export interface Outcome {
  readonly answer: CacheAnswer;
  readonly told: Omit<CacheEvent, 'kind'>;
  /** Told of a fresh copy in memory. */
  readonly entry?: StoredEntry | undefined;
}

export type Clock = () => number;
export type Load = () => Promise<CachedBody | null>;

// Seconds for which a failing upstream is left in peace while an old copy serves.
const retryAfter = 30;

/** Calls the upstream, or hears what another replica heard of it, and keeps what it says, or said before. */
export function createRefresh(store: CacheStore, inTurn: InTurn, now: Clock) {
  async function keep(key: string, found: CachedBody | null, kind: Freshness) {
    const [storedAt, freshUntil] = [now(), now() + kind.fresh * 1000];
    const entry = { found, storedAt, freshUntil, keepUntil: freshUntil + kind.stale * 1000 };
    const shared = await store.set(key, entry);
    const what = { outcome: 'miss', tier: 'none', collapsed: false } as const;
    const told = tell(entry, storedAt, { ...what, revalidate: kind.revalidate });
    return { result: { answer: { found, maxAge: kind.fresh }, told }, shared };
  }

  async function keepStale(key: string, { tier, ...entry }: StoredEntry) {
    const longer = { ...entry, freshUntil: now() + retryAfter * 1000 };
    const shared = await store.set(key, longer);
    const what = { outcome: 'rescued', tier, collapsed: false, revalidate: 0 } as const;
    const told = tell(entry, now(), what);
    return { result: { answer: { found: entry.found, maxAge: retryAfter }, told }, shared };
  }

  async function loadOrRescue(key: string, kind: Freshness, load: Load, old: StoredEntry | null) {
    try {
      const found = await load();
      return await keep(key, found, found === null ? kinds.absent : kind);
    } catch (error) {
      // Another replica may have learned meanwhile that the copy is void.
      const copy = (await store.get(key)) ?? old;
      if (!copy?.found || copy.keepUntil <= now()) throw error;
      return keepStale(key, copy);
    }
  }

  return async (key: string, kind: Freshness, load: Load, old: StoredEntry | null) => {
    const turn = await inTurn(key, () => loadOrRescue(key, kind, load, old));
    return 'loaded' in turn ? turn.loaded : brought(turn.brought, now(), kind.revalidate);
  };
}

function brought(entry: StoredEntry, now: number, revalidate: number): Outcome {
  const what = { outcome: 'miss', tier: entry.tier, collapsed: true, revalidate } as const;
  const told = tell(entry, now, what);
  return { answer: { found: entry.found, maxAge: told.ttl }, told };
}

export function tell(
  { freshUntil, keepUntil }: CacheEntry,
  now: number,
  { outcome, tier, collapsed, revalidate }: Omit<Outcome['told'], 'ttl' | 'stale'>,
): Outcome['told'] {
  const stale = Math.max(0, Math.ceil((keepUntil - Math.max(now, freshUntil)) / 1000));
  const ttl = Math.ceil((freshUntil - now) / 1000);
  // Member by member: each answer of the cache passes here, and rest and spread are slow.
  return { outcome, tier, collapsed, ttl, revalidate: Math.min(revalidate, stale), stale };
}
