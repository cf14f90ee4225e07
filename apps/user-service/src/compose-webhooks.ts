import { createHttpClient } from '@triptych/http-client';
import { listOf } from '@triptych/service-host';
import type { Host, Stores } from './compose.js';
import type { Config } from './config.js';
import { createSecretEncryption } from './webhooks/secret-encryption.js';
import {
  deliveryDefaults,
  type DeliverySettings,
  startWebhookDelivery,
} from './webhooks/deliver-webhooks.js';
import { createHttpWebhookSender, sendDeadline } from './webhooks/send-webhook.http.js';
import { createUrlCheck } from './webhooks/check-webhook-url.http.js';
import { createWebhookAttempts } from './webhooks/webhook-attempts.js';
import { createWebhookMetrics } from './webhooks/webhooks-metrics.js';
import { createWebhooks } from './webhooks/webhooks.js';

export type WebhookConfig = Pick<Config, 'WEBHOOK_KEYS'> &
  Partial<Pick<Config, 'OUTBOUND_ALLOW_HOSTS'>>;

/** Undefined: without a key that encrypts their secrets there are no webhooks, and nothing is delivered. */
export function composeWebhooks(
  config: WebhookConfig,
  { webhooks: store, webhookQueue: queue, events }: Stores,
  { log, metrics, delivery }: Host,
) {
  if (config.WEBHOOK_KEYS === undefined) return undefined;
  const allowHosts = listOf(config.OUTBOUND_ALLOW_HOSTS ?? '');
  const settings: DeliverySettings = { ...deliveryDefaults, ...delivery };
  const http = createHttpClient({
    ...{ userAgent: 'triptych-user-service', allowHosts },
    // Receivers may be of one host, and none of them waits for the connections of another.
    connectionsPerHost: settings.mostAtOnce * settings.lanes,
    // Headers have all the time that a try has.
    limits: { headersTimeout: 2 * sendDeadline },
  });
  const encryption = createSecretEncryption(listOf(config.WEBHOOK_KEYS));
  const send = createHttpWebhookSender(http);
  const count = createWebhookMetrics(metrics);
  const stop = startWebhookDelivery({ queue, events, encryption, send, log, count }, settings);
  return {
    webhooks: createWebhooks({
      ...{ store, log: events, encryption },
      checkUrl: createUrlCheck(allowHosts),
    }),
    attempts: createWebhookAttempts({ store, encryption, send }),
    close: async () => {
      await stop();
      await http.close();
    },
  };
}
