import { startPushService } from '@triptych/testing/push-service';
import type { Context } from '../compose-chat.js';
import { createVapidKeys } from '../push/vapid.js';
import type { SignedInUser } from './signed-in-user.js';
import { createTestApp } from './test-app.js';

/** The server with a push service to which it may deliver, and what tests of deliveries ask of both. */
export async function createPushApp(push: Context['push']) {
  const { publicKey, privateKey } = createVapidKeys();
  const service = await startPushService();
  const world = await createTestApp({
    config: {
      OUTBOUND_ALLOW_HOSTS: service.host,
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: 'mailto:operator@example.test',
    },
    context: { push },
  });
  const queued = () => world.query<{ seq: number }>('SELECT seq FROM push_deliveries');
  return {
    service,
    world,
    queued,
    async subscribe(user: SignedInUser) {
      const browser = service.subscribe();
      const { endpoint, keys } = browser;
      await world.post(user, '/api/push/subscriptions', { endpoint, keys });
      return browser;
    },
    send: (from: SignedInUser, chatId: string, text: string) =>
      world.post(from, '/api/message/send', { chatId, text }),
    /** Nobody waits for the time in which a message may be read. */
    makeDue: () => world.query(`UPDATE push_deliveries SET due_at = now() - interval '1 second'`),
    async untilSettled(): Promise<void> {
      while ((await queued()).length > 0) await new Promise(setImmediate);
    },
    async close(): Promise<void> {
      await world.close();
      await service.close();
    },
  };
}
