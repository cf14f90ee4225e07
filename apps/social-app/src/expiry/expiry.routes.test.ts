import { openReadyEvents } from '../testing/event-client.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
let base: string;
beforeAll(async () => {
  // Nothing is erased here: whatever is not shown is not shown by its time alone.
  world = await createTestApp({ context: { expirySweepMs: 3_600_000 } });
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => world.close());

const urlOf = (chatId: string) => `/api/chats/${chatId}/expiry`;
const set = (user: SignedInUser | null, chatId: string, seconds: unknown) =>
  world.put(user, urlOf(chatId), { seconds });
const post = (from: SignedInUser, verb: string, body: object) =>
  world.post(from, `/api/message/${verb}`, body);
const send = (from: SignedInUser, chatId: string, more: object = {}) =>
  post(from, 'send', { chatId, text: 'secret', ...more });
/** Messages of a chat whose time is over, by their numbers. */
const end = (chatId: string, ...seqs: number[]) =>
  world.query(
    `UPDATE messages SET expires_at = now() - interval '1 second' WHERE chat_id = $1 AND seq = ANY ($2::int[])`,
    [chatId, seqs],
  );

it('either friend sets it for both, also before the first message, and either ends it', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const reads = async (user: SignedInUser) => (await world.get(user, urlOf(chatId))).body;
  expect(await reads(alice)).toEqual({ expirySeconds: null });
  expect((await world.delete(alice, urlOf(chatId))).body).toEqual({ changed: false });
  const reversed = chatId.split('--').reverse().join('--');
  expect((await set(alice, reversed, 3600)).body).toEqual({ changed: true });
  expect((await set(bob, chatId, 3600)).body).toEqual({ changed: false });
  for (const user of [alice, bob]) expect(await reads(user)).toEqual({ expirySeconds: 3600 });
  expect((await world.get(alice, '/api/chats')).body.chats).toEqual([]);
  await send(alice, chatId);
  for (const user of [alice, bob])
    expect((await world.get(user, '/api/chats')).body.chats).toMatchObject([
      { chatId, expirySeconds: 3600 },
    ]);
  expect((await world.delete(bob, urlOf(chatId))).body).toEqual({ changed: true });
  expect(await reads(alice)).toEqual({ expirySeconds: null });
});

it.each([300, 3600, 28_800, 86_400, 604_800, 2_419_200])(
  'messages sent after that end %i s after they were sent; those of before, and after its end, stay',
  async (seconds) => {
    const { alice, bob, chatId } = await world.joinFriends();
    const before = await send(alice, chatId);
    await set(bob, chatId, seconds);
    const { body } = await send(alice, chatId);
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(seconds * 1000);
    await world.delete(bob, urlOf(chatId));
    const after = await send(bob, chatId);
    const { messages } = (await world.get(bob, `/api/messages?chatId=${chatId}`)).body;
    expect(messages).toMatchObject([{ seq: 1 }, { expiresAt: body.expiresAt }, { seq: 3 }]);
    for (const stays of [before.body, after.body, messages[0], messages[2]])
      expect(stays).not.toHaveProperty('expiresAt');
  },
);

it('a message that the release before sends ends as well', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await set(alice, chatId, 300);
  await world.query(
    `WITH numbered AS (UPDATE chats SET last_seq = last_seq + 1 WHERE id = $1 RETURNING id, last_seq)
     INSERT INTO messages (chat_id, seq, id, sender_id, text)
     SELECT id, last_seq, gen_random_uuid(), $2::uuid, 'x' FROM numbered`,
    [chatId, bob.id],
  );
  const { messages } = (await world.get(alice, `/api/messages?chatId=${chatId}`)).body;
  const [{ createdAt, expiresAt }] = messages as [{ createdAt: string; expiresAt: string }];
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(300_000);
});

it('both receive who set it, as it is when they read it', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const clients = [await openReadyEvents(base, alice), await openReadyEvents(base, bob)];
  for (const [n, seconds] of [3600, 300, null].entries()) {
    await (seconds === null ? world.delete(bob, urlOf(chatId)) : set(bob, chatId, seconds));
    for (const client of clients)
      expect((await client.until(n + 2)).at(-1)).toMatchObject({
        type: 'expiry',
        data: { chatId, userId: bob.id, expirySeconds: seconds },
      });
  }
  clients.forEach((client) => client.close());
});

it('nothing shows a message whose time is over, and nothing can be done with it', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(alice, chatId, { text: 'stays' });
  const draft = { text: 'over words', clientId: 'once' };
  const { id } = (await send(alice, chatId, draft)).body as { id: string };
  const reply = (await send(bob, chatId, { text: 'reply', replyTo: id })).body as { id: string };
  await post(bob, 'react', { chatId, seq: 2, emoji: '👍' });
  await post(bob, 'pin', { chatId, seq: 2 });
  await end(chatId, 2);
  for (const user of [alice, bob]) {
    const all = [
      `/api/messages?chatId=${chatId}`,
      `/api/messages?chatId=${chatId}&around=2`,
      `/api/messages/pinned?chatId=${chatId}`,
      '/api/messages/search?q=over',
      `/api/messages/search?q=over&chatId=${chatId}`,
      '/api/account/export',
      '/api/chats',
    ];
    for (const url of all)
      expect(JSON.stringify(await world.get(user, url))).not.toContain('over words');
    const { messages } = (await world.get(user, all[0]!)).body;
    expect(messages).toMatchObject([
      { seq: 1 },
      { seq: 3, replyTo: { id, senderId: null, text: '', deletedAt: null } },
    ]);
    const { chats } = (await world.get(user, '/api/chats')).body;
    expect(chats).toMatchObject([{ pinned: [], lastMessage: { id: reply.id } }]);
  }
  expect((await world.get(alice, '/api/account/export')).body.chats[0].sent).toHaveLength(1);
  expect((await world.get(bob, '/api/account/export')).body.reactions).toEqual([]);
  for (const verb of ['edit', 'react', 'unreact', 'pin', 'unpin', 'delete'])
    expect(await post(alice, verb, { chatId, seq: 2, text: 'x', emoji: '👍' })).toMatchObject({
      status: 404,
      body: { code: 'message_not_found' },
    });
  expect(await send(bob, chatId, { replyTo: id })).toMatchObject({
    status: 400,
    body: { code: 'nothing_to_reply_to' },
  });
  // The repeated send is recognised, and returns none of it.
  const repeated = await send(alice, chatId, draft);
  expect(repeated).toMatchObject({ status: 200, body: { id, text: '', reactions: [] } });
  expect(repeated.body.deletedAt).toEqual(repeated.body.expiresAt);
  const report = { userId: alice.id, reason: 'spam', messageIds: [id] };
  expect((await world.post(bob, '/api/report', report)).status).toBe(200);
  const [kept] = await world.query<{ messages: object[] }>(
    'SELECT messages FROM reports WHERE reporter_id = $1::uuid',
    [bob.id],
  );
  expect(kept?.messages).toMatchObject([{ id, text: '' }]);
});

it('events of it show none of it, to who has been away', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(alice, chatId);
  await end(chatId, 1);
  const response = await world.app.inject({
    url: '/api/events?since=0&wait=1',
    headers: { cookie: bob.cookie },
  });
  expect(response.body).toContain('event: message');
  expect(response.body).toContain('"message":null');
  expect(response.body).not.toContain('secret');
});

it('the list goes on after chats of which nothing is left, and counts nothing that is over', async () => {
  const alice = await world.join();
  const chatIds: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const friend = await world.join();
    await world.post(friend, '/api/friends/add', { email: alice.email });
    await world.post(alice, '/api/friends/accept', { id: friend.id });
    const chatId = [alice.id, friend.id].sort().join('--');
    for (let m = 0; m < 3; m += 1) await send(friend, chatId);
    chatIds.unshift(chatId);
  }
  const [first, second, third, fourth, last] = chatIds as [string, string, string, string, string];
  await end(first, 1, 2, 3);
  await end(second, 2, 3);
  await end(third, 1, 2, 3);
  await end(fourth, 1, 3);
  const listed: { chatId: string; unread: number; lastMessage: { seq: number } }[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { body } = await world.get(alice, `/api/chats?limit=1${more}`);
    listed.push(...(body.chats as typeof listed));
    cursor = body.nextCursor as string | null;
  } while (cursor !== null);
  expect(
    listed.map(({ chatId, unread, lastMessage }) => [chatId, unread, lastMessage.seq]),
  ).toEqual([
    [second, 1, 1],
    [fourth, 1, 2],
    [last, 3, 3],
  ]);
});

it.each([{}, { seconds: 0 }, { seconds: 301 }, { seconds: '300' }, { seconds: null }, '{'])(
  '422 for %j',
  async (body) => {
    const { alice, chatId } = await world.joinFriends();
    expect((await world.put(alice, urlOf(chatId), body)).status).toBe(422);
  },
);

it('401 without a session, for strangers, and for former friends, who can still read what is set', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const stranger = await world.join();
  await set(alice, chatId, 300);
  await send(alice, chatId);
  await world.delete(bob, `/api/friends/${alice.id}`);
  const refused = { status: 401, body: { code: 'not_in_chat' } };
  for (const [user, id] of [
    [alice, chatId],
    [stranger, chatId],
    [alice, [alice.id, stranger.id].sort().join('--')],
    [alice, 'x'],
  ] as const) {
    expect(await set(user, id, 3600)).toMatchObject(refused);
    expect(await world.delete(user, urlOf(id))).toMatchObject(refused);
  }
  expect(await world.get(alice, urlOf(chatId))).toEqual({
    status: 200,
    body: { expirySeconds: 300 },
  });
  expect(await world.get(stranger, urlOf(chatId))).toMatchObject(refused);
  expect((await set(null, chatId, 300)).status).toBe(401);
});
