import { operationsOf, type Server } from '@triptych/service-host';
import { InvalidSubscription, PushNotOffered } from './push.errors.js';
import * as schemas from './push.schemas.js';
import type { PushSubscriptions } from './push-subscriptions.js';

const operation = operationsOf('notifications');
const operations = {
  readKey: operation('readPushKey', 'What a browser subscribes with', {
    response: { 200: schemas.PushKeySchema },
  }),
  subscribe: operation('subscribeToPush', 'Notify this device while the client is closed', {
    description: 'A device is a session: it has one subscription, which ends with it.',
    body: schemas.SubscriptionBodySchema,
    response: { 200: schemas.SubscribedSchema },
    errors: [PushNotOffered, InvalidSubscription],
  }),
  unsubscribe: operation('unsubscribeFromPush', 'Notify this device no longer', {
    response: { 200: schemas.UnsubscribedSchema },
  }),
};

export async function pushRoutes(app: Server, { push }: { push: PushSubscriptions }) {
  app.get('/push/key', operations.readKey, () => ({ key: push.key }));

  app.post('/push/subscriptions', operations.subscribe, async ({ caller, body }) => {
    await push.subscribe(caller, body);
    return { changed: true };
  });

  app.delete('/push/subscriptions', operations.unsubscribe, async ({ caller }) => ({
    changed: await push.end(caller),
  }));
}
