import { Counter, Gauge, type Registry } from '@triptych/service-host';
import type { CacheEvent } from '../http/cache-status.js';

/**
 * Counts what the cache did, by kind of item; keys are no labels. By hand until the metrics are read: prom-client checks
 * and joins the labels at every step, which a reply out of memory would wait for.
 */
export function countCache(registry: Registry): (event: CacheEvent) => void {
  const tallies = new Map<string, { readonly labels: Labels; count: number }>();
  new Counter({
    name: 'embed_cache_lookups_total',
    help: 'Look-ups in the cache by kind of item, tier of the copy and outcome',
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

type Labels = Record<'kind' | 'tier' | 'outcome' | 'collapsed', string>;

/** Counts the commands to Redis, and shows whether it is there. */
export function measureSharedCache(registry: Registry) {
  const commands = new Counter({
    name: 'embed_shared_cache_commands_total',
    help: 'Commands to Redis by outcome: ok, away (not sent), late (given up), refused',
    labelNames: ['command', 'outcome'] as const,
    registers: [registry],
  });
  const up = new Gauge({
    name: 'embed_shared_cache_up',
    help: '1 while Redis is connected and replies in time',
    registers: [registry],
  });
  up.set(0);
  return {
    count: (command: string, outcome: string) => commands.labels(command, outcome).inc(),
    setUp: (is: boolean) => up.set(is ? 1 : 0),
  };
}
