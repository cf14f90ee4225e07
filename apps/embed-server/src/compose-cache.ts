import type { ServerOptions } from '@triptych/service-host';
import { createResponseCache } from './cache/response-cache.js';
import { currentScope, inNewScope } from './http/request-scope.js';
import { countCache, measureSharedCache } from './cache/metrics.js';
import { createMemoryCache } from './cache/cache-store.memory.js';
import { createRedisCache } from './cache/cache-store.redis.js';
import { subscribeToInvalidations } from './cache/invalidation.redis.js';
import { createRedisLock } from './cache/lock.redis.js';
import { createHolderKeys } from './cache/holder-keys.js';
import { createKeyLists } from './cache/key-lists.js';
import { createPartKeys } from './cache/part-keys.js';
import { createCache, type Clock } from './cache/read-through.js';
import { connectCache } from './cache/connection.redis.js';
import { createTieredStore } from './cache/tiered-store.js';
import { heldKeysOf } from './compose-keys.js';
import type { Config } from './config.js';

type Host = Pick<ServerOptions, 'metrics' | 'redis'>;

interface CacheWiring {
  readonly now: Clock;
  /** Another replica forgot an item, or learned that it is gone. */
  readonly onForgotten: (key: string) => void;
  /** Why a load failed. */
  readonly onFailure: (error: unknown) => void;
}

/** The cache with its stores and metrics; its events go to the scope of the request. */
export function composeCache(
  config: Config,
  host: Host,
  { now, onForgotten, onFailure }: CacheWiring,
) {
  const count = countCache(host.metrics);
  let notePurged: (key: string) => void = () => undefined;
  const tiers = composeTiers(config, host, now, (key) => {
    notePurged(key);
    onForgotten(key);
  });
  const cache = createCache({
    ...tiers,
    now,
    // A request that waits in vain has time left for a call of its own.
    maxWait: config.REQUEST_DEADLINE_MS / 3,
    onEvent: (event) => {
      currentScope()?.cacheEvents.push(event);
      count(event);
    },
    onFailure,
    inBackground: (work) => inNewScope(config.REQUEST_DEADLINE_MS, work),
  });
  notePurged = cache.notePurged;
  const responseCache = createResponseCache({
    maxBytes: config.CACHE_MAX_BYTES / 4,
    now,
    held: tiers.held,
    count,
  });
  const lists = createKeyLists(tiers.store, now);
  // Each post is read once more to find what it holds, a twentieth of the work of a miss: not where nobody may purge.
  const heldBy = config.PURGE_KEYS === undefined ? () => [] : heldKeysOf;
  const { readThrough, holdersOf } = createHolderKeys(lists, cache.readThrough, heldBy);
  return {
    ...cache,
    readThrough,
    holdersOf,
    partKeys: createPartKeys(lists),
    /** What every look-up of a key finds, or `null`. */
    copyOf: async (key: string) => (await tiers.store.get(key))?.found ?? null,
    responseCache,
    close: tiers.close,
  };
}

function composeTiers(
  config: Config,
  { redis, ...host }: Host,
  now: Clock,
  onGone: (key: string) => void,
) {
  const memory = createMemoryCache(config.CACHE_MAX_BYTES * 0.75);
  const { held } = memory;
  if (!redis) return { store: memory, held, lock: null, close: () => Promise.resolve() };
  const { count, setUp } = measureSharedCache(host.metrics);
  const connection = connectCache(redis, {
    count,
    setUp: (up) => {
      setUp(up);
      // What was compared with a Redis that did not reply was not compared.
      memory.doubtAll();
    },
  });
  const { name } = redis;
  const maxBytes = config.CACHE_SHARED_ITEM_MAX_BYTES;
  const unsubscribe = subscribeToInvalidations(redis, {
    onGone: (key, storedAt) => {
      memory.forget(key, storedAt);
      onGone(key);
    },
    onMissed: memory.doubtAll,
  });
  const shared = createRedisCache(connection, { name, maxBytes, now });
  const lock = createRedisLock(connection, name);
  return {
    held,
    store: createTieredStore(memory, shared, now),
    lock,
    close: async () => {
      unsubscribe();
      await lock.close();
      connection.close();
    },
  };
}
