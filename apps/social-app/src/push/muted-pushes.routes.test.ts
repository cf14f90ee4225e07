import { createPushApp } from '../testing/push-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';

let app: Awaited<ReturnType<typeof createPushApp>>;
beforeAll(async () => {
  app = await createPushApp({ pollMs: 20, firstPauseMs: 20 });
});
afterAll(() => app.close());
beforeEach(() => {
  app.service.received.length = 0;
  app.service.setReply((response) => response.writeHead(201).end());
});

const mute = async (user: SignedInUser, chatId: string, seconds: number | null = null) =>
  expect((await app.world.put(user, `/api/chats/${chatId}/mute`, { seconds })).status).toBe(200);

it('nobody is notified of a muted chat, on any device; the other one still is', async () => {
  const { alice, bob, chatId } = await app.world.joinFriends();
  const { token, sessionId } = await app.world.parts.sessions.open(bob.id, {});
  await app.subscribe(bob);
  await app.subscribe({ ...bob, sessionId, cookie: `authjs.session-token=${token}` });
  const atAlice = await app.subscribe(alice);
  await mute(bob, chatId, 3600);
  await app.send(alice, chatId, 'for nobody');
  await app.send(bob, chatId, 'for alice');
  await app.makeDue();
  await app.untilSettled();
  expect(app.service.received.map((push) => atAlice.read(push))).toMatchObject([
    { text: 'for alice' },
  ]);
});

it('a chat that is muted while a message waits is asked about when it is delivered', async () => {
  const { alice, bob, chatId } = await app.world.joinFriends();
  await app.subscribe(bob);
  await app.send(alice, chatId, 'too late');
  expect(await app.queued()).toHaveLength(1);
  await mute(bob, chatId);
  await app.makeDue();
  await app.untilSettled();
  expect(app.service.received).toEqual([]);
});

it('a chat that is muted between two attempts is not tried again', async () => {
  const { alice, bob, chatId } = await app.world.joinFriends();
  await app.subscribe(bob);
  app.service.setReply((response) => {
    void mute(bob, chatId).then(() => response.writeHead(503).end());
  });
  await app.send(alice, chatId, 'once');
  await app.makeDue();
  await app.untilSettled();
  expect(app.service.received).toHaveLength(1);
});

it('after its end everybody is notified again', async () => {
  const { alice, bob, chatId } = await app.world.joinFriends();
  const browser = await app.subscribe(bob);
  await mute(bob, chatId, 60);
  await app.world.query(`UPDATE chat_mutes SET until = now() - interval '1 second'`);
  await app.send(alice, chatId, 'heard');
  await app.makeDue();
  await app.untilSettled();
  await mute(bob, chatId);
  await app.world.delete(bob, `/api/chats/${chatId}/mute`);
  await app.send(alice, chatId, 'again');
  await app.makeDue();
  await app.untilSettled();
  const texts = app.service.received.map((push) => browser.read(push) as { text: string });
  expect(texts.map(({ text }) => text)).toEqual(['heard', 'again']);
});

it('a muted chat is not among those that the sign of the client counts', async () => {
  const { alice, bob, chatId } = await app.world.joinFriends();
  const carol = await app.world.join();
  await app.world.post(carol, '/api/friends/add', { email: bob.email });
  await app.world.post(bob, '/api/friends/accept', { id: carol.id });
  const browser = await app.subscribe(bob);
  await mute(bob, chatId);
  await app.send(alice, chatId, 'unheard');
  await app.send(carol, [bob.id, carol.id].sort().join('--'), 'heard');
  await app.makeDue();
  await app.untilSettled();
  expect(app.service.received.map((push) => browser.read(push))).toMatchObject([
    { text: 'heard', unread: 1 },
  ]);
});
