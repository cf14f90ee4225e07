import { ServiceError } from '@triptych/schemas';
import { Counter, type Registry } from '@triptych/service-host';
import type { Users } from './users.js';

/** The use cases with every outcome counted: `registered` or `found`, the code of a refusal, or `failed`. */
export function withUserMetrics(users: Users, registry: Registry): Users {
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['outcome'] as const, registers: [registry] });
  const registrations = counter('user_registrations_total', 'Registrations by outcome');
  const lookups = counter('user_lookups_total', 'Look-ups by outcome');
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
