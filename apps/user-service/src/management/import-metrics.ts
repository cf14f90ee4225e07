import { Counter, type Registry } from '@triptych/service-host';
import { refusals } from './transfer-mapping.js';
import type { LineOutcome, UserImport } from './user-import.js';

/** The import with every line counted: `registered`, the code of a refusal, or `failed`. */
export function withImportMetrics(importUsers: UserImport, registry: Registry): UserImport {
  const lines = new Counter({
    name: 'user_import_lines_total',
    help: 'Lines of imports by outcome',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  // A counter that appears with its first event has not increased for who watches it.
  for (const outcome of ['registered', 'failed']) lines.labels(outcome).inc(0);
  return async function* (body, by) {
    for await (const batch of importUsers(body, by)) {
      for (const outcome of batch) lines.labels(labelOf(outcome)).inc();
      yield batch;
    }
  };
}

function labelOf({ kind }: LineOutcome): string {
  return kind === 'registered' || kind === 'failed' ? kind : refusals[kind].code;
}
