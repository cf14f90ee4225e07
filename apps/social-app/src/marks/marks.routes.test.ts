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

type Verb = 'archive' | 'unread';
const verbs: readonly Verb[] = ['archive', 'unread'];
const put = (user: SignedInUser | null, chatId: string, verb: Verb) =>
  world.put(user, `/api/chats/${chatId}/${verb}`);
const remove = (user: SignedInUser | null, chatId: string, verb: Verb) =>
  world.delete(user, `/api/chats/${chatId}/${verb}`);
const send = (from: SignedInUser, chatId: string) =>
  world.post(from, '/api/message/send', { chatId, text: 'a word' });
const read = (user: SignedInUser, chatId: string, seq: number) =>
  world.post(user, '/api/message/read', { chatId, seq });
const mute = (user: SignedInUser, chatId: string) =>
  world.put(user, `/api/chats/${chatId}/mute`, { seconds: null });

async function listed(user: SignedInUser, chatId: string) {
  const { chats } = (await world.get(user, '/api/chats')).body as { chats: { chatId: string }[] };
  return chats.find((chat) => chat.chatId === chatId) as unknown as {
    archived: boolean;
    markedUnread: boolean;
    unread: number;
    readSeq: number;
  };
}

const fields = { archive: 'archived', unread: 'markedUnread' } as const;

it.each(verbs)(
  '%s: set, once more, and taken back, of one chat and of one of the two',
  async (verb) => {
    const { alice, bob, chatId } = await world.joinFriends();
    const carol = await world.join();
    await world.post(carol, '/api/friends/add', { email: alice.email });
    await world.post(alice, '/api/friends/accept', { id: carol.id });
    const other = [alice.id, carol.id].sort().join('--');
    for (const [from, id] of [
      [bob, chatId],
      [carol, other],
    ] as const)
      await send(from, id);
    expect(await listed(alice, chatId)).toMatchObject({ archived: false, markedUnread: false });
    const reversed = chatId.split('--').reverse().join('--');
    expect(await put(alice, reversed, verb)).toEqual({ status: 200, body: { changed: true } });
    expect(await put(alice, chatId, verb)).toEqual({ status: 200, body: { changed: false } });
    const both = { archived: false, markedUnread: false };
    expect(await listed(alice, chatId)).toMatchObject({ ...both, [fields[verb]]: true, unread: 1 });
    expect(await listed(alice, other)).toMatchObject(both);
    expect(await listed(bob, chatId)).toMatchObject(both);
    expect((await remove(alice, reversed, verb)).body).toEqual({ changed: true });
    expect((await remove(alice, chatId, verb)).body).toEqual({ changed: false });
    expect(await listed(alice, chatId)).toMatchObject(both);
  },
);

it('a message of either takes a chat out of the archive of both, but for who has muted it', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(bob, chatId);
  for (const from of [alice, bob]) {
    for (const who of [alice, bob]) await put(who, chatId, 'archive');
    await send(from, chatId);
    for (const who of [alice, bob])
      expect(await listed(who, chatId)).toMatchObject({ archived: false });
  }
  for (const who of [alice, bob]) await put(who, chatId, 'archive');
  await mute(alice, chatId);
  await send(bob, chatId);
  expect(await listed(alice, chatId)).toMatchObject({ archived: true, unread: 3 });
  expect(await listed(bob, chatId)).toMatchObject({ archived: false });
  // A mute that is over keeps nothing.
  await world.query(`UPDATE chat_mutes SET until = now() - interval '1 second'`);
  await send(bob, chatId);
  expect(await listed(alice, chatId)).toMatchObject({ archived: false });
});

it('a chat that is put away is found, exported and in no other place than before', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(bob, chatId);
  await put(alice, chatId, 'archive');
  await put(alice, chatId, 'unread');
  const { messages } = (await world.get(alice, '/api/messages/search?q=word')).body;
  expect(messages).toMatchObject([{ chatId, seq: 1 }]);
  const exported = async (user: SignedInUser) =>
    (await world.get(user, '/api/account/export')).body.chats as object[];
  expect(await exported(alice)).toMatchObject([{ chatId, archived: true, markedUnread: true }]);
  expect(await exported(bob)).toMatchObject([{ chatId, archived: false, markedUnread: false }]);
  await world.delete(bob, `/api/friends/${alice.id}`);
  expect(await listed(alice, chatId)).toMatchObject({ archived: true, markedUnread: true });
});

it('reading ends that a chat is marked as unread, whether or not the read mark moves', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  for (let n = 0; n < 2; n += 1) await send(bob, chatId);
  for (const seq of [1, 2, 2, 1, 9]) {
    await put(alice, chatId, 'unread');
    const { readSeq } = await listed(alice, chatId);
    expect((await read(alice, chatId, seq)).body).toEqual({ changed: true });
    const now = Math.max(readSeq, Math.min(seq, 2));
    expect(await listed(alice, chatId)).toMatchObject({ markedUnread: false, readSeq: now });
  }
  expect((await read(alice, chatId, 2)).body).toEqual({ changed: false });
  // By the other one it is not.
  await put(alice, chatId, 'unread');
  await send(alice, chatId);
  await read(bob, chatId, 3);
  expect(await listed(alice, chatId)).toMatchObject({ markedUnread: true });
});

it('the own windows receive all of it, the other one nothing', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(bob, chatId);
  await read(alice, chatId, 1);
  const [atAlice, atBob] = [await openReadyEvents(base, alice), await openReadyEvents(base, bob)];
  const steps = [
    [() => put(alice, chatId, 'archive'), 'archive', { chatId, archived: true }],
    [() => remove(alice, chatId, 'archive'), 'archive', { chatId, archived: false }],
    [() => put(alice, chatId, 'unread'), 'unread', { chatId, markedUnread: true }],
    [() => read(alice, chatId, 1), 'read', { chatId, userId: alice.id, seq: 1 }],
    [() => put(alice, chatId, 'unread'), 'unread', { chatId, markedUnread: true }],
    [() => remove(alice, chatId, 'unread'), 'unread', { chatId, markedUnread: false }],
  ] as const;
  let received = 1;
  for (const [step, type, data] of steps) {
    await step();
    // Nothing is changed, so that there is nothing to receive.
    await remove(bob, chatId, 'unread');
    received += 1;
    expect((await atAlice.until(received)).at(-1)).toMatchObject({ type, data });
  }
  await put(alice, chatId, 'archive');
  await send(bob, chatId);
  const last = (await atAlice.until(received + 2)).slice(-2);
  expect(last).toMatchObject([
    // As it is by now: both are read after the message.
    { type: 'archive', data: { chatId } },
    { type: 'message', data: { chatId, seq: 2, archived: false } },
  ]);
  expect((await atBob.until(2)).map(({ type }) => type)).toEqual(['ready', 'message']);
  [atAlice, atBob].forEach((client) => client.close());
});

it.each(verbs)('%s: nothing happens to a chat without a message to see', async (verb) => {
  const { alice, bob, chatId } = await world.joinFriends();
  expect(await put(alice, chatId, verb)).toEqual({ status: 200, body: { changed: false } });
  await send(bob, chatId);
  expect(await listed(alice, chatId)).toMatchObject({ [fields[verb]]: false });
  await world.post(alice, '/api/message/delete', { chatId, seq: 1, for: 'me' });
  expect((await put(alice, chatId, verb)).body).toEqual({ changed: false });
});

it.each(verbs)(
  '%s: a chat of others, of a former friend and none are the same 401',
  async (verb) => {
    const chats = await chatsOfOthers(world);
    for (const [user, id] of chats) {
      const refused = { status: 401, body: { code: 'not_in_chat' } };
      expect(await put(user, id, verb)).toMatchObject(refused);
      expect(await remove(user, id, verb)).toMatchObject(refused);
    }
    const [[, chatId]] = chats;
    expect((await put(null, chatId, verb)).status).toBe(401);
    expect((await remove(null, chatId, verb)).status).toBe(401);
  },
);

it('an entry of the release before is neither, and its sends and reads end both', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(bob, chatId);
  for (const verb of verbs) await put(alice, chatId, verb);
  await world.query(
    `WITH numbered AS (UPDATE chats SET last_seq = last_seq + 1 WHERE id = $1 RETURNING id, last_seq)
     INSERT INTO messages (chat_id, seq, id, sender_id, text)
     SELECT id, last_seq, gen_random_uuid(), $2::uuid, 'x' FROM numbered`,
    [chatId, bob.id],
  );
  expect(await listed(alice, chatId)).toMatchObject({ archived: false, markedUnread: true });
  const side = chatId.startsWith(alice.id) ? 'lo' : 'hi';
  await world.query(`UPDATE chats SET ${side}_read = 2 WHERE id = $1`, [chatId]);
  expect(await listed(alice, chatId)).toMatchObject({ archived: false, markedUnread: false });
});
