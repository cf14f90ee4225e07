import { startPushService } from '@triptych/testing/push-service';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { createVapidKeys } from './vapid.js';

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
    context: { push: { pollMs: 20, firstPauseMs: 20 } },
  });
});
afterAll(async () => {
  await world.close();
  await service.close();
});
beforeEach(() => {
  service.received.length = 0;
  service.setReply((response) => response.writeHead(201).end());
});

async function subscribe(user: SignedInUser) {
  const browser = service.subscribe();
  const { endpoint, keys } = browser;
  await world.post(user, '/api/push/subscriptions', { endpoint, keys });
  return browser;
}
const send = (from: SignedInUser, chatId: string, text: string) =>
  world.post(from, '/api/message/send', { chatId, text });
const mute = async (user: SignedInUser, chatId: string, seconds: number | null = null) =>
  expect((await world.put(user, `/api/chats/${chatId}/mute`, { seconds })).status).toBe(200);
/** Nobody waits for the time in which a message may be read. */
const makeDue = () => world.query('UPDATE push_deliveries SET due_at = now()');
const queued = () => world.query<{ seq: number }>('SELECT seq FROM push_deliveries');
async function untilSettled(): Promise<void> {
  while ((await queued()).length > 0) await new Promise(setImmediate);
}

it('nobody is notified of a muted chat, on any device; the other one still is', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const { token, sessionId } = await world.parts.sessions.open(bob.id, {});
  await subscribe(bob);
  await subscribe({ ...bob, sessionId, cookie: `authjs.session-token=${token}` });
  const atAlice = await subscribe(alice);
  await mute(bob, chatId, 3600);
  await send(alice, chatId, 'for nobody');
  await send(bob, chatId, 'for alice');
  await makeDue();
  await untilSettled();
  expect(service.received.map((push) => atAlice.read(push))).toMatchObject([{ text: 'for alice' }]);
});

it('a chat that is muted while a message waits is asked about when it is delivered', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await subscribe(bob);
  await send(alice, chatId, 'too late');
  expect(await queued()).toHaveLength(1);
  await mute(bob, chatId);
  await makeDue();
  await untilSettled();
  expect(service.received).toEqual([]);
});

it('a chat that is muted between two attempts is not tried again', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await subscribe(bob);
  service.setReply((response) => {
    void mute(bob, chatId).then(() => response.writeHead(503).end());
  });
  await send(alice, chatId, 'once');
  await makeDue();
  await untilSettled();
  expect(service.received).toHaveLength(1);
});

it('after its end everybody is notified again', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const browser = await subscribe(bob);
  await mute(bob, chatId, 60);
  await world.query(`UPDATE chat_mutes SET until = now() - interval '1 second'`);
  await send(alice, chatId, 'heard');
  await makeDue();
  await untilSettled();
  await mute(bob, chatId);
  await world.delete(bob, `/api/chats/${chatId}/mute`);
  await send(alice, chatId, 'again');
  await makeDue();
  await untilSettled();
  const texts = service.received.map((push) => browser.read(push) as { text: string });
  expect(texts.map(({ text }) => text)).toEqual(['heard', 'again']);
});

it('a muted chat is not among those that the sign of the client counts', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const carol = await world.join();
  await world.post(carol, '/api/friends/add', { email: bob.email });
  await world.post(bob, '/api/friends/accept', { id: carol.id });
  const browser = await subscribe(bob);
  await mute(bob, chatId);
  await send(alice, chatId, 'unheard');
  await send(carol, [bob.id, carol.id].sort().join('--'), 'heard');
  await makeDue();
  await untilSettled();
  expect(service.received.map((push) => browser.read(push))).toMatchObject([
    { text: 'heard', unread: 1 },
  ]);
});
