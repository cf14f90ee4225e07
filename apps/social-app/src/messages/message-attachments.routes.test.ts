import { randomUUID } from 'node:crypto';
import { drawing, pdf } from '../testing/files.js';
import { film } from '../testing/media.js';
import { openEvents, openReadyEvents } from '../testing/event-client.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
let base: string;
let picture: Buffer;
beforeAll(async () => {
  world = await createTestApp({ context: { expirySweepMs: 3_600_000 } });
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
  picture = await drawing();
});
afterAll(() => world.close());

const send = (from: SignedInUser, body: object) => world.post(from, '/api/message/send', body);
const upload = async (from: SignedInUser, bytes: Buffer = pdf) =>
  (await world.upload(from, bytes, '?name=x')).body as { id: string };
const statusOf = async (user: SignedInUser, id: string, headers: Record<string, string> = {}) => {
  const options = { url: `/api/attachments/${id}`, headers: { ...headers, cookie: user.cookie } };
  return (await world.app.inject(options)).statusCode;
};
const messagesOf = async (user: SignedInUser, chatId: string) =>
  (await world.get(user, `/api/messages?chatId=${chatId}`)).body.messages as object[];
const nothing = { status: 400, body: { code: 'nothing_to_attach' } };

it('a message has its files in their order, everywhere', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const files = [await upload(alice, film()), await upload(alice, picture), await upload(alice)];
  const client = await openReadyEvents(base, bob);
  const sent = await send(alice, { chatId, attachments: files.map(({ id }) => id) });
  const message = { text: '', seq: 1, attachments: files };
  expect(sent).toMatchObject({ status: 200, body: message });
  expect((await client.until(2))[1]).toMatchObject({ type: 'message', data: { message } });
  client.close();
  for (const user of [alice, bob]) {
    expect(await messagesOf(user, chatId)).toMatchObject([message]);
    expect((await world.get(user, '/api/chats')).body.chats[0].lastMessage).toMatchObject(message);
  }
  const own = (await world.get(alice, '/api/account/export')).body;
  expect(own.chats[0].sent).toMatchObject([message]);
  const reply = await send(bob, { chatId, text: 'yes', replyTo: sent.body.id });
  const kinds = ['video', 'image', 'file'];
  expect(reply.body.replyTo).toMatchObject({ text: '', attachments: kinds });
  expect(reply.body).not.toHaveProperty('attachments');
  for (const { id } of files) expect(await statusOf(bob, id)).toBe(200);
});

it('a text beside files is a text; a blank one is none', async () => {
  const { alice, chatId } = await world.joinFriends();
  for (const [text, kept] of [
    ['look', 'look'],
    [' \n', ''],
  ]) {
    const { id } = await upload(alice);
    expect((await send(alice, { chatId, text, attachments: [id] })).body).toMatchObject({
      text: kept,
      attachments: [{ id }],
    });
  }
});

it('422 without a text and files, for more than ten, for one twice, and for what is no id', async () => {
  const { alice, chatId } = await world.joinFriends();
  const ids = Array.from({ length: 11 }, () => randomUUID());
  for (const attachments of [undefined, [], ids, [ids[0], ids[0]], ['x'], [7], 'x'])
    expect((await send(alice, { chatId, attachments })).status).toBe(422);
  const { body } = await send(alice, { chatId });
  expect(body).toMatchObject({ code: 'invalid_payload', errors: [{ pointer: '/text' }] });
});

it('400 for files of others, sent ones and none; then no file is taken, and no number', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const [own, foreign, used] = [await upload(alice), await upload(bob), await upload(alice)];
  await send(alice, { chatId, attachments: [used.id] });
  for (const id of [foreign.id, used.id, randomUUID()])
    expect(await send(alice, { chatId, text: 'x', attachments: [own.id, id] })).toMatchObject(
      nothing,
    );
  const sent = await send(alice, { chatId, attachments: [own.id.toUpperCase()] });
  expect(sent).toMatchObject({ status: 200, body: { seq: 2 } });
});

it('of sends at the same time with the same file one is stored', async () => {
  const { alice, chatId } = await world.joinFriends();
  const { id } = await upload(alice);
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => send(alice, { chatId, attachments: [id] })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
  expect(await messagesOf(alice, chatId)).toHaveLength(1);
});

it('a repeated send has the same files, or is refused; also when they are gone', async () => {
  const { alice, chatId } = await world.joinFriends();
  const [one, other] = [await upload(alice), await upload(alice)];
  const draft = { chatId, text: 'x', clientId: 'again', attachments: [one.id, other.id] };
  const racing = await Promise.all([1, 2, 3].map(() => send(alice, draft)));
  expect(racing.map(({ status, body }) => [status, body.seq])).toEqual(Array(3).fill([200, 1]));
  const reused = { status: 409, body: { code: 'client_id_reused' } };
  for (const attachments of [undefined, [one.id], [other.id, one.id]])
    expect(await send(alice, { ...draft, attachments })).toMatchObject(reused);
  await world.post(alice, '/api/message/delete', { chatId, seq: 1 });
  expect(await send(alice, draft)).toMatchObject({ status: 200, body: { seq: 1, text: '' } });
  expect(await send(alice, { ...draft, attachments: [one.id] })).toMatchObject(reused);
});

it('a copy of a message has files of its own, which stay when the original goes', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const carol = await world.join();
  await world.post(carol, '/api/friends/add', { email: bob.email });
  await world.post(bob, '/api/friends/accept', { id: carol.id });
  const target = [bob.id, carol.id].sort().join('--');
  const { id } = await upload(alice, picture);
  const original = (await send(alice, { chatId, attachments: [id] })).body;
  const forward = { chatId: target, messageId: original.id, clientId: 'copy' };
  const { status, body } = await world.post(bob, '/api/message/forward', forward);
  expect(status).toBe(200);
  const [copy] = body.attachments;
  expect(copy).toEqual({ ...original.attachments[0], id: copy.id });
  expect(copy.id).not.toBe(id);
  expect((await world.post(bob, '/api/message/forward', forward)).body).toEqual(body);
  expect([await statusOf(carol, copy.id), await statusOf(carol, id)]).toEqual([200, 404]);
  expect(await statusOf(alice, copy.id)).toBe(404);
  await world.post(alice, '/api/message/delete', { chatId, seq: 1 });
  expect([await statusOf(carol, copy.id), await statusOf(bob, id)]).toEqual([200, 404]);
  // What one cannot fetch any more one cannot forward either.
  const { id: second } = await upload(alice, picture);
  const last = (await send(alice, { chatId, text: 'x', attachments: [second] })).body;
  await world.delete(bob, `/api/friends/${alice.id}`);
  const refused = await world.post(bob, '/api/message/forward', {
    ...forward,
    clientId: 'x',
    messageId: last.id,
  });
  expect(refused).toMatchObject({ status: 400, body: { code: 'nothing_to_forward' } });
});

describe('a file is', () => {
  /** Bob's, in a message to Alice, and what Alice is told of it. */
  async function sentFile() {
    const { alice, bob, chatId } = await world.joinFriends();
    const { id } = await upload(bob, picture);
    expect(await statusOf(alice, id)).toBe(404);
    expect(await statusOf(bob, id)).toBe(200);
    await send(bob, { chatId, attachments: [id] });
    expect([await statusOf(alice, id), await statusOf(bob, id)]).toEqual([200, 200]);
    return { alice, bob, chatId, id };
  }
  type Sent = Awaited<ReturnType<typeof sentFile>>;
  const change =
    (verb: string, more: object = {}) =>
    (user: SignedInUser, { chatId }: Sent) =>
      world.post(user, `/api/message/${verb}`, { chatId, seq: 1, ...more });

  it.each<[string, (sent: Sent) => Promise<unknown>, [number, number]]>([
    [
      'nobody’s once its message is deleted',
      (sent) => change('delete')(sent.bob, sent),
      [404, 404],
    ],
    [
      'not of who has deleted the message for themselves',
      (sent) => change('delete', { for: 'me' })(sent.alice, sent),
      [404, 200],
    ],
    [
      'nobody’s after the friendship',
      ({ alice, bob }) => world.delete(alice, `/api/friends/${bob.id}`),
      [404, 404],
    ],
    [
      'nobody’s after a block',
      ({ alice, bob }) => world.post(alice, '/api/friends/block', { id: bob.id }),
      [404, 404],
    ],
    [
      'nobody’s from the moment on that its message is over',
      ({ chatId }) =>
        world.query(
          `UPDATE messages SET expires_at = now() - interval '1 second' WHERE chat_id = $1`,
          [chatId],
        ),
      [404, 404],
    ],
  ])('%s', async (_name, end, expected) => {
    const sent = await sentFile();
    await end(sent);
    const { alice, bob, id } = sent;
    const asked = [
      {},
      { range: 'bytes=0-0' },
      { 'if-none-match': '*' },
      { 'if-match': '"x"' },
    ] as Record<string, string>[];
    for (const headers of expected[0] === expected[1] ? asked : [{}])
      expect([await statusOf(alice, id, headers), await statusOf(bob, id, headers)]).toEqual(
        expected,
      );
  });

  it('for the two alone: a third gets what there is for no id at all', async () => {
    const { id } = await sentFile();
    const eve = await world.join();
    const known = await world.get(eve, `/api/attachments/${id}?size=small`);
    const unknown = await world.get(eve, `/api/attachments/${randomUUID()}?size=small`);
    expect({ ...known.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(known.status).toBe(404);
    expect(await statusOf(eve, id, { 'if-none-match': '*' })).toBe(404);
  });

  it('there again with the friendship, in messages that both have', async () => {
    const { alice, bob, id } = await sentFile();
    await world.delete(alice, `/api/friends/${bob.id}`);
    await world.post(alice, '/api/friends/add', { email: bob.email });
    await world.post(bob, '/api/friends/accept', { id: alice.id });
    expect(await statusOf(alice, id)).toBe(200);
  });

  /** Of the files that the replies of each way to read the message hold. */
  async function previewsSeenBy(user: SignedInUser, chatId: string, since: string) {
    const client = openEvents(base, user, `?since=${since}`);
    const [event] = await client.until(({ type }) => type === 'message');
    client.close();
    const read = async (url: string) => (await world.get(user, url)).body;
    const [chats, found, pinned] = [
      await read('/api/chats'),
      await read('/api/messages/search?q=look'),
      await read(`/api/messages/pinned?chatId=${chatId}`),
    ];
    const messages = [
      event!.data.message,
      (await messagesOf(user, chatId))[0],
      chats.chats[0].lastMessage,
      found.messages[0],
      pinned.messages[0],
    ] as { attachments: { preview: string | null; name: string }[] }[];
    expect(messages.map(({ attachments }) => attachments[0]!.name)).toEqual(Array(5).fill('x'));
    return messages.map(({ attachments }) => attachments[0]!.preview);
  }

  it.each([
    ['removed', ({ alice, bob }: Sent) => world.delete(alice, `/api/friends/${bob.id}`)],
    ['blocked', ({ alice, bob }: Sent) => world.post(alice, '/api/friends/block', { id: bob.id })],
  ])(
    'nor are its pixels in the messages of who was %s; they are in the export of who sent it',
    async (_name, end) => {
      const { alice, bob, chatId } = await world.joinFriends();
      const client = await openReadyEvents(base, bob);
      const since = client.lastId();
      client.close();
      const { id } = await upload(alice, picture);
      await send(alice, { chatId, text: 'look', attachments: [id] });
      await world.post(alice, '/api/message/pin', { chatId, seq: 1 });
      const shown = await previewsSeenBy(bob, chatId, since);
      expect(shown).toEqual(Array(5).fill(expect.stringContaining('data:image/webp')));
      await end({ alice, bob, chatId, id });
      expect(await previewsSeenBy(bob, chatId, since)).toEqual(Array(5).fill(null));
      const { chats } = (await world.get(alice, '/api/account/export')).body;
      expect(chats[0].sent[0].attachments[0].preview).toEqual(shown[0]);
    },
  );
});
