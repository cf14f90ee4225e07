import { createHttpClient } from '@triptych/http-client';
import { inFolder } from '@triptych/postgres';
import { listOf } from '@triptych/service-host';
import type { Context } from './compose-chat.js';
import type { Stores } from './compose-stores.js';
import { vapidSettings } from './config.js';
import { deliveryDefaults, startPushDelivery } from './push/deliver-pushes.js';
import { createPushMetrics } from './push/push-metrics.js';
import { createSqlPushQueue } from './push/push-queue.sql.js';
import { createHttpPushService } from './push/push-service.http.js';
import { createPushSubscriptions } from './push/push-subscriptions.js';
import { createPrismaSubscriptionStore } from './push/subscription-store.prisma.js';
import { createVapidKeys, type VapidKeys } from './push/vapid.js';
import { keepSecret } from './sessions/kept-secrets.files.js';

/** Without keys nothing is offered and nothing is sent. */
export async function composePush({ prisma, database, config }: Stores, context: Context) {
  const store = createPrismaSubscriptionStore(prisma);
  const settings = vapidSettings(config);
  if (!settings) return { push: createPushSubscriptions(store, null), close: async () => {} };
  const keys = settings.keys ?? (await inFolder(keepVapidKeys(config.DATA_DIR)));
  const vapid = { ...keys, subject: settings.subject };
  const http = createHttpClient({
    userAgent: 'triptych-social-app',
    allowHosts: listOf(config.OUTBOUND_ALLOW_HOSTS),
  });
  const parts = {
    queue: createSqlPushQueue(database),
    send: createHttpPushService(http, vapid),
    log: context.log,
    ...(context.metrics && { count: createPushMetrics(context.metrics) }),
  };
  const stop = startPushDelivery(parts, { ...deliveryDefaults, ...context.push });
  return {
    push: createPushSubscriptions(store, keys.publicKey),
    close: async () => {
      const stopped = stop();
      // What is under way fails at once, and is delivered after the restart.
      await http.close();
      await stopped;
    },
  };
}

/** A developer's keys: kept, so that subscriptions survive a restart. */
async function keepVapidKeys(dataDir: string): Promise<VapidKeys> {
  const make = () => JSON.stringify(createVapidKeys());
  return JSON.parse(await keepSecret(dataDir, 'vapid-keys.json', make)) as VapidKeys;
}
