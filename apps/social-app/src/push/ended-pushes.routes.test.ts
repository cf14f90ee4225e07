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

const keepFor = (user: SignedInUser, chatId: string, seconds: number) =>
  app.world.put(user, `/api/chats/${chatId}/expiry`, { seconds });

it('nobody is notified of a message whose time is over', async () => {
  const { alice, bob, chatId } = await app.world.joinFriends();
  await app.subscribe(bob);
  await app.send(alice, chatId, 'over');
  await app.world.query(
    `UPDATE messages SET expires_at = now() - interval '1 second' WHERE chat_id = $1`,
    [chatId],
  );
  await app.makeDue();
  await app.untilSettled();
  expect(app.service.received).toEqual([]);
});

it('no push service keeps a message for longer than it lasts', async () => {
  const { alice, bob, chatId } = await app.world.joinFriends();
  await app.subscribe(bob);
  await keepFor(alice, chatId, 3600);
  await app.send(alice, chatId, 'for an hour');
  await app.makeDue();
  await app.untilSettled();
  expect(app.service.received).toHaveLength(1);
  const ttl = Number(app.service.received[0]!.headers['ttl']);
  expect(ttl).toBeGreaterThan(0);
  expect(ttl).toBeLessThanOrEqual(3600);
});

it('chats that are put away do not count in the sign of the client, those marked as unread do', async () => {
  const bob = await app.world.join();
  const browser = await app.subscribe(bob);
  for (let n = 0; n < 3; n += 1) {
    const friend = await app.world.join();
    await app.world.post(friend, '/api/friends/add', { email: bob.email });
    await app.world.post(bob, '/api/friends/accept', { id: friend.id });
    const chatId = [bob.id, friend.id].sort().join('--');
    if (n < 2) await app.send(friend, chatId, 'before');
    if (n === 1) {
      await app.world.post(bob, '/api/message/read', { chatId, seq: 1 });
      await app.world.put(bob, `/api/chats/${chatId}/unread`);
    }
    if (n === 0) await app.world.put(bob, `/api/chats/${chatId}/archive`);
    if (n === 2) await app.send(friend, chatId, 'last');
  }
  await app.makeDue();
  await app.untilSettled();
  const pushes = app.service.received.map((push) => browser.read(push) as { text: string });
  expect(pushes.find(({ text }) => text === 'last')).toMatchObject({ unread: 2 });
});
