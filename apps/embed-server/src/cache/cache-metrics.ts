import { Counter, Gauge, type Registry } from '@triptych/service-host';
import type { CacheNote } from './cache-note.js';

/** Counts what the cache did, by kind of item; keys are no labels. */
export function countCache(registry: Registry): (note: CacheNote) => void {
  const answers = new Counter({
    name: 'embed_cache_answers_total',
    help: 'Questions to the cache by kind of item, tier of the copy and outcome',
    labelNames: ['kind', 'tier', 'outcome', 'collapsed'] as const,
    registers: [registry],
  });
  return ({ kind, tier, outcome, collapsed }) =>
    answers.labels(kind, tier, outcome, String(collapsed)).inc();
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
