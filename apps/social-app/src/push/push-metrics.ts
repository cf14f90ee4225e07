import { Counter, type Registry } from '@triptych/service-host';
import type { DeliveryParts } from './deliver-pushes.js';

export function createPushMetrics(registry: Registry): NonNullable<DeliveryParts['count']> {
  const pushes = new Counter({
    name: 'social_pushes_total',
    help: 'Notifications of devices by outcome: delivered, gone, refused, later, dropped',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  // A counter that appears with its first event has not increased for who watches it.
  for (const outcome of ['delivered', 'gone', 'refused', 'later', 'dropped'])
    pushes.labels(outcome).inc(0);
  return (outcome) => pushes.labels(outcome).inc();
}
