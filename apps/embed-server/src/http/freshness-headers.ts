import type { CacheNote } from '../cache/cache-note.js';

/** RFC 9110 13.1.2: a list, `*`, and the weak comparison. */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((item) => item.trim().replace(/^W\//, '') === tag);
}

const day = 86_400;

/**
 * What a cache in front may do (RFC 5861), in seconds: no more than the one here does with any of the items that
 * the answer was made of. Answers made of none may help out for a day.
 */
export function cacheControl(
  maxAge: number,
  notes: readonly Pick<CacheNote, 'revalidate' | 'stale'>[] = [],
): string {
  const revalidate = Math.min(day, ...notes.map((note) => note.revalidate));
  const stale = Math.min(day, ...notes.map((note) => note.stale));
  return `public, max-age=${maxAge}, stale-while-revalidate=${revalidate}, stale-if-error=${stale}`;
}
