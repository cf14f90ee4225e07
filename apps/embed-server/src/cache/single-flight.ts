import { setTimeout as pause } from 'node:timers/promises';
import { currentScope, inSharedScope } from '../http/request-scope.js';
import type { CacheStore, StoredEntry } from './cache-store.port.js';
import type { DistributedLock, Lease } from './lock.port.js';

interface Flight<T> {
  readonly result: Promise<T>;
  /** Of each who waits for the result: whether they have gone away. */
  readonly haveLeft: (() => boolean)[];
}

const never = () => false;

/** One piece of work per key at a time, in this replica. It is abandoned once all who wait for it have gone away. */
export function createSingleFlight<T>() {
  const running = new Map<string, Flight<T>>();

  function start(key: string, work: () => Promise<T>, hasLeft: () => boolean): Flight<T> {
    const haveLeft = [hasLeft];
    const isAbandoned = () => haveLeft.every((each) => each());
    const result = inSharedScope(isAbandoned, work).finally(() => {
      running.delete(key);
      // Connections that were opened for the work keep its scope; they shall not keep the requests.
      haveLeft.length = 0;
    });
    const flight = { result, haveLeft };
    running.set(key, flight);
    return flight;
  }

  return {
    /** Starts the work, or joins the one that runs under the key. */
    run: (key: string, work: () => Promise<T>) => {
      const hasLeft = currentScope()?.isAbandoned ?? never;
      const joined = running.get(key);
      if (!joined) return { result: start(key, work, hasLeft).result, collapsed: false };
      joined.haveLeft.push(hasLeft);
      return { result: joined.result, collapsed: true };
    },
    /** Resolves when nothing runs. */
    settled: async () => {
      while (running.size > 0)
        await Promise.allSettled([...running.values()].map(({ result }) => result));
    },
  };
}

/** What was loaded, and whether other replicas find it in the store. */
export interface Loaded<T> {
  readonly result: T;
  readonly shared: boolean;
}

/** Loads, or waits for the entry that another replica loads. */
export type LoadOnce = <T>(
  key: string,
  load: () => Promise<Loaded<T>>,
) => Promise<{ readonly result: T } | { readonly entry: StoredEntry }>;

export interface LoadOnceParts {
  /** `null` where there is one replica. */
  readonly lock: DistributedLock | null;
  readonly store: CacheStore;
  readonly now: () => number;
  /** Milliseconds to wait for another replica; then this one loads by itself. */
  readonly maxWait: number;
}

const [firstPause, longestPause] = [15, 150];
const unbound: Lease = { release: () => Promise.resolve() };

/** One load per key at a time, among all replicas. */
export function createLoadOnce({ lock, store, now, maxWait }: LoadOnceParts): LoadOnce {
  return async (key, load) => {
    const giveUpAt = performance.now() + maxWait;
    for (let wait = firstPause; ; wait = Math.min(wait * 1.5, longestPause)) {
      const lease = lock ? await lock.acquire(key) : unbound;
      // With a lease too: it may be free because another load has just ended.
      const entry = await store.get(key);
      if (entry && entry.freshUntil > now()) {
        await lease?.release(true);
        return { entry };
      }
      if (lease) return loadWith(lease, load);
      if (performance.now() + wait >= giveUpAt) return load();
      await pause(wait);
    }
  };
}

async function loadWith<T>(lease: Lease, load: () => Promise<Loaded<T>>): Promise<Loaded<T>> {
  let shared = false;
  try {
    const loaded = await load();
    shared = loaded.shared;
    return loaded;
  } finally {
    await lease.release(shared);
  }
}
