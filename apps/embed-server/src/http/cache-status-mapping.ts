import type { CacheNote } from '../cache/cache-note.js';

/** `Cache-Status` of RFC 9211: a member for each question; its `detail` tells the kind of item, and the shared tier. */
export function toCacheStatus(notes: readonly CacheNote[]): string {
  return notes.map((note) => `embed-server; ${words(note)}; detail=${detail(note)}`).join(', ');
}

function words({ outcome, ttl, collapsed }: CacheNote): string {
  const shared = collapsed ? '; collapsed' : '';
  if (outcome === 'hit' || outcome === 'negative' || outcome === 'stale') return `hit; ttl=${ttl}`;
  if (outcome === 'rescued') return `fwd=stale${shared}; ttl=${ttl}`;
  return `fwd=miss${shared}${outcome === 'miss' ? '; stored' : ''}`;
}

function detail({ kind, tier }: CacheNote): string {
  return tier === 'redis' ? `${kind}/redis` : kind;
}
