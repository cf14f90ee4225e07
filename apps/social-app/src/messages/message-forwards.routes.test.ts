import { randomUUID } from 'node:crypto';
import { openReadyEvents } from '../testing/event-client.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
let base: string;
beforeAll(async () => {
  world = await createTestApp({ context: { expirySweepMs: 3_600_000 } });
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => world.close());

const post = (from: SignedInUser | null, verb: string, body: object) =>
  world.post(from, `/api/message/${verb}`, body);
const chatOf = (one: SignedInUser, other: SignedInUser) => [one.id, other.id].sort().join('--');

/** Bob has two friends who do not know each other, and a message of the first. */
async function open(text = 'the very words') {
  const { alice, bob, chatId: source } = await world.joinFriends();
  const carol = await world.join();
  await world.post(carol, '/api/friends/add', { email: bob.email });
  await world.post(bob, '/api/friends/accept', { id: carol.id });
  const { body } = await post(alice, 'send', { chatId: source, text });
  const target = chatOf(bob, carol);
  const messageId = (body as { id: string }).id;
  const forward = (from: SignedInUser | null, more: object = {}) =>
    post(from, 'forward', { chatId: target, messageId, ...more });
  const read = async (user = bob) =>
    (await world.get(user, `/api/messages?chatId=${target}`)).body.messages as object[];
  return { alice, bob, carol, source, target, messageId, forward, read };
}

const nothing = { status: 400, body: { code: 'nothing_to_forward' } };
const reused = { status: 409, body: { code: 'client_id_reused' } };

it.each([
  ['spaces around', ' words\n '],
  ['what is quoted elsewhere', '👩‍👩‍👧 "quotes" \\ %'],
  ['2000 characters', 'x'.repeat(2000)],
])(
  'a copy has the words of the original and nothing of where it came from: %s',
  async (_name, text) => {
    const { alice, bob, carol, target, source, messageId, forward, read } = await open(text);
    const copy = { chatId: target, senderId: bob.id, text, seq: 1, forwarded: true };
    const { status, body } = await forward(bob, { clientId: 'one' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...copy, clientId: 'one', editedAt: null, reactions: [] });
    const shown = await read(carol);
    expect(shown).toMatchObject([copy]);
    const { chats } = (await world.get(carol, '/api/chats')).body;
    expect(chats).toMatchObject([{ lastMessage: copy, unread: 1 }]);
    const [row] = await world.query<{ row: string }>(
      'SELECT row_to_json(messages)::text AS row FROM messages WHERE chat_id = $1',
      [target],
    );
    for (const secret of [alice.id, messageId, source])
      for (const place of [shown, chats, body, row]) {
        expect(JSON.stringify(place)).not.toContain(secret);
      }
    const own = (await world.get(bob, '/api/account/export')).body as {
      chats: { chatId: string; sent: object[] }[];
    };
    const sent = own.chats.find(({ chatId }) => chatId === target)?.sent;
    expect(sent).toMatchObject([{ text, forwarded: true }]);
  },
);

it('it arrives as a message, and other messages are no copies', async () => {
  const { bob, carol, target, forward } = await open();
  const client = await openReadyEvents(base, carol);
  await forward(bob);
  expect((await client.until(2))[1]).toMatchObject({
    type: 'message',
    data: { chatId: target, message: { text: 'the very words', forwarded: true } },
  });
  client.close();
  const { body } = await post(bob, 'send', { chatId: target, text: 'x' });
  expect(body).not.toHaveProperty('forwarded');
});

it('it has what the original says when it is forwarded, stays so, and is not edited', async () => {
  const { alice, bob, source, target, forward, read } = await open();
  await post(alice, 'edit', { chatId: source, seq: 1, text: 'other words' });
  await forward(bob);
  await post(alice, 'delete', { chatId: source, seq: 1 });
  const copy = { text: 'other words', forwarded: true, editedAt: null };
  expect(await read()).toMatchObject([copy]);
  const edit = (text: string) => post(bob, 'edit', { chatId: target, seq: 1, text });
  expect(await edit('mine')).toMatchObject({ status: 409, body: { code: 'forwarded_message' } });
  expect(await edit('other words')).toMatchObject({ status: 200, body: copy });
  expect(await read()).toMatchObject([copy]);
  await post(bob, 'delete', { chatId: target, seq: 1 });
  expect(await edit('mine')).toMatchObject({ status: 409, body: { code: 'message_deleted' } });
  expect((await read())[0]).not.toHaveProperty('forwarded');
});

it('the release before edits a copy: from then on it is a message like any other', async () => {
  const { bob, target, forward, read } = await open();
  for (const clientId of ['one', 'two']) await forward(bob, { clientId });
  const write = (text: string, seq: number) =>
    world.query('UPDATE messages SET text = $1 WHERE chat_id = $2 AND seq = $3', [
      text,
      target,
      seq,
    ]);
  await write('the very words', 1);
  await write('mine', 2);
  const [first, second] = await read();
  expect(first).toHaveProperty('forwarded', true);
  expect(second).not.toHaveProperty('forwarded');
});

it('own messages, copies and those of a former friend are forwarded, within a chat and beyond', async () => {
  const { alice, bob, source, target, messageId, forward } = await open();
  await world.delete(alice, `/api/friends/${bob.id}`);
  const { body } = await forward(bob, { messageId: messageId.toUpperCase() });
  expect(body).toMatchObject({ text: 'the very words' });
  const again = await forward(bob, { messageId: (body as { id: string }).id });
  expect(again.body).toMatchObject({ seq: 2, text: 'the very words', chatId: target });
  const refused = { status: 401, body: { code: 'not_in_chat' } };
  expect(await forward(alice, { chatId: source })).toMatchObject(refused);
});

it('a repeated request stores it once, also when the original is gone; another one is 409', async () => {
  const { alice, bob, source, target, messageId, forward, read } = await open();
  const first = await forward(bob, { clientId: 'one' });
  const text = 'the very words';
  const other = (await post(bob, 'send', { chatId: target, text, clientId: 'two' })).body.id;
  await post(alice, 'delete', { chatId: source, seq: 1 });
  expect(await forward(bob, { clientId: 'one' })).toEqual(first);
  expect(await forward(bob, { clientId: 'one', messageId: messageId.toUpperCase() })).toEqual(
    first,
  );
  for (const [clientId, id] of [
    ['one', other],
    ['one', randomUUID()],
    ['two', other],
  ])
    expect(await forward(bob, { clientId, messageId: id })).toMatchObject(reused);
  for (const words of [text, messageId])
    expect(await post(bob, 'send', { chatId: target, text: words, clientId: 'one' })).toMatchObject(
      reused,
    );
  expect(await read()).toHaveLength(2);
  await post(bob, 'delete', { chatId: target, seq: 1 });
  const { body } = await forward(bob, { clientId: 'one' });
  expect(body).toMatchObject({ id: first.body.id, text: '' });
});

it('what one does not see is nothing to forward: of others, hidden, deleted, over, or none', async () => {
  const { alice, bob, carol, source, messageId, forward, read } = await open();
  expect(await forward(carol)).toMatchObject(nothing);
  expect(await forward(bob, { messageId: randomUUID() })).toMatchObject(nothing);
  await post(bob, 'delete', { chatId: source, seq: 1, for: 'me' });
  expect(await forward(bob)).toMatchObject(nothing);
  const own = (from: SignedInUser, id: string) =>
    post(from, 'forward', { chatId: source, messageId: id });
  expect((await own(alice, messageId)).status).toBe(200);
  for (const end of [`text = '', deleted_at = now()`, `expires_at = now() - interval '1 second'`]) {
    const { body } = await post(alice, 'send', { chatId: source, text: 'a secret' });
    await world.query(`UPDATE messages SET ${end} WHERE id = $1`, [body.id]);
    for (const who of [alice, bob]) expect(await own(who, body.id)).toMatchObject(nothing);
  }
  expect(await read(carol)).toEqual([]);
});

it('a copy ends as its own chat says', async () => {
  const { bob, carol, target, forward, read } = await open();
  await world.put(carol, `/api/chats/${target}/expiry`, { seconds: 3600 });
  const { body } = await forward(bob, { clientId: 'one' });
  expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(3_600_000);
  await world.query(
    `UPDATE messages SET expires_at = now() - interval '1 second' WHERE chat_id = $1`,
    [target],
  );
  expect(await read()).toEqual([]);
  const again = await forward(bob, { clientId: 'one' });
  expect(again.body).toMatchObject({ id: body.id, text: '' });
  expect(again.body).not.toHaveProperty('forwarded');
});

it('a report says which of its messages are copies', async () => {
  const { bob, carol, target, forward } = await open();
  const ids = [
    (await forward(bob)).body.id,
    (await post(bob, 'send', { chatId: target, text: 'own words' })).body.id,
  ];
  await world.post(carol, '/api/report', { userId: bob.id, reason: 'spam', messageIds: ids });
  const [row] = await world.query<{ messages: object[] }>(
    'SELECT messages FROM reports WHERE reported_id = $1',
    [bob.id],
  );
  expect(row!.messages[0]).toMatchObject({ text: 'the very words', forwarded: true });
  expect(row!.messages[1]).not.toHaveProperty('forwarded');
});

it.each([{}, { messageId: 'x' }, { messageId: 1 }, { clientId: '' }])(
  '422 for %j',
  async (body) => {
    const { bob, target, messageId } = await open();
    const draft = 'clientId' in body ? { messageId, ...body } : body;
    expect((await post(bob, 'forward', { chatId: target, ...draft })).status).toBe(422);
  },
);

it('401 to no friend, whatever the message, and without a session', async () => {
  const { alice, carol, forward } = await open();
  const refused = { status: 401, body: { code: 'not_in_chat' } };
  expect((await forward(null, { messageId: 'x' })).status).toBe(401);
  expect(await forward(alice)).toMatchObject(refused);
  expect(await forward(alice, { chatId: chatOf(alice, carol) })).toMatchObject(refused);
  expect(await forward(alice, { messageId: randomUUID() })).toMatchObject(refused);
});

it('of a hundred sends and forwards at once, each is stored with its own words', async () => {
  const { alice, bob, source, target, messageId } = await open();
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      n % 3
        ? post(n % 2 ? alice : bob, 'send', { chatId: source, text: `m${n}` })
        : post(bob, 'forward', { chatId: n % 2 ? source : target, messageId }),
    ),
  );
  replies.forEach(({ status, body }, n) => {
    expect(status).toBe(200);
    expect(body.text).toBe(n % 3 ? `m${n}` : 'the very words');
    expect(body.forwarded).toBe(n % 3 ? undefined : true);
  });
});
