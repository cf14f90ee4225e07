import type { CacheEvent } from '../http/cache-status.js';
import { within } from '../http/within.js';
import type { StoredEntry } from './cache-store.port.js';
import {
  createRefresh,
  eventOf,
  isIncomplete,
  type CacheResult,
  type Kind,
  type Load,
  type MaxWait,
  type Reading,
} from './refresh.js';
import { createLoadOnce, createSingleFlight, type LoadOnceParts } from './single-flight.js';

export type { CacheResult, Clock, Kind, Load, LoadReport, MaxWait } from './refresh.js';

// Read-through cache. Guarantees: one upstream call per key at a time, across replicas while Redis is there; an old copy
// is served while the upstream fails, never after it said that the item is gone (ADR 0011).
//
//   copy                            the look-up
//   fresh                           is served at once, also the record that there is nothing
//   stale, within `revalidate`      is served at once; a new copy is fetched in the background
//   stale for longer                waits for the upstream; if that fails, gets the old copy, which is fresh for 30 s
//   a stale record of nothing       waits for the upstream; if that fails, gets its error
//   none, or past its last second   waits for the upstream; if that fails, gets its error, or the record of a refusal
//   incomplete, and fresh           is served at once: it lacked something that failed or was late, and is fresh for ten seconds,
//                                   or twice as long as the time before, up to a minute
//   incomplete, and stale           waits for the upstream, as a stale record of nothing; if that fails, gets the old copy
// A look-up with a `maxWait` waits no longer than that: then it gets the old copy, or its error, and the load goes on.

/** Looks up a key, or loads it; throws the failure, or the refusal that is remembered. One upstream call at a time for each key, however many wait at whichever replica. */
export type ReadThrough = (key: string, kind: Kind, load: Load) => Promise<CacheResult>;

/** The event of a fresh copy in memory, or of a fresh record that there is nothing, with the copy. */
export interface CacheHit extends CacheEvent {
  readonly entry: StoredEntry;
}

export function isHit(event: CacheEvent): event is CacheHit {
  return 'entry' in event;
}

interface CacheParts extends LoadOnceParts {
  /** Called with what the cache did, in the asynchronous context of the request it did it for. */
  readonly onEvent: (event: CacheEvent) => void;
  /** Called with why a load failed, whatever stands in for its item. */
  readonly onFailure: (error: unknown) => void;
  /** Runs what no request waits for, outside the context of the request that caused it. */
  readonly inBackground: <T>(work: () => Promise<T>) => Promise<T>;
}

// Seconds for which others may use an old copy while its successor is fetched.
const whileRefreshing = 10;
const noRevalidation = { revalidate: 0 };
const failure = { outcome: 'failed', tier: 'none', ttl: 0, revalidate: 0, stale: 0 } as const;

export function createCache({ onEvent, onFailure, inBackground, ...parts }: CacheParts) {
  const { store, now } = parts;
  const lookups = createSingleFlight<Reading>();
  const loads = createSingleFlight<Reading>();
  const { refresh, notePurged } = createRefresh(store, createLoadOnce(parts), {
    now,
    onFailure,
  });

  async function lookUp(...[key, kind, load]: Parameters<ReadThrough>): Promise<Reading> {
    const entry = await store.get(key);
    const fetchNew = () => loads.run(key, () => refresh(key, kind, load, entry)).result;
    if (entry === null || entry.keepUntil <= now()) return fetchNew();
    const lacks = isIncomplete(entry, kind);
    if (entry.freshUntil > now()) {
      const { revalidate } = entry.found === null ? (kind.absent ?? noRevalidation) : kind;
      return serve(entry, now(), lacks ? 0 : revalidate, lacks);
    }
    const late = kind.waitsForNew || entry.freshUntil + kind.revalidate * 1000 <= now();
    if (late || lacks || entry.found === null) return fetchNew();
    // A failure shows in the next look-up, and in the metrics of outbound calls.
    void inBackground(fetchNew).catch(() => undefined);
    return serve(entry, now(), 0);
  }

  /** What there is without the reply of the upstream. Throws the error of a wait that is over. */
  async function oldCopy(key: string, { late }: MaxWait): Promise<Reading> {
    const entry = await store.get(key);
    if (!entry?.found || entry.keepUntil <= now()) throw late();
    return serve(entry, now(), 0);
  }

  const readThrough: ReadThrough = async (key, ...query) => {
    const kind = key.slice(0, key.indexOf(':'));
    const { result: running, collapsed } = lookups.run(key, () => lookUp(key, ...query));
    const wait = query[0].maxWait;
    const reading = wait ? within(wait.milliseconds, running, () => oldCopy(key, wait)) : running;
    const { result, hit, ...read } = await reading.catch((error: unknown) => {
      onEvent({ ...failure, kind, key, collapsed });
      throw error;
    });
    const event = { ...read.event, kind, key, collapsed: collapsed || read.event.collapsed };
    const withCopy: CacheHit | undefined = hit && { ...event, entry: hit };
    onEvent(withCopy ?? event);
    const refusal = result.found && query[0].refusals?.errorOf(result.found, result.maxAge);
    if (refusal) throw refusal;
    return result;
  };

  return {
    readThrough,
    /** Resolves when nothing is being fetched. */
    settled: loads.settled,
    /**
     * Voids the copies of all tiers and replicas; a look-up from now on asks the upstream. Returns whether all replicas learn
     * of it.
     */
    forget: (key: string): Promise<boolean> => {
      notePurged(key);
      // Later than a copy that is stored in this very millisecond.
      return store.purge(key, now() + 1);
    },
    /** Another replica forgot the item, or learned that it is gone. */
    notePurged,
  };
}

function serve(entry: StoredEntry, now: number, revalidate: number, isIncomplete = false): Reading {
  const { found, freshUntil, tier } = entry;
  const outcome = freshUntil <= now ? 'stale' : found === null ? 'negative' : 'hit';
  const event = eventOf(entry, now, { outcome, tier, collapsed: false, revalidate });
  const maxAge = outcome === 'stale' ? whileRefreshing : event.ttl;
  const result = { found, maxAge, isIncomplete };
  return { result, event, hit: outcome !== 'stale' && tier === 'memory' ? entry : undefined };
}
