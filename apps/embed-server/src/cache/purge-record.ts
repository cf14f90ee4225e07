import type { CacheEntry } from './cache-store.port.js';

/** The record that an item was purged: over at once, and later than what it voids. */
export function purgeRecord(time: number, voided: number): CacheEntry {
  return { found: null, storedAt: Math.max(time, voided + 1), freshUntil: 0, keepUntil: 0 };
}
