import { Counter, Gauge, type Registry } from '@triptych/service-host';
import type { KeepOutcome } from './keep-snapshots.js';
import type { ShownBecause } from './snapshots.js';

const outcomes: readonly KeepOutcome[] = ['kept', 'void', 'crowded', 'large', 'full', 'failed'];

/** Counts snapshots and calls of their store. No label holds anything of a post. */
export function measureSnapshots(registry: Registry, usedBytes: () => number | null) {
  const kept = new Counter({
    name: 'embed_snapshots_total',
    help: 'Posts that were to be kept, by outcome: crowded (too many at once), large (one), full (all together), void (erased)',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of outcomes) kept.inc({ outcome }, 0);
  const shown = new Counter({
    name: 'embed_snapshots_shown_total',
    help: 'Look-ups that a snapshot answered, by what the upstream did: failing, gone',
    labelNames: ['because'] as const,
    registers: [registry],
  });
  const calls = new Counter({
    name: 'embed_snapshot_store_calls_total',
    help: 'Calls of the store of snapshots, by outcome: ok, failed',
    labelNames: ['action', 'outcome'] as const,
    registers: [registry],
  });
  const foreign = new Counter({
    name: 'embed_snapshots_foreign_total',
    help: 'Objects of the store that this service did not write, or not whole',
    registers: [registry],
  });
  new Gauge({
    name: 'embed_snapshots_bytes',
    help: 'Bytes of all snapshots, as far as this replica knows',
    registers: [registry],
    collect() {
      this.set(usedBytes() ?? 0);
    },
  });
  return {
    countKept: (outcome: KeepOutcome) => kept.inc({ outcome }),
    countShown: (because: ShownBecause) => shown.inc({ because }),
    countForeign: () => foreign.inc(),
    countCall: (action: string, outcome: 'ok' | 'failed') => calls.inc({ action, outcome }),
  };
}
