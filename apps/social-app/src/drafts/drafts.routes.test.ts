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

interface Draft {
  readonly chatId: string;
  readonly text: string;
  readonly replyTo: object | null;
  readonly clientId: string | null;
}

const put = (user: SignedInUser | null, chatId: string, body: object) =>
  world.put(user, `/api/chats/${chatId}/draft`, body);
const clear = (user: SignedInUser | null, chatId: string, query = '') =>
  world.delete(user, `/api/chats/${chatId}/draft${query}`);
const send = (from: SignedInUser, chatId: string, text: string, rest: object = {}) =>
  world.post(from, '/api/message/send', { chatId, text, ...rest });
const draftsOf = async (user: SignedInUser) =>
  (await world.get(user, '/api/drafts')).body.drafts as Draft[];
const textsOf = async (user: SignedInUser) => (await draftsOf(user)).map(({ text }) => text);

it('a draft is kept as it was typed, changed and cleared, of one chat and of one of the two', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const reversed = chatId.split('--').reverse().join('--');
  const text = '  to be\n ';
  const first = await put(alice, reversed, { text, clientId: 'one' });
  expect(first).toMatchObject({ status: 200, body: { changed: true, sent: false } });
  expect(await draftsOf(alice)).toEqual([
    { chatId, text, replyTo: null, clientId: 'one', changedAt: expect.any(String) },
  ]);
  const again = await put(alice, chatId, { text, clientId: 'one' });
  expect(again.body).toEqual({ ...first.body, changed: false });
  await put(alice, chatId, { text: 'or not to be' });
  expect(await draftsOf(alice)).toMatchObject([{ text: 'or not to be', clientId: null }]);
  expect(await draftsOf(bob)).toEqual([]);
  const cleared = (await clear(alice, reversed)).body as { changed: boolean; cursor: number };
  const cursor = (first.body.cursor as number) + 2;
  expect(cleared).toEqual({ changed: true, cursor, kept: false });
  expect((await clear(alice, chatId)).body).toEqual({ ...cleared, changed: false });
  expect(await draftsOf(alice)).toEqual([]);
});

it('what is cleared by its name is that one alone: what another device has written since stays', async () => {
  const { alice, chatId } = await world.joinFriends();
  const first = await clear(alice, chatId, '?clientId=one');
  expect(first.body).toMatchObject({ changed: false, kept: false });
  for (const draft of [{ text: 'later', clientId: 'two' }, { text: 'nameless' }]) {
    const { cursor } = (await put(alice, chatId, draft)).body as { cursor: number };
    const late = await clear(alice, chatId, '?clientId=one');
    expect(late).toMatchObject({ status: 200, body: { changed: false, cursor, kept: true } });
    expect(await textsOf(alice)).toEqual([draft.text]);
  }
  await put(alice, chatId, { text: 'later', clientId: 'two' });
  const meant = await clear(alice, chatId, '?clientId=two');
  expect(meant.body).toMatchObject({ changed: true, kept: false });
  expect(await draftsOf(alice)).toEqual([]);
  expect((await clear(alice, chatId, '?clientId=a%20b')).status).toBe(400);
});

it('a reply is shown as long as its person sees what it replies to', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const { id, seq } = (await send(bob, chatId, 'a question')).body as { id: string; seq: number };
  await put(alice, chatId, { text: 'an answer', replyTo: id.toUpperCase() });
  expect(await draftsOf(alice)).toMatchObject([{ replyTo: { id, seq, senderId: bob.id } }]);
  await world.post(bob, '/api/message/delete', { chatId, seq });
  expect(await draftsOf(alice)).toMatchObject([{ text: 'an answer', replyTo: null }]);
  const hidden = (await send(bob, chatId, 'another')).body as { id: string; seq: number };
  await world.post(alice, '/api/message/delete', { chatId, seq: hidden.seq, for: 'me' });
  await put(alice, chatId, { text: 'x', replyTo: hidden.id });
  expect(await draftsOf(alice)).toMatchObject([{ replyTo: null }]);
  // Of another chat.
  const others = await world.joinFriends();
  const foreign = (await send(others.alice, others.chatId, 'secret')).body as { id: string };
  await put(alice, chatId, { text: 'y', replyTo: foreign.id });
  expect(await draftsOf(alice)).toMatchObject([{ text: 'y', replyTo: null }]);
});

it.each([
  ['its name', { text: 'as typed', clientId: 'c' }, 'as sent', { clientId: 'c' }],
  ['its text', { text: '\u00a0\u3000as typed\n' }, 'as typed', {}],
])('what is sent with %s is no draft any more', async (_name, draft, text, rest) => {
  const { alice, bob, chatId } = await world.joinFriends();
  await put(alice, chatId, draft);
  await put(bob, chatId, draft);
  expect((await send(alice, chatId, text, rest)).status).toBe(200);
  expect(await draftsOf(alice)).toEqual([]);
  expect(await textsOf(bob)).toEqual([draft.text]);
  expect(await world.query('SELECT 1 FROM chat_drafts WHERE user_id = $1', [alice.id])).toEqual([]);
});

it('a message that is something else leaves the draft', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await put(alice, chatId, { text: 'a long letter', clientId: 'one' });
  await send(alice, chatId, 'a short word', { clientId: 'two' });
  await send(bob, chatId, 'a long letter', { clientId: 'one' });
  const { messages } = (await world.get(bob, `/api/messages?chatId=${chatId}`)).body;
  const forward = { chatId, messageId: messages[0].id as string };
  await world.post(alice, '/api/message/forward', forward);
  expect(await textsOf(alice)).toEqual(['a long letter']);
});

it('what comes after its message stores nothing, and another text under that name is refused', async () => {
  const { alice, chatId } = await world.joinFriends();
  await send(alice, chatId, 'hello there', { clientId: 'c' });
  for (const text of ['hello', 'hello there ']) {
    const late = await put(alice, chatId, { text, clientId: 'c' });
    expect(late).toMatchObject({ status: 200, body: { changed: false, sent: true } });
  }
  const other = await put(alice, chatId, { text: 'hello there, you', clientId: 'c' });
  expect(other).toMatchObject({ status: 409, body: { code: 'client_id_reused' } });
  expect(await draftsOf(alice)).toEqual([]);
});

it('a draft whose message another release has stored is shown nowhere', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(bob, chatId, 'x');
  await put(alice, chatId, { text: 'y', clientId: 'c' });
  await world.query(
    `WITH numbered AS (UPDATE chats SET last_seq = last_seq + 1 WHERE id = $1 RETURNING id, last_seq)
     INSERT INTO messages (chat_id, seq, id, sender_id, client_id, text)
     SELECT id, last_seq, gen_random_uuid(), $2::uuid, 'c', 'y' FROM numbered`,
    [chatId, alice.id],
  );
  expect(await draftsOf(alice)).toEqual([]);
});

it('the own devices receive it as it is by now, and nobody else', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const [atAlice, atBob] = [await openReadyEvents(base, alice), await openReadyEvents(base, bob)];
  const { cursor } = (await put(alice, chatId, { text: 'one' })).body as { cursor: number };
  expect((await atAlice.until(2))[1]).toEqual({
    id: cursor,
    type: 'draft',
    data: {
      chatId,
      draft: { text: 'one', replyTo: null, clientId: null, changedAt: expect.any(String) },
    },
  });
  await put(alice, chatId, { text: 'one' });
  await clear(alice, chatId);
  await clear(alice, chatId);
  expect((await atAlice.until(3))[2]).toMatchObject({
    type: 'draft',
    data: { chatId, draft: null },
  });
  await put(alice, chatId, { text: 'two', clientId: 'c' });
  await send(alice, chatId, 'two', { clientId: 'c' });
  const types = (await atAlice.until(6)).slice(3).map(({ type, data }) => [type, data.draft]);
  expect(types.slice(1)).toEqual([
    ['message', undefined],
    ['draft', null],
  ]);
  expect((await atBob.until(2)).map(({ type }) => type)).toEqual(['ready', 'message']);
  [atAlice, atBob].forEach((client) => client.close());
});

it.each(['removed', 'blocked', 'erased'])(
  'a friend who is %s takes the drafts of both along, and nothing new is kept',
  async (how) => {
    const { alice, bob, chatId } = await world.joinFriends();
    await send(bob, chatId, 'x');
    for (const user of [alice, bob]) await put(user, chatId, { text: 'for you' });
    if (how === 'removed') await world.delete(bob, `/api/friends/${alice.id}`);
    if (how === 'blocked') await world.post(bob, '/api/friends/block', { id: alice.id });
    if (how === 'erased') await world.delete(bob, '/api/account', { confirm: bob.email });
    const pair = [alice.id, bob.id];
    const rows = await world.query('SELECT 1 FROM chat_drafts WHERE user_id = ANY ($1::uuid[])', [
      pair,
    ]);
    expect(rows).toEqual([]);
    const refused = await put(alice, chatId, { text: 'and again' });
    expect(refused).toMatchObject({ status: 401, body: { code: 'not_in_chat' } });
    expect(await clear(alice, chatId)).toMatchObject({ status: 200, body: { changed: false } });
    expect(await draftsOf(alice)).toEqual([]);
  },
);

it('lists page after page, the one that was written last first', async () => {
  const alice = await world.join();
  const expected: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const friend = await world.join();
    await world.post(alice, '/api/friends/add', { email: friend.email });
    await world.post(friend, '/api/friends/accept', { id: alice.id });
    await put(alice, [alice.id, friend.id].sort().join('--'), { text: `${n}` });
    expected.unshift(`${n}`);
  }
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await world.get(alice, `/api/drafts?limit=2${cursor && `&cursor=${cursor}`}`);
    found.push(...(body.drafts as Draft[]).map(({ text }) => text));
    cursor = body.nextCursor as string | null;
  }
  expect(found).toEqual(expected);
});

it('it is in the export, and goes with the account', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await put(alice, chatId, { text: 'mine' });
  const exported = async (user: SignedInUser) =>
    (await world.get(user, '/api/account/export')).body.drafts as object[];
  expect(await exported(alice)).toEqual([
    { personId: bob.id, text: 'mine', replyToId: null, changedAt: expect.any(String) },
  ]);
  expect(await exported(bob)).toEqual([]);
  await world.delete(alice, '/api/account', { confirm: alice.email });
  expect(await world.query('SELECT 1 FROM chat_drafts WHERE user_id = $1', [alice.id])).toEqual([]);
});

it('a chat of others, of a former friend and none are the same 401', async () => {
  const refused = { status: 401, body: { code: 'not_in_chat' } };
  const chats = await chatsOfOthers(world);
  for (const [user, id] of chats) {
    expect(await put(user, id, { text: 'x' })).toMatchObject(refused);
    expect(await clear(user, id)).toMatchObject(refused);
  }
  const [[, chatId]] = chats;
  expect((await put(null, chatId, { text: 'x' })).status).toBe(401);
  expect((await clear(null, chatId)).status).toBe(401);
  expect((await world.get(null, '/api/drafts')).status).toBe(401);
});

it.each([
  ['no text', {}],
  ['a number', { text: 1 }],
  ['an empty text', { text: '' }],
  ['a blank text', { text: ' \n\u200b' }],
  ['half of a surrogate pair', { text: 'half \ud83d' }],
  ['a NUL character', { text: 'a\0b' }],
  ['a text that is too long', { text: 'x'.repeat(2001) }],
  ['a name of other characters', { text: 'x', clientId: 'a b' }],
  ['no id of a message', { text: 'x', replyTo: 'x' }],
])('422 for %s', async (_name, body) => {
  const { alice, chatId } = await world.joinFriends();
  expect((await put(alice, chatId, body)).status).toBe(422);
  expect(await draftsOf(alice)).toEqual([]);
});

it('as long as a message may be, by characters', async () => {
  const { alice, chatId } = await world.joinFriends();
  expect((await put(alice, chatId, { text: '🐢'.repeat(2000) })).status).toBe(200);
});
