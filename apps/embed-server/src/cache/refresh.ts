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
  /** What is given lacks something that failed or was late. Whether it is better than no snapshot at all. */
  readonly incomplete: (isWorthKeeping: boolean) => void;
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
  /** Whether an old whole copy stands in for what is incomplete, as for a failure: of items that do not change. */
  readonly prefersWhole?: boolean;
  /** Whether a look-up waits for a new copy in the place of a stale one; `revalidate` is for caches in front alone. */
  readonly waitsForNew?: boolean;
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
  /** Whether it lacks something that is asked for again soon. */
  readonly isIncomplete?: boolean;
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

const ignore = () => undefined;

/** What stands in the cache by its length: an item is kept for as long as its kind says, and what is incomplete for less. */
export function isIncomplete({ found, storedAt, freshUntil }: CacheEntry, { fresh }: Freshness) {
  return found !== null && freshUntil - storedAt < fresh * 1000;
}

// Seconds for which a failing upstream is not asked while an old copy is served.
const retryAfter = 30;

export interface RefreshReports {
  readonly now: Clock;
  /** Why a load failed, whatever stands in for its item. */
  readonly onFailure: (error: unknown) => void;
}

/** Asks the upstream, or waits for the replica that asks it, and stores its reply; the old copy if it fails. */
export function createRefresh(
  store: CacheStore,
  loadOnce: LoadOnce,
  { now, onFailure }: RefreshReports,
) {
  const loads = createRunningLoads();
  async function keep(
    key: string,
    entry: CacheEntry,
    maxAge: number,
    event: Reading['event'],
    isIncomplete = false,
  ): Promise<Loaded<Reading>> {
    const shared = await store.set(key, entry);
    return { result: { result: { found: entry.found, maxAge, isIncomplete }, event }, shared };
  }

  function keepNew(
    key: string,
    found: CachedBody | null,
    { fresh, revalidate, stale }: Freshness,
    isIncomplete = false,
  ): Promise<Loaded<Reading>> {
    const [storedAt, freshUntil] = [now(), now() + fresh * 1000];
    const entry = { found, storedAt, freshUntil, keepUntil: freshUntil + stale * 1000 };
    const what = { outcome: 'miss', tier: 'none', collapsed: false, revalidate } as const;
    return keep(key, entry, fresh, eventOf(entry, storedAt, what), isIncomplete);
  }

  /** What may stand in for the upstream. Another replica may have learned meanwhile that the item is gone. */
  async function usableCopy(key: string, running: RunningLoad, old: StoredEntry | null) {
    const copy = (await store.get(key)) ?? (running.purges() === 0 ? old : null);
    return copy?.found && copy.keepUntil > now() ? copy : null;
  }

  function rescue(key: string, { tier, ...entry }: StoredEntry) {
    const what = { outcome: 'rescued', tier, collapsed: false, revalidate: 0 } as const;
    const longer = { ...entry, freshUntil: now() + retryAfter * 1000 };
    return keep(key, longer, retryAfter, eventOf(entry, now(), what));
  }

  async function loadOrRescue(
    running: RunningLoad,
    ...[key, kind, load, old]: [string, Kind, Load, StoredEntry | null]
  ) {
    const start = performance.now();
    let lacks = false;
    const report = { withheld: ignore, doubtful: ignore, incomplete: () => void (lacks = true) };
    const begin = () => {
      lacks = false;
      return load(report);
    };
    const keepLoaded = async (found: CachedBody | null) => {
      if (found === null) return keepNew(key, null, kind.absent ?? kinds.absent);
      if (!lacks) return keepNew(key, found, kind);
      const copy = await usableCopy(key, running, old);
      const isWhole = copy !== null && !isIncomplete(copy, kind);
      if (isWhole && kind.prefersWhole) return rescue(key, copy);
      return keepNew(key, found, longerThan(isWhole ? null : copy, kind), true);
    };
    try {
      return await loadUnpurged(running, begin, keepLoaded);
    } catch (error) {
      onFailure(error);
      const copy = await usableCopy(key, running, old);
      if (copy) return rescue(key, copy);
      const kept = kind.refusals?.recordOf(error, performance.now() - start);
      if (!kept) throw error;
      return keepNew(key, kept.record, kept.freshness);
    }
  }

  return {
    refresh: async (key: string, kind: Kind, load: Load, old: StoredEntry | null) => {
      const loaded = await loadOnce(key, () =>
        loads.run(key, (running) => loadOrRescue(running, key, kind, load, old)),
      );
      return 'entry' in loaded ? ofReplica(loaded.entry, now(), kind) : loaded.result;
    },
    notePurged: loads.notePurged,
  };
}

/** Of what is incomplete again: twice as long as before, so that what stays away costs its item's host little. */
function longerThan(before: StoredEntry | null, kind: Kind): Freshness {
  const { incomplete, refused } = kinds;
  const seconds = before === null ? 0 : Math.round((before.freshUntil - before.storedAt) / 1000);
  const longest = Math.min(refused.fresh, kind.fresh - 1);
  const fresh = Math.min(longest, Math.max(incomplete.fresh, seconds * 2));
  return { ...incomplete, fresh, stale: Math.min(incomplete.stale, kind.stale) };
}

/** What another replica loaded meanwhile. */
function ofReplica(entry: StoredEntry, now: number, kind: Kind): Reading {
  const lacks = isIncomplete(entry, kind);
  const revalidate = lacks ? 0 : kind.revalidate;
  const what = { outcome: 'miss', tier: entry.tier, collapsed: true, revalidate } as const;
  const event = eventOf(entry, now, what);
  return { result: { found: entry.found, maxAge: event.ttl, isIncomplete: lacks }, event };
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
