import type { CacheTier } from '../http/cache-status.js';

/** What is kept of an upstream's reply: bytes and one word about them, so that any store can hold it. */
export interface CachedBody {
  readonly body: Buffer;
  /** What the bytes are: a media type, or the name of a source. */
  readonly about: string;
}

/** All times are milliseconds of the epoch. */
export interface CacheEntry {
  /** `null` records that there is nothing. */
  readonly found: CachedBody | null;
  /** When the upstream replied: of two entries the later one counts, in either tier. */
  readonly storedAt: number;
  /** After it the entry is stale, yet may stand in for a failing upstream. */
  readonly freshUntil: number;
  /** After it the entry serves for nothing but to void older copies. */
  readonly keepUntil: number;
}

export interface StoredEntry extends CacheEntry {
  readonly tier: CacheTier;
}

/** Never throws: a store that is away has nothing and keeps nothing. */
export interface CacheStore {
  get(key: string): Promise<StoredEntry | null>;
  /**
   * Replaces an older entry, never a later one. A record of nothing voids older copies in every tier and replica. The
   * store may drop the entry at any time, and should after `keepUntil`. Returns whether other replicas find it.
   */
  set(key: string, entry: CacheEntry): Promise<boolean>;
  /**
   * Voids what there is under a key in every tier and replica, also what one stored whose clock is ahead. What is stored after
   * `time`, and after what was voided, replaces the record of it. Returns whether all replicas learn of it.
   */
  purge(key: string, time: number): Promise<boolean>;
}

/** A store of this replica alone, which may have missed what others learned. */
export interface NearStore extends CacheStore {
  /** Whether an entry of it must be compared with what the replicas share before it is served. */
  isInDoubt(entry: StoredEntry): boolean;
  /** Called before the comparison. Returns what ends the doubt about an entry, but for doubts that arose since. */
  startCheck(): (entry: StoredEntry) => void;
}
