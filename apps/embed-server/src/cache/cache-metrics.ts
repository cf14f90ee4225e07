import { Counter, Gauge, type Registry } from '@triptych/service-host';
import type { CacheEvent } from '../http/cache-status.js';

/**
 * Counts what the cache did, by kind of item; keys are no labels. By hand until somebody reads it: prom-client checks
 * and joins the labels at every step, which an answer out of memory would wait for.
 */
export function countCache(registry: Registry): (event: CacheEvent) => void {
  const tallies = new Map<string, Tally>();
  new Counter({
    name: 'embed_cache_answers_total',
    help: 'Questions to the cache by kind of item, tier of the copy and outcome',
    labelNames: ['kind', 'tier', 'outcome', 'collapsed'] as const,
    registers: [registry],
    collect() {
      for (const tally of tallies.values()) this.inc(tally.labels, tally.count);
      tallies.clear();
    },
  });
  return ({ kind, tier, outcome, collapsed }) => {
    const key = `${kind} ${tier} ${outcome} ${collapsed}`;
    const tally = tallies.get(key);
    if (tally) tally.count += 1;
    else tallies.set(key, { labels: { kind, tier, outcome, collapsed: `${collapsed}` }, count: 1 });
  };
}

interface Tally {
  readonly labels: Record<'kind' | 'tier' | 'outcome' | 'collapsed', string>;
  count: number;
}

export interface SharedCacheMeters {
  readonly count: (command: string, outcome: string) => void;
  readonly setUp: (up: boolean) => void;
}

/** Counts what became of the questions to Redis, and tells whether it is there. */
export function measureSharedCache(registry: Registry): SharedCacheMeters {
  const commands = new Counter({
    name: 'embed_shared_cache_commands_total',
    help: 'Questions to Redis by outcome: ok, away (not asked), late (given up), refused',
    labelNames: ['command', 'outcome'] as const,
    registers: [registry],
  });
  const up = new Gauge({
    name: 'embed_shared_cache_up',
    help: '1 while Redis is connected and answers in time',
    registers: [registry],
  });
  up.set(0);
  return {
    count: (command, outcome) => commands.labels(command, outcome).inc(),
    setUp: (is) => up.set(is ? 1 : 0),
  };
}
