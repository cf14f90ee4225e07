// Which of the notifications that wait are taken, and what else happens to those beside them.
import { createPushApp } from '../testing/push-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';

let app: Awaited<ReturnType<typeof createPushApp>>;
beforeAll(async () => {
  app = await createPushApp({ pollMs: 20, firstPauseMs: 60_000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.world.query('DELETE FROM push_deliveries');
  app.service.received.length = 0;
  app.service.setReply((response) => response.writeHead(201).end());
});

async function befriend(one: SignedInUser, other: SignedInUser): Promise<string> {
  await app.world.post(one, '/api/friends/add', { email: other.email });
  await app.world.post(other, '/api/friends/accept', { id: one.id });
  return [one.id, other.id].sort().join('--');
}

/** Bob with a device, and two friends, of whom each has written to him. */
async function joinThree() {
  const { alice, bob, chatId } = await app.world.joinFriends();
  const carol = await app.world.join();
  const others = await befriend(carol, bob);
  const browser = await app.subscribe(bob);
  await app.send(alice, chatId, 'of Alice');
  await app.send(carol, others, 'of Carol');
  const read = () => app.service.received.map((push) => browser.read(push));
  return { alice, bob, carol, chatId, others, read };
}

const makeDue = (chatId: string) =>
  app.world.query(
    `UPDATE push_deliveries SET due_at = now() - interval '1 second' WHERE chat_id = $1`,
    [chatId],
  );
const waiting = (chatId: string) =>
  app.world.query<{ due_at: Date }>('SELECT due_at FROM push_deliveries WHERE chat_id = $1', [
    chatId,
  ]);
async function untilGone(chatId: string): Promise<void> {
  while ((await waiting(chatId)).length > 0) await new Promise(setImmediate);
}

it('one whose time has not come waits on, beside one of the same device that is sent', async () => {
  const { chatId, others, read } = await joinThree();
  const before = await waiting(others);
  await makeDue(chatId);
  await untilGone(chatId);
  expect(read()).toMatchObject([{ text: 'of Alice' }]);
  expect(await waiting(others)).toEqual(before);
});

it('a failure puts off its own message, and the device; no message of another chat, nor at another device', async () => {
  const { alice, bob, chatId, others } = await joinThree();
  const { token, sessionId } = await app.world.parts.sessions.open(bob.id, {});
  await app.subscribe({ ...bob, sessionId, cookie: `authjs.session-token=${token}` });
  await app.send(alice, chatId, 'to both devices');
  const [ofChat, ofOthers] = [await waiting(chatId), await waiting(others)];
  expect(ofChat).toHaveLength(2);
  app.service.setReply((response) => response.writeHead(503).end());
  await app.world.query(
    `UPDATE push_deliveries SET due_at = now() - interval '1 second' WHERE chat_id = $1 AND session_id <> $2::uuid`,
    [chatId, sessionId],
  );
  const failures = () =>
    app.world.query('SELECT 1 FROM push_subscriptions WHERE failures > 0 AND user_id = $1::uuid', [
      bob.id,
    ]);
  while ((await failures()).length === 0) await new Promise(setImmediate);
  expect(await waiting(others)).toEqual(ofOthers);
  const [kept] = await app.world.query<{ due_at: Date }>(
    'SELECT due_at FROM push_deliveries WHERE session_id = $1::uuid',
    [sessionId],
  );
  expect(ofChat).toContainEqual(kept);
});

it('other friendships say nothing of this one', async () => {
  const { alice, bob, carol, chatId, others, read } = await joinThree();
  // Ids grow with time: of the pairs with Alice Bob comes second, of those with the others first.
  await befriend(await app.world.join(), bob);
  await befriend(alice, await app.world.join());
  await app.world.delete(bob, `/api/friends/${carol.id}`);
  await makeDue(others);
  await untilGone(others);
  await makeDue(chatId);
  await untilGone(chatId);
  expect(read()).toMatchObject([{ text: 'of Alice' }]);
});

it('a message that is there no more is nothing to wait for', async () => {
  const { chatId, read } = await joinThree();
  await app.world.query('DELETE FROM messages WHERE chat_id = $1', [chatId]);
  await makeDue(chatId);
  await untilGone(chatId);
  expect(read()).toEqual([]);
});

it('who has muted somebody else is notified', async () => {
  const { bob, chatId, others, read } = await joinThree();
  await app.world.put(bob, `/api/chats/${others}/mute`, { seconds: 3_600 });
  await makeDue(chatId);
  await untilGone(chatId);
  expect(read()).toMatchObject([{ text: 'of Alice', unread: 1 }]);
});
