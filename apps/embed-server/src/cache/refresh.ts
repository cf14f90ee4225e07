import type { CacheNote } from './cache-note.js';
import type { CachedBody, CacheEntry, CacheStore, StoredEntry } from './cache-store.port.js';
import { freshness as kinds, type Freshness } from './freshness.js';

export interface CacheAnswer {
  readonly found: CachedBody | null;
  /** Seconds for which the answer is good. */
  readonly maxAge: number;
}

/** An answer, and what there is to tell about where it comes from. */
export interface Outcome {
  readonly answer: CacheAnswer;
  readonly told: Omit<CacheNote, 'kind' | 'collapsed'>;
}

export type Clock = () => number;
export type Load = () => Promise<CachedBody | null>;

// Seconds for which a failing upstream is left in peace while an old copy serves.
const retryAfter = 30;

/** Calls the upstream and keeps what it says, or what it said before. */
export function createRefresh(store: CacheStore, now: Clock) {
  async function keep(key: string, found: CachedBody | null, kind: Freshness): Promise<Outcome> {
    const freshUntil = now() + kind.fresh * 1000;
    const entry = { found, freshUntil, keepUntil: freshUntil + kind.stale * 1000 };
    await store.set(key, entry);
    const told = tell(entry, now(), { outcome: 'miss', tier: 'none', revalidate: kind.revalidate });
    return { answer: { found, maxAge: kind.fresh }, told };
  }

  async function keepStale(key: string, { tier, ...entry }: StoredEntry): Promise<Outcome> {
    await store.set(key, { ...entry, freshUntil: now() + retryAfter * 1000 });
    const told = tell(entry, now(), { outcome: 'rescued', tier, revalidate: 0 });
    return { answer: { found: entry.found, maxAge: retryAfter }, told };
  }

  return async (key: string, kind: Freshness, load: Load, old: StoredEntry | null) => {
    try {
      const found = await load();
      // Absence replaces the copy: what its author deleted is not served again, by no replica.
      if (found === null && old?.found) await store.purge(key);
      return await keep(key, found, found === null ? kinds.absent : kind);
    } catch (error) {
      if (!old?.found || old.keepUntil <= now()) throw error;
      return keepStale(key, old);
    }
  };
}

export function tell(
  { freshUntil, keepUntil }: CacheEntry,
  now: number,
  { revalidate, ...rest }: Pick<Outcome['told'], 'outcome' | 'tier' | 'revalidate'>,
): Outcome['told'] {
  const stale = Math.max(0, Math.ceil((keepUntil - Math.max(now, freshUntil)) / 1000));
  const ttl = Math.ceil((freshUntil - now) / 1000);
  return { ...rest, ttl, revalidate: Math.min(revalidate, stale), stale };
}
