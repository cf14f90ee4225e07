import type { CacheEvent } from '../http/cache-status.js';
import type { CachedBody, CacheEntry, CacheStore, StoredEntry } from './cache-store.port.js';
import type { ShownSnapshot } from './found.js';
import { freshness as kinds, type Freshness } from './freshness.js';
import { createRunningLoads, loadUnpurged, type RunningLoad } from './running-loads.js';
import type { Loaded, LoadOnce } from './single-flight.js';

export type Clock = () => number;

/** Asks the upstream; `null` when it has no such item. */
export type Load = (report: LoadReport) => Promise<CachedBody | null>;

/** What a load knows of an item beside that there is none. */
export interface LoadReport {
  /** There is one, which may not be shown to everybody. */
  readonly withheld: () => void;
  /** Those that could tell for certain failed, as this says. */
  readonly doubtful: (failure: unknown) => void;
}

/** How long a look-up waits for the upstream. What is late is loaded all the same. */
export interface MaxWait {
  readonly milliseconds: number;
  /** What the look-up throws then. */
  readonly late: () => Error;
}

/** How items of a kind are kept. */
export interface Kind extends Freshness {
  /** The record that there is none; by default that of all kinds. */
  readonly absent?: Freshness;
  /** By default a look-up waits until the upstream fails. */
  readonly maxWait?: MaxWait | undefined;
  /** Failures that last: where there is no old copy, the record of one is kept in place of the item. */
  readonly refusals?: {
    /** `null` for a failure that may pass. `took`: the milliseconds until it came. */
    readonly recordOf: (
      error: unknown,
      took: number,
    ) => { readonly record: CachedBody; readonly freshness: Freshness } | null;
    /** What the look-up of a record throws; `null` for an item. `seconds` until the upstream is asked again. */
    readonly errorOf: (found: CachedBody, seconds: number) => Error | null;
  };
}

export interface CacheResult {
  readonly found: CachedBody | null;
  /** Seconds for which the result may be used. */
  readonly maxAge: number;
  /** That it is, in place of what the upstream does not give. */
  readonly snapshot?: ShownSnapshot | undefined;
}

/** A result, and how it came about. */
export interface Reading {
  readonly result: CacheResult;
  readonly event: Omit<CacheEvent, 'kind' | 'key'>;
  /** The fresh copy in memory that it is. */
  readonly hit?: StoredEntry | undefined;
}

const unread: LoadReport = { withheld: () => undefined, doubtful: () => undefined };

// Seconds for which a failing upstream is not asked while an old copy is served.
const retryAfter = 30;

/** Asks the upstream, or waits for the replica that asks it, and stores its reply; the old copy if it fails. */
export function createRefresh(store: CacheStore, loadOnce: LoadOnce, now: Clock) {
  const loads = createRunningLoads();
  async function keep(key: string, entry: CacheEntry, maxAge: number, event: Reading['event']) {
    const shared = await store.set(key, entry);
    return { result: { result: { found: entry.found, maxAge }, event }, shared };
  }

  function keepNew(
    key: string,
    found: CachedBody | null,
    { fresh, revalidate, stale }: Freshness,
  ): Promise<Loaded<Reading>> {
    const [storedAt, freshUntil] = [now(), now() + fresh * 1000];
    const entry = { found, storedAt, freshUntil, keepUntil: freshUntil + stale * 1000 };
    const what = { outcome: 'miss', tier: 'none', collapsed: false, revalidate } as const;
    return keep(key, entry, fresh, eventOf(entry, storedAt, what));
  }

  async function loadOrRescue(
    running: RunningLoad,
    ...[key, kind, load, old]: [string, Kind, Load, StoredEntry | null]
  ) {
    const start = performance.now();
    try {
      const found = await loadUnpurged(running, () => load(unread));
      return await keepNew(key, found, found === null ? (kind.absent ?? kinds.absent) : kind);
    } catch (error) {
      // Another replica may have learned meanwhile that the item is gone.
      const copy = (await store.get(key)) ?? (running.purges() === 0 ? old : null);
      if (!copy?.found || copy.keepUntil <= now()) {
        const kept = kind.refusals?.recordOf(error, performance.now() - start);
        if (!kept) throw error;
        return keepNew(key, kept.record, kept.freshness);
      }
      const { tier, ...entry } = copy;
      const what = { outcome: 'rescued', tier, collapsed: false, revalidate: 0 } as const;
      const longer = { ...entry, freshUntil: now() + retryAfter * 1000 };
      return keep(key, longer, retryAfter, eventOf(entry, now(), what));
    }
  }

  return {
    refresh: async (key: string, kind: Kind, load: Load, old: StoredEntry | null) => {
      const loaded = await loadOnce(key, () =>
        loads.run(key, (running) => loadOrRescue(running, key, kind, load, old)),
      );
      return 'entry' in loaded ? ofReplica(loaded.entry, now(), kind.revalidate) : loaded.result;
    },
    notePurged: loads.notePurged,
  };
}

/** What another replica loaded meanwhile. */
function ofReplica(entry: StoredEntry, now: number, revalidate: number): Reading {
  const what = { outcome: 'miss', tier: entry.tier, collapsed: true, revalidate } as const;
  const event = eventOf(entry, now, what);
  return { result: { found: entry.found, maxAge: event.ttl }, event };
}

export function eventOf(
  { freshUntil, keepUntil }: CacheEntry,
  now: number,
  { outcome, tier, collapsed, revalidate }: Omit<Reading['event'], 'ttl' | 'stale'>,
): Reading['event'] {
  const stale = Math.max(0, Math.ceil((keepUntil - Math.max(now, freshUntil)) / 1000));
  const ttl = Math.ceil((freshUntil - now) / 1000);
  // Member by member: every look-up passes here, and rest and spread are slow.
  return { outcome, tier, collapsed, ttl, revalidate: Math.min(revalidate, stale), stale };
}
