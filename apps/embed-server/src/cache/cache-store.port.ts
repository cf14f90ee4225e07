import type { CacheTier } from '../http/cache-status.js';

/** What is kept of an upstream's answer: bytes and one word about them, so that any store can hold it. */
export interface CachedBody {
  readonly body: Buffer;
  /** What the bytes are: a media type, or the name of a source. */
  readonly about: string;
}

/** All times are milliseconds of the epoch. */
export interface CacheEntry {
  /** `null` remembers that there is nothing. */
  readonly found: CachedBody | null;
  /** When the upstream said so: of two entries the later one counts, wherever it lies. */
  readonly storedAt: number;
  /** After it the entry is stale, yet may stand in for a failing upstream. */
  readonly freshUntil: number;
  /** After it the entry is worth nothing, but that copies from before it are void. */
  readonly keepUntil: number;
}

export interface StoredEntry extends CacheEntry {
  readonly tier: CacheTier;
}

/** Never throws: a store that is away knows nothing and keeps nothing. */
export interface CacheStore {
  get(key: string): Promise<StoredEntry | null>;
  /**
   * Takes the place of an older entry, never of a later one. That there is nothing voids older copies in every
   * tier and replica. The store may forget the entry at any time, and should after `keepUntil`. Tells whether
   * other replicas find it.
   */
  set(key: string, entry: CacheEntry): Promise<boolean>;
}
