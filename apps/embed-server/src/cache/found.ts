import type { CachedBody } from './cache-store.port.js';

/** An item that was read through the cache. */
export interface Found<T> {
  /** The same object for as long as the cache holds it; `null` when it holds none. */
  readonly copy: CachedBody | null;
  /** Parsed and mapped anew at each call. */
  readonly value: () => T;
  /** Seconds. */
  readonly maxAge: number;
}
