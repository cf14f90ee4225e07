import { createMemoryCache } from '../../cache/cache-store.memory.js';
import { freshness } from '../../cache/freshness.js';
import { createCache, type LoadReport } from '../../cache/read-through.js';
import { ImageNotFound } from '../../images/images.errors.js';
import { UpstreamBroken } from '../../outbound/upstream.errors.js';
import { createSnapshots } from '../snapshots.js';
import type { SnapshotStore } from '../snapshot-store.port.js';

/** A store in memory, which several replicas share. */
export function createMapStore(objects: Map<string, Buffer>): SnapshotStore {
  return {
    read: async (name) => objects.get(name) ?? null,
    write: async (name, value) => void objects.set(name, value),
    remove: async (name) => void objects.delete(name),
    list: async () =>
      [...objects].map(([name, { length }]) => ({ name, bytes: length, storedAt: 0 })),
  };
}

/** What the upstream does. */
export type Weather =
  'ok' | 'lacks a part' | 'lacks its author' | 'fails' | 'gone' | 'withheld' | 'doubtful';

export interface World {
  weather: Weather;
  /** What it gives. */
  value: string;
  now: number;
}

/** A replica with a cache of its own; posts have no pictures. */
export function createReplica(world: World, store: SnapshotStore, follow = true) {
  const now = () => world.now;
  const memory = createMemoryCache(1e6);
  const cache = createCache({
    store: memory,
    lock: null,
    now,
    maxWait: 1000,
    onEvent: () => undefined,
    onFailure: () => undefined,
    inBackground: (work) => work(),
  });
  const snapshots = createSnapshots({
    store,
    readThrough: cache.readThrough,
    now,
    follow,
    maxBytes: 1e9,
    itemMaxBytes: 1e6,
    keptOf: (key) => ({ key, postOf: (copy) => copy }),
    placesOf: () => [],
    keysBeside: () => [],
    readImage: () => Promise.reject(new ImageNotFound()),
    inBackground: (work) => work(),
    reports: {
      countKept: () => undefined,
      countShown: () => undefined,
      countForeign: () => undefined,
    },
  });
  const load = async (report: LoadReport) => {
    const { weather, value } = world;
    if (weather === 'lacks a part') report.incomplete(true);
    if (weather === 'lacks its author') report.incomplete(false);
    const isGiven = weather === 'ok' || weather.startsWith('lacks');
    if (isGiven) return { about: 'post', body: Buffer.from(value) };
    const failure = new UpstreamBroken('as told', { status: 500 });
    if (weather === 'fails') throw failure;
    if (weather === 'withheld') report.withheld();
    if (weather === 'doubtful') report.doubtful(failure);
    return null;
  };
  return {
    ...snapshots,
    forget: cache.forget,
    /** What a visitor sees. */
    read: async (key: string): Promise<string> => {
      const result = await snapshots.readThrough(key, freshness.post, load).catch(() => 'error');
      if (typeof result === 'string') return result;
      const words = result.found?.body.toString() ?? 'nothing';
      return result.snapshot ? `snapshot of ${words}` : words;
    },
  };
}
