/** What is kept of an upstream's answer: bytes and one word about them, so that any store can hold it. */
export interface CachedBody {
  readonly body: Buffer;
  /** What the bytes are: a media type, or the name of a source. */
  readonly about: string;
}

export interface CacheEntry {
  /** `null` remembers that there is nothing. */
  readonly found: CachedBody | null;
  /** Milliseconds of the epoch; after it the entry is stale, yet may stand in for a failing upstream. */
  readonly freshUntil: number;
  /** Milliseconds of the epoch; after it the entry is worth nothing. */
  readonly keepUntil: number;
}

/** Where an entry lay. */
export type CacheTier = 'memory' | 'redis';

export interface StoredEntry extends CacheEntry {
  readonly tier: CacheTier;
}

/** Never throws: a store that is away knows nothing and keeps nothing. */
export interface CacheStore {
  get(key: string): Promise<StoredEntry | null>;
  /** The store may forget the entry at any time, and should after `keepUntil`. */
  set(key: string, entry: CacheEntry): Promise<void>;
  /** Forgets the entry in every tier and replica. */
  purge(key: string): Promise<void>;
}
