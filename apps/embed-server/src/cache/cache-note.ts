import type { CacheTier, StoredEntry } from './cache-store.port.js';

/**
 * - `hit`, `negative`: a fresh copy, or a fresh memory that there is nothing.
 * - `stale`: an old copy, while a new one is fetched behind it.
 * - `miss`: the upstream was asked, by this or another replica, and answered.
 * - `rescued`: the upstream was asked and failed; an old copy stood in.
 * - `failed`: the upstream failed, and there was no copy.
 */
export type CacheOutcome = 'hit' | 'negative' | 'stale' | 'miss' | 'rescued' | 'failed';

/** What the cache did for one question of one request. */
export interface CacheNote {
  /** The sort of the key, such as `tweet`: never the key itself. */
  readonly kind: string;
  readonly outcome: CacheOutcome;
  /** Where the copy lay; `none` for what came from the upstream. */
  readonly tier: CacheTier | 'none';
  /** The answer was fetched for another request that came before, here or at the replica that a `tier` tells of. */
  readonly collapsed: boolean;
  /** Seconds for which the answer is fresh; negative for an old copy. */
  readonly ttl: number;
  /** Seconds; what a cache in front may do with the answer after its `max-age`. */
  readonly revalidate: number;
  readonly stale: number;
}

/** A fresh copy in memory that answered one question of one request. */
export interface CacheHit {
  readonly key: string;
  readonly entry: StoredEntry;
  /** Seconds; of its kind. */
  readonly revalidate: number;
}
