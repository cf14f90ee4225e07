import { randomUUID } from 'node:crypto';
import { openEvents, openReadyEvents } from '../testing/event-client.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type Reply, type TestApp } from '../testing/test-app.js';

interface Message {
  readonly id: string;
  readonly seq: number;
  readonly replyTo?: object;
}

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

async function open() {
  const { alice, bob, chatId } = await world.joinFriends();
  const post = (from: SignedInUser, verb: string, body: object) =>
    world.post(from, `/api/message/${verb}`, { chatId, ...body });
  const send = async (from: SignedInUser, body: object) =>
    (await post(from, 'send', body)).body as unknown as Message;
  const read = async (user: SignedInUser) =>
    (await world.get(user, `/api/messages?chatId=${chatId}`)).body.messages as Message[];
  return { alice, bob, chatId, post, send, read };
}

const refused = { status: 400, body: { status: 400, code: 'nothing_to_reply_to' } };

it.each([
  ['characters of two units', '😀'.repeat(250), `${'😀'.repeat(199)}…`],
  ['families', '👩\u200d👩\u200d👧'.repeat(50), `${'👩\u200d👩\u200d👧'.repeat(39)}…`],
  ['flags', `${'🇳🇱'.repeat(100)}.`, `${'🇳🇱'.repeat(99)}…`],
  ['letters with marks', 'e\u0301\u0323'.repeat(67), `${'e\u0301\u0323'.repeat(66)}…`],
  ['what fits', '🇳🇱'.repeat(100), '🇳🇱'.repeat(100)],
])(
  'a reply shows the beginning of what it replies to, everywhere: %s',
  async (_name, long, quoted) => {
    const { alice, bob, chatId, send, read } = await open();
    const first = await send(alice, { text: long });
    const reply = await send(bob, { text: 'an answer', replyTo: first.id });
    const replyTo = {
      id: first.id,
      seq: 1,
      senderId: alice.id,
      text: quoted,
      deletedAt: null,
    };
    expect(reply).toMatchObject({ seq: 2, replyTo });
    expect(first).not.toHaveProperty('replyTo');
    for (const user of [alice, bob]) {
      expect((await read(user))[1]).toEqual(reply);
      const { chats } = (await world.get(user, '/api/chats')).body as { chats: object[] };
      expect(chats).toMatchObject([{ lastMessage: { replyTo } }]);
      const { body } = await world.get(user, `/api/messages/search?q=answer&chatId=${chatId}`);
      expect(body.messages).toEqual([reply]);
    }
    const own = (await world.get(bob, '/api/account/export')).body as unknown as {
      chats: { sent: object[] }[];
    };
    expect(own.chats[0]?.sent).toMatchObject([{ seq: 2, replyTo: { id: first.id, seq: 1 } }]);
    expect(JSON.stringify(own)).not.toContain(long.slice(0, 8));
  },
);

it('what is shown follows edits and deletions, for each of the two', async () => {
  const { alice, bob, post, send, read } = await open();
  const first = await send(alice, { text: 'before' });
  await send(bob, { text: 'an answer', replyTo: first.id });
  const shown = async (user: SignedInUser) => (await read(user)).at(-1)?.replyTo;
  await post(alice, 'edit', { seq: 1, text: 'after' });
  expect(await shown(bob)).toMatchObject({ text: 'after', deletedAt: null });
  await post(bob, 'delete', { seq: 1, for: 'me' });
  expect(await shown(bob)).toMatchObject({ id: first.id, seq: 1, text: '', deletedAt: null });
  expect(await shown(alice)).toMatchObject({ text: 'after' });
  await post(alice, 'delete', { seq: 1 });
  for (const user of [alice, bob]) {
    expect(await shown(user)).toMatchObject({
      senderId: alice.id,
      text: '',
      deletedAt: expect.stringMatching(/Z$/),
    });
  }
  await post(bob, 'delete', { seq: 2 });
  expect(await shown(alice)).toBeUndefined();
});

it('events carry it as it is when they are read', async () => {
  const { alice, bob, post, send } = await open();
  const base = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const first = await send(alice, { text: 'before' });
  const stream = await openReadyEvents(base, alice);
  const reply = await send(bob, { text: 'an answer', replyTo: first.id });
  const isReply = ({ data }: { data: { seq?: number } }) => data.seq === 2;
  const live = (await stream.until(isReply)).find(isReply)!;
  expect(live).toMatchObject({ type: 'message', data: { message: reply } });
  stream.close();
  await post(alice, 'edit', { seq: 1, text: 'after' });
  const resumed = openEvents(base, alice, `?since=${live.id - 1}`);
  const late = (await resumed.until(isReply)).find(isReply)!;
  expect(late.data.message.replyTo).toMatchObject({ text: 'after' });
  resumed.close();
});

it('400 for every message that the sender does not see in this chat, always with the same body', async () => {
  const { alice, bob, chatId, post, send } = await open();
  const other = await open();
  const [foreign, deleted, hidden] = [
    await other.send(other.alice, { text: 'elsewhere' }),
    await send(bob, { text: 'deleted' }),
    await send(bob, { text: 'hidden' }),
  ];
  await post(bob, 'delete', { seq: deleted.seq });
  await post(alice, 'delete', { seq: hidden.seq, for: 'me' });
  const bodies = new Set<string>();
  for (const replyTo of [randomUUID(), foreign.id, deleted.id, hidden.id, bob.id]) {
    for (const clientId of [undefined, randomUUID()]) {
      const reply = await post(alice, 'send', { text: 'x', replyTo, clientId });
      expect(reply).toMatchObject(refused);
      bodies.add(JSON.stringify({ ...reply.body, requestId: '' }));
    }
  }
  expect(bodies.size).toBe(1);
  expect((await post(bob, 'send', { text: 'x', replyTo: hidden.id })).status).toBe(200);
  for (const replyTo of ['', 'x', 5, null, `${bob.id}x`])
    expect((await post(alice, 'send', { text: 'x', replyTo })).status).toBe(422);
  const notInChat = { status: 401, body: { code: 'not_in_chat' } };
  const draft = { chatId, text: 'x', replyTo: hidden.id };
  const mallory = await world.join();
  expect(await world.post(mallory, '/api/message/send', draft)).toMatchObject(notInChat);
  await world.delete(bob, `/api/friends/${alice.id}`);
  for (const replyTo of [hidden.id, foreign.id, randomUUID()]) {
    expect(await post(bob, 'send', { text: 'x', replyTo })).toMatchObject(notInChat);
  }
});

it('a clientId covers what is replied to, also once either message has changed', async () => {
  const { alice, bob, post, send } = await open();
  const [first, second] = [await send(bob, { text: '1' }), await send(bob, { text: '2' })];
  const draft = { text: 'once', clientId: 'own', replyTo: first.id };
  const sent = await post(alice, 'send', draft);
  const again = () => post(alice, 'send', draft);
  expect(await again()).toEqual(sent);
  // An id may come in capital letters, the first time or when it is repeated.
  const inCapitals = { ...draft, replyTo: first.id.toUpperCase() };
  expect(await post(alice, 'send', inCapitals)).toEqual(sent);
  const capitals = { ...inCapitals, clientId: 'capitals' };
  const sentSo = await post(alice, 'send', capitals);
  expect(await post(alice, 'send', capitals)).toEqual(sentSo);
  const reused = { status: 409, body: { code: 'client_id_reused' } };
  for (const replyTo of [second.id, undefined, randomUUID()])
    expect(await post(alice, 'send', { ...draft, replyTo })).toMatchObject(reused);
  await post(alice, 'send', { text: 'plain', clientId: 'plain' });
  const plain = { text: 'plain', clientId: 'plain', replyTo: first.id };
  expect(await post(alice, 'send', plain)).toMatchObject(reused);
  await post(bob, 'delete', { seq: first.seq });
  expect(await again()).toMatchObject({ status: 200, body: { id: sent.body.id } });
  await post(alice, 'delete', { seq: sent.body.seq });
  expect(await again()).toMatchObject({ status: 200, body: { id: sent.body.id, text: '' } });
});

it('in a batch, what cannot be stored takes nothing along', async () => {
  const { alice, bob, post, send } = await open();
  const first = await send(bob, { text: 'first' });
  const drafts = Array.from({ length: 12 }, (_, n) => ({
    text: `m${n}`,
    replyTo: [first.id, randomUUID(), undefined][n % 3],
  }));
  const replies: Reply[] = await Promise.all(drafts.map((draft) => post(alice, 'send', draft)));
  expect(replies.map(({ status }) => status)).toEqual(
    drafts.map((_, n) => (n % 3 === 1 ? 400 : 200)),
  );
  const seqs = replies.flatMap(({ status, body }) => (status === 200 ? [body.seq as number] : []));
  expect(seqs.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
});
