import { chatsOfOthers } from '../testing/chats-of-others.js';
import { openReadyEvents } from '../testing/event-client.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
let base: string;
beforeAll(async () => {
  world = await createTestApp();
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => world.close());

const urlOf = (chatId: string) => `/api/chats/${chatId}/mute`;
const mute = (user: SignedInUser | null, chatId: string, seconds: unknown) =>
  world.put(user, urlOf(chatId), { seconds });
const unmute = (user: SignedInUser | null, chatId: string) => world.delete(user, urlOf(chatId));
const listed = async (user: SignedInUser) =>
  (await world.get(user, '/api/chats')).body.chats[0].mutedUntil as string | null;
const send = (from: SignedInUser, chatId: string) =>
  world.post(from, '/api/message/send', { chatId, text: 'x' });

it('a chat is muted for a while, for longer, for good, and no more', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(bob, chatId);
  expect(await listed(alice)).toBeNull();
  const before = Date.now();
  const { status, body } = await mute(alice, chatId, 3600);
  expect(status).toBe(200);
  const until = Date.parse(body.mutedUntil as string);
  expect(until).toBeGreaterThanOrEqual(before + 3_590_000);
  expect(until).toBeLessThanOrEqual(Date.now() + 3_610_000);
  expect(await listed(alice)).toBe(body.mutedUntil);
  const reversed = chatId.split('--').reverse().join('--');
  const forGood = { mutedUntil: '9999-12-31T00:00:00.000Z' };
  expect((await mute(alice, reversed, null)).body).toEqual(forGood);
  expect(await listed(alice)).toBe(forGood.mutedUntil);
  expect((await unmute(alice, reversed)).body).toEqual({ changed: true });
  expect(await listed(alice)).toBeNull();
  expect((await unmute(alice, chatId)).body).toEqual({ changed: false });
});

it('it is of one chat, and of one of the two', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const carol = await world.join();
  for (const other of [alice, bob]) {
    await world.post(carol, '/api/friends/add', { email: other.email });
    await world.post(other, '/api/friends/accept', { id: carol.id });
    await send(carol, [carol.id, other.id].sort().join('--'));
  }
  await send(bob, chatId);
  await mute(alice, chatId, null);
  await mute(carol, [carol.id, alice.id].sort().join('--'), null);
  const mutedBy = async (user: SignedInUser) => {
    const { chats } = (await world.get(user, '/api/chats')).body as {
      chats: { chatId: string; mutedUntil: string | null }[];
    };
    expect(chats).toHaveLength(2);
    return chats.filter(({ mutedUntil }) => mutedUntil).map(({ chatId: id }) => id);
  };
  expect(await mutedBy(alice)).toEqual([chatId]);
  expect(await mutedBy(carol)).toEqual([[carol.id, alice.id].sort().join('--')]);
  expect(await mutedBy(bob)).toEqual([]);
});

it('it ends by itself, and what has ended is deleted with the next', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(bob, chatId);
  await mute(alice, chatId, 60);
  await world.query(`UPDATE chat_mutes SET until = now() - interval '1 second'`);
  expect(await listed(alice)).toBeNull();
  expect((await unmute(alice, chatId)).body).toEqual({ changed: false });
  const carol = await world.join();
  await world.post(carol, '/api/friends/add', { email: alice.email });
  await world.post(alice, '/api/friends/accept', { id: carol.id });
  await mute(alice, [alice.id, carol.id].sort().join('--'), 60);
  const muted = async () => {
    const rows = await world.query<{ partner_id: string }>(
      'SELECT partner_id FROM chat_mutes WHERE user_id = $1 ORDER BY 1',
      [alice.id],
    );
    return rows.map(({ partner_id: id }) => id);
  };
  expect(await muted()).toEqual([carol.id]);
  await mute(alice, chatId, 60);
  expect(await muted()).toEqual([bob.id, carol.id].sort());
});

it('messages come and count as before', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await mute(alice, chatId, null);
  const client = await openReadyEvents(base, alice);
  await send(bob, chatId);
  expect((await client.until(2))[1]).toMatchObject({ type: 'message', data: { chatId, seq: 1 } });
  client.close();
  expect((await world.get(alice, '/api/chats')).body.chats).toMatchObject([{ chatId, unread: 1 }]);
});

it('the own windows receive it, as it is when they read it; nobody else learns of it', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(alice, chatId);
  const reads = async () => {
    const urls = ['/api/chats', '/api/friends', `/api/messages?chatId=${chatId}`];
    return Promise.all(urls.map((url) => world.get(bob, url)));
  };
  const before = await reads();
  const [atAlice, atBob] = [await openReadyEvents(base, alice), await openReadyEvents(base, bob)];
  const { mutedUntil } = (await mute(alice, chatId, 3600)).body as { mutedUntil: string };
  expect((await atAlice.until(2))[1]).toMatchObject({ type: 'mute', data: { chatId, mutedUntil } });
  await unmute(alice, chatId);
  expect((await atAlice.until(3))[2]!.data).toEqual({ chatId, mutedUntil: null });
  // Nothing was changed, so that there is nothing to receive.
  await unmute(alice, chatId);
  await mute(alice, chatId, null);
  expect((await atAlice.until(4))[3]!.data.mutedUntil).toMatch(/^9999/);
  expect(await reads()).toEqual(before);
  await send(alice, chatId);
  expect((await atBob.until(2)).map(({ type }) => type)).toEqual(['ready', 'message']);
  [atAlice, atBob].forEach((client) => client.close());
});

it('it stays with the chat when the friendship ends, and when it begins anew', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(bob, chatId);
  await mute(alice, chatId, null);
  await world.delete(bob, `/api/friends/${alice.id}`);
  expect(await listed(alice)).toMatch(/^9999/);
  await world.post(bob, '/api/friends/add', { email: alice.email });
  await world.post(alice, '/api/friends/accept', { id: bob.id });
  expect(await listed(alice)).toMatch(/^9999/);
});

it('it is in the export, and goes with the account', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const { mutedUntil } = (await mute(alice, chatId, 3600)).body as { mutedUntil: string };
  const exported = async (user: SignedInUser) =>
    (await world.get(user, '/api/account/export')).body as { mutedChats: object[] };
  expect((await exported(alice)).mutedChats).toEqual([{ chatId, mutedUntil }]);
  expect((await exported(bob)).mutedChats).toEqual([]);
  await world.delete(alice, '/api/account', { confirm: alice.email });
  const rows = await world.query('SELECT 1 FROM chat_mutes WHERE user_id = $1', [alice.id]);
  expect(rows).toEqual([]);
});

it('a chat of others, of a former friend with whom nothing was written, and none are the same', async () => {
  for (const [user, id] of await chatsOfOthers(world)) {
    const refused = { status: 401, body: { code: 'not_in_chat' } };
    expect(await mute(user, id, null)).toMatchObject(refused);
    expect(await unmute(user, id)).toMatchObject(refused);
  }
});

it.each([{}, { seconds: 59 }, { seconds: '60' }, { seconds: 1.5 }, { seconds: 2 ** 31 }, [], '{'])(
  '422 for %j',
  async (body) => {
    const { alice, chatId } = await world.joinFriends();
    expect((await world.put(alice, urlOf(chatId), body)).status).toBe(422);
  },
);

it('401 without a session', async () => {
  expect((await mute(null, 'x', null)).status).toBe(401);
  expect((await unmute(null, 'x')).status).toBe(401);
});
