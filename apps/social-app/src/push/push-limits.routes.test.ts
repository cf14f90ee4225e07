import type { ServerResponse } from 'node:http';
import { startPushService } from '@triptych/testing/push-service';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { createVapidKeys } from './vapid.js';

const perService = 2;
const devices = 4;

let service: Awaited<ReturnType<typeof startPushService>>;
let world: TestApp;
beforeAll(async () => {
  const { publicKey, privateKey } = createVapidKeys();
  service = await startPushService();
  world = await createTestApp({
    config: {
      OUTBOUND_ALLOW_HOSTS: service.host,
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: 'mailto:operator@example.test',
    },
    context: { push: { pollMs: 20, perService, mostAtOnce: 6 } },
  });
});
afterAll(async () => {
  await world.close();
  await service.close();
});

it('no more calls of a push service are under way than are allowed, also when one of them ends', async () => {
  const open: ServerResponse[] = [];
  service.setReply((response) => void open.push(response));
  for (let n = 0; n < devices; n += 1) {
    const { alice, bob, chatId } = await world.joinFriends();
    const { endpoint, keys } = service.subscribe();
    await world.post(bob, '/api/push/subscriptions', { endpoint, keys });
    await world.post(alice, '/api/message/send', { chatId, text: 'x' });
  }
  await world.query('UPDATE push_deliveries SET due_at = now()');
  await service.until(perService);
  // What is under way is leased for a minute; what was delivered is gone before the next is claimed.
  const leased = () =>
    world.query(`SELECT 1 FROM push_deliveries WHERE due_at > now() + interval '30 seconds'`);
  for (let next = perService + 1; next <= devices; next += 1) {
    open.shift()!.writeHead(201).end();
    await service.until(next);
    expect(await leased()).toHaveLength(perService);
  }
  for (const response of open.splice(0)) response.writeHead(201).end();
  const left = () => world.query('SELECT 1 FROM push_deliveries');
  while ((await left()).length > 0) await new Promise(setImmediate);
  expect(service.received).toHaveLength(devices);
});
