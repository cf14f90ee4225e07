/**
 * - `hit`, `negative`: a fresh copy, or a fresh record that there is nothing.
 * - `stale`: an old copy, while a new one is fetched in the background.
 * - `miss`: the upstream was asked, by this or another replica, and replied.
 * - `rescued`: the upstream was asked and failed; an old copy stood in.
 * - `failed`: the upstream failed, and there was no copy.
 */
export type CacheOutcome = 'hit' | 'negative' | 'stale' | 'miss' | 'rescued' | 'failed';

/** Where a copy lay. */
export type CacheTier = 'memory' | 'redis';

/** What the cache did for one look-up of one request. */
export interface CacheEvent {
  /** The kind of item, such as `tweet`. */
  readonly kind: string;
  /** Of the item in the cache; headers and metrics hold nothing of it but a name that is made of it. */
  readonly key: string;
  readonly outcome: CacheOutcome;
  /** `none` for what came from the upstream. */
  readonly tier: CacheTier | 'none';
  /** The item was fetched for an earlier request, of this replica or of the one that filled the `tier`. */
  readonly collapsed: boolean;
  /** Seconds for which the item is fresh; negative for an old copy. */
  readonly ttl: number;
  /** Seconds after `max-age` for which a cache in front may serve the reply while it revalidates. */
  readonly revalidate: number;
  /** Seconds after `max-age` for which a cache in front may serve the reply when this server fails. */
  readonly stale: number;
}

/** `Cache-Status` of RFC 9211: a member for each look-up; its `detail` names the kind of item, and the shared tier. */
export function toCacheStatus(events: readonly CacheEvent[]): string {
  return events
    .map((event) => `embed-server; ${parameters(event)}; detail=${detail(event)}`)
    .join(', ');
}

function parameters({ outcome, ttl, collapsed }: CacheEvent): string {
  const shared = collapsed ? '; collapsed' : '';
  if (outcome === 'hit' || outcome === 'negative' || outcome === 'stale') return `hit; ttl=${ttl}`;
  if (outcome === 'rescued') return `fwd=stale${shared}; ttl=${ttl}`;
  return `fwd=miss${shared}${outcome === 'miss' ? '; stored' : ''}`;
}

function detail({ kind, tier }: CacheEvent): string {
  return tier === 'redis' ? `${kind}/redis` : kind;
}
