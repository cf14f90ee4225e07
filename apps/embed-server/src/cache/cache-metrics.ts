import { Counter, type Registry } from '@triptych/service-host';
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
