import { Counter, type Registry } from '@triptych/service-host';
import type { DeliveryParts } from './deliver-webhooks.js';

export function createWebhookMetrics(registry: Registry): NonNullable<DeliveryParts['count']> {
  const attempts = new Counter({
    name: 'user_webhook_attempts_total',
    help: 'Tries to deliver an event to a webhook by outcome: delivered, failed',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const off = new Counter({
    name: 'user_webhooks_off_total',
    help: 'Webhooks that were switched off by reason: failing, gone, cursor_expired',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  // A counter that appears with its first event has not increased for who watches it.
  for (const outcome of ['delivered', 'failed'] as const) attempts.labels(outcome).inc(0);
  for (const reason of ['failing', 'gone', 'cursor_expired'] as const) off.labels(reason).inc(0);
  return {
    attempt: (outcome) => attempts.labels(outcome).inc(),
    off: (reason) => off.labels(reason).inc(),
  };
}
