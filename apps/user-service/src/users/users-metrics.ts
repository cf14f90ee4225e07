import { ServiceError } from '@triptych/schemas';
import { Counter, type Registry } from '@triptych/service-host';
import type { Users } from './users.js';

/** The use cases with every outcome counted: `registered` or `found`, the code of a refusal, or `failed`. */
export function withUserMetrics(users: Users, registry: Registry): Users {
  const counter = (metric: { readonly name: string; readonly help: string }) =>
    new Counter({ ...metric, labelNames: ['outcome'] as const, registers: [registry] });
  const registrations = counter({
    name: 'user_registrations_total',
    help: 'Registrations by outcome',
  });
  const lookups = counter({ name: 'user_lookups_total', help: 'Look-ups by outcome' });
  // A counter that appears with its first event has not increased for who watches it.
  for (const outcome of ['registered', 'failed']) registrations.labels(outcome).inc(0);
  for (const outcome of ['found', 'failed']) lookups.labels(outcome).inc(0);
  return {
    register: (...request) => counted(registrations, 'registered', users.register(...request)),
    readByEmail: (email) => counted(lookups, 'found', users.readByEmail(email)),
  };
}

async function counted<T>(counter: Counter<'outcome'>, success: string, work: Promise<T>) {
  try {
    const result = await work;
    counter.labels(success).inc();
    return result;
  } catch (error) {
    counter.labels(error instanceof ServiceError ? error.code : 'failed').inc();
    throw error;
  }
}
