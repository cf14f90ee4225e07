import type { CacheEvent } from '../http/cache-status.js';
import type { CacheStore, StoredEntry } from './cache-store.port.js';
import type { Freshness } from './freshness.js';
import { createInTurn } from './distributed-load.js';
import type { LoadTurns } from './lock.port.js';
import { createSingleFlight } from './single-flight.js';
import {
  createRefresh,
  tell,
  type CacheAnswer,
  type Clock,
  type Load,
  type Outcome,
} from './refresh.js';

export type { Clock } from './refresh.js';

/** Asks the cache, then the upstream: one call at a time for each key, whoever waits, at whichever replica. */
export type ReadThrough = (key: string, freshness: Freshness, load: Load) => Promise<CacheAnswer>;

export interface CacheParts {
  readonly store: CacheStore;
  readonly turns: LoadTurns;
  /** Milliseconds to wait for what another replica fetches. */
  readonly patience: number;
  readonly now: Clock;
  /** Called with what the cache did, in the asynchronous context of the request it did it for. */
  readonly onEvent: (event: CacheEvent) => void;
  /** Runs what no request waits for, apart from the request that caused it. */
  readonly apart: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The event of a fresh copy in memory, with the copy. */
export interface CacheHit extends CacheEvent {
  readonly key: string;
  readonly entry: StoredEntry;
}

export function isHit(event: CacheEvent): event is CacheHit {
  return 'entry' in event;
}

export interface Cache {
  readonly readThrough: ReadThrough;
  /** Resolves when nothing is being fetched. */
  readonly settled: () => Promise<void>;
}

// Seconds for which an old copy is good for others while its successor is on its way.
const underWay = 10;
const nothing = { outcome: 'failed', tier: 'none', ttl: 0, revalidate: 0, stale: 0 } as const;

export function createCache({ onEvent, apart, ...parts }: CacheParts): Cache {
  const { store, now } = parts;
  const lookups = createSingleFlight<Outcome>();
  const loads = createSingleFlight<Outcome>();
  const refresh = createRefresh(store, createInTurn(parts), now);

  async function lookUp(...[key, kind, load]: Parameters<ReadThrough>): Promise<Outcome> {
    const entry = await store.get(key);
    const fetchNew = () => loads.run(key, () => refresh(key, kind, load, entry)).result;
    if (entry === null || entry.keepUntil <= now()) return fetchNew();
    if (entry.freshUntil > now()) return serve(entry, now(), kind.revalidate);
    const late = entry.freshUntil + kind.revalidate * 1000 <= now();
    if (late || entry.found === null) return fetchNew();
    // Its failure is told by the next answer, and counted by the client.
    void apart(fetchNew).catch(() => undefined);
    return serve(entry, now(), 0);
  }

  return {
    readThrough: async (key, ...query) => {
      const kind = kindOf(key);
      const { result, collapsed } = lookups.run(key, () => lookUp(key, ...query));
      try {
        const { answer, told, entry } = await result;
        const event = { ...told, kind, collapsed: collapsed || told.collapsed };
        const hit: CacheHit | undefined = entry && { ...event, key, entry };
        onEvent(hit ?? event);
        return answer;
      } catch (error) {
        onEvent({ ...nothing, kind, collapsed });
        throw error;
      }
    },
    settled: () => loads.settled(),
  };
}

function kindOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}

function serve(entry: StoredEntry, now: number, revalidate: number): Outcome {
  const { found, freshUntil, tier } = entry;
  const outcome = freshUntil <= now ? 'stale' : found === null ? 'negative' : 'hit';
  const told = tell(entry, now, { outcome, tier, collapsed: false, revalidate });
  const answer = { found, maxAge: outcome === 'stale' ? underWay : told.ttl };
  return { answer, told, entry: outcome === 'hit' && tier === 'memory' ? entry : undefined };
}
