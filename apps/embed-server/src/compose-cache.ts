import type { Registry } from '@triptych/service-host';
import { currentScope, inNewScope } from './answers/request-scope.js';
import { countCache } from './cache/cache-metrics.js';
import { createMemoryCache } from './cache/cache-store.memory.js';
import { createCache, type Cache, type Clock } from './cache/read-through.js';
import type { Config } from './config.js';

/** The cache with its stores, its counters and its word to the request. */
export function composeCache(config: Config, registry: Registry, now: Clock = Date.now): Cache {
  const count = countCache(registry);
  return createCache({
    store: createMemoryCache(config.CACHE_MAX_BYTES * 0.75),
    now,
    report: (note) => {
      currentScope()?.notes.push(note);
      count(note);
    },
    apart: (work) => inNewScope(config.REQUEST_DEADLINE_MS, work),
  });
}
