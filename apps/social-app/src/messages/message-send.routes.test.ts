import { randomUUID } from 'node:crypto';
import { createEmbeddedTestDatabase, type EmbeddedTestDatabase } from '@triptych/postgres/testing';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';

let database: EmbeddedTestDatabase;
let world: TestApp;
const send = '/api/message/send';

beforeAll(async () => {
  database = await createEmbeddedTestDatabase(migrationsDir);
  world = await createTestApp({ database });
});
afterAll(() => world.close());

const notInChat = { status: 401, body: { status: 401, code: 'not_in_chat' } };

/** An reply without the one member that differs from request to request. */
async function anonymous(reply: Promise<{ status: number; body: object }>) {
  const { status, body } = await reply;
  return { status, body: { ...body, requestId: '' } };
}

describe('POST /api/message/send', () => {
  it('stores the message, 200, and both read it', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const sent = await world.post(alice, send, { chatId, text: ' Hi <b>Bob</b> 👋\n' });
    expect(sent).toEqual({
      status: 200,
      body: {
        id: expect.any(String),
        chatId,
        senderId: alice.id,
        text: ' Hi <b>Bob</b> 👋\n',
        seq: 1,
        createdAt: expect.stringMatching(/Z$/),
        editedAt: null,
        deletedAt: null,
        reactions: [],
      },
    });
    for (const user of [alice, bob]) {
      const history = await world.get(user, `/api/messages?chatId=${chatId}`);
      expect(history).toMatchObject({
        status: 200,
        body: { messages: [sent.body], nextCursor: null },
      });
    }
  });

  it('takes the chat id in either order and keeps one', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const reversed = chatId.split('--').reverse().join('--');
    await world.post(alice, send, { chatId, text: 'one' });
    const second = await world.post(bob, send, { chatId: reversed, text: 'two' });
    expect(second.body).toMatchObject({ chatId, seq: 2 });
    const history = await world.get(alice, `/api/messages?chatId=${reversed}`);
    expect(history.body.messages).toHaveLength(2);
  });

  it('401 for every chat id that is not the one of a friend, always with the same body', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const { alice: carol, chatId: foreign } = await world.joinFriends();
    const [a, b] = [alice.id, bob.id];
    const ids = [
      foreign, // others' chat
      [a, carol.id].sort().join('--'), // not friends
      `${a}--${randomUUID()}`, // nobody
      `${a}--${a}`,
      `${a}--${b}--${carol.id}`,
      `${a}--${b}--x`,
      `${chatId}--`,
      `--${chatId}`,
      `${a}-${b}`,
      `${a}---${b}`,
      chatId.toUpperCase(),
      ` ${chatId}`,
      '',
      '--',
      a,
      `${chatId}\0`,
      '\ud800',
      'a--b',
      "' OR '1'='1--x",
      `${a}--${'b'.repeat(50_000)}`,
    ];
    const reference = await anonymous(world.post(alice, send, { chatId: foreign, text: 'x' }));
    expect(reference).toMatchObject(notInChat);
    for (const id of ids) {
      expect(await anonymous(world.post(alice, send, { chatId: id, text: 'x' }))).toEqual(
        reference,
      );
    }
    expect((await world.get(bob, '/api/chats')).body.chats).toEqual([]);
  });

  it('401 before a request is accepted, after it is denied, and after the friendship ended', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    const draft = { chatId: `${alice.id}--${bob.id}`, text: 'x' };
    await world.post(alice, '/api/friends/add', { email: bob.email });
    expect(await world.post(alice, send, draft)).toMatchObject(notInChat);
    expect(await world.post(bob, send, draft)).toMatchObject(notInChat);
    await world.post(bob, '/api/friends/deny', { id: alice.id });
    expect(await world.post(alice, send, draft)).toMatchObject(notInChat);
    await world.post(alice, '/api/friends/add', { email: bob.email });
    await world.post(bob, '/api/friends/accept', { id: alice.id });
    expect((await world.post(alice, send, draft)).status).toBe(200);
    await world.delete(bob, `/api/friends/${alice.id}`);
    expect(await world.post(alice, send, draft)).toMatchObject(notInChat);
    expect(await world.post(bob, send, draft)).toMatchObject(notInChat);
  });

  it.each([
    [{}],
    [{ text: 'x' }],
    [{ chatId: 'a--b' }],
    [{ chatId: 5, text: 'x' }],
    [{ chatId: 'a--b', text: 5 }],
    [{ chatId: 'a--b', text: null }],
    [{ chatId: 'a--b', text: 'x', clientId: '' }],
    [{ chatId: 'a--b', text: 'x', clientId: 'ä' }],
    [{ chatId: 'a--b', text: 'x', clientId: 'a'.repeat(65) }],
    [[]],
    ['{'],
    ['null'],
  ])('422 for the payload %j', async (body) => {
    expect((await world.post(await world.join(), send, body)).status).toBe(422);
  });

  it.each([
    ['empty', ''],
    ['spaces', ' \t\r\n\u00a0\u3000'],
    ['invisible', '\u200b\u2060\ufeff\u00ad'],
    ['too long', 'x'.repeat(2001)],
    ['too long in characters of two units', '😀'.repeat(2001)],
    ['with NUL', 'a\0b'],
    ['with half a surrogate pair', 'a\ud800b'],
  ])('422 for a text that is %s', async (_name, text) => {
    const { alice, chatId } = await world.joinFriends();
    expect(await world.post(alice, send, { chatId, text })).toMatchObject({
      status: 422,
      body: { code: 'invalid_text', errors: [{ pointer: '/text' }] },
    });
  });

  it.each([
    'x'.repeat(2000),
    '😀'.repeat(2000),
    '0',
    '\u202egnp.exe',
    "'; DROP TABLE messages; --",
  ])('keeps a text to the letter (%#)', async (text) => {
    const { alice, bob, chatId } = await world.joinFriends();
    expect((await world.post(alice, send, { chatId, text })).status).toBe(200);
    const history = await world.get(bob, `/api/messages?chatId=${chatId}`);
    expect(history.body.messages[0].text).toBe(text);
  });

  it('500 without an inner word when the database fails', async () => {
    const broken = await createTestApp({ database: { ...database, close: async () => {} } });
    const { alice, chatId } = await broken.joinFriends();
    await database.query('ALTER TABLE messages RENAME TO messages_away');
    try {
      const reply = await broken.post(alice, send, { chatId, text: 'x' });
      expect(reply).toEqual({
        status: 500,
        body: {
          type: 'about:blank',
          title: 'Internal Server Error',
          status: 500,
          code: 'internal_error',
          requestId: expect.any(String),
        },
      });
    } finally {
      await database.query('ALTER TABLE messages_away RENAME TO messages');
      await broken.close();
    }
  });
});

describe('a repeated send', () => {
  it('gives the first message again and stores one', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const draft = { chatId, text: 'once', clientId: 'c-1' };
    const first = await world.post(alice, send, draft);
    expect(first.body.clientId).toBe('c-1');
    expect(await world.post(alice, send, draft)).toEqual(first);
    const seen = await world.get(bob, `/api/messages?chatId=${chatId}`);
    expect(seen.body.messages).toHaveLength(1);
    expect(seen.body.messages[0]).not.toHaveProperty('clientId');
    expect((await world.post(alice, send, { chatId, text: 'next' })).body.seq).toBe(2);
  });

  it('of twenty at once stores one, and all get the same reply', async () => {
    const { alice, chatId } = await world.joinFriends();
    const draft = { chatId, text: 'once', clientId: 'c-2' };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => world.post(alice, send, draft)),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 200, body: { seq: 1 } });
    expect((await world.get(alice, `/api/messages?chatId=${chatId}`)).body.messages).toHaveLength(
      1,
    );
  });

  it('409 when the same clientId comes with another text or for another chat', async () => {
    const { alice, chatId } = await world.joinFriends();
    const dave = await world.join();
    await world.post(alice, '/api/friends/add', { email: dave.email });
    await world.post(dave, '/api/friends/accept', { id: alice.id });
    await world.post(alice, send, { chatId, text: 'a', clientId: 'c-3' });
    const reused = { status: 409, body: { code: 'client_id_reused' } };
    const other = { chatId: `${dave.id}--${alice.id}`, text: 'a', clientId: 'c-3' };
    expect(await world.post(alice, send, { chatId, text: 'b', clientId: 'c-3' })).toMatchObject(
      reused,
    );
    expect(await world.post(alice, send, other)).toMatchObject(reused);
  });

  it('is not mistaken for another sender’s', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    await world.post(alice, send, { chatId, text: 'a', clientId: 'c-4' });
    const own = await world.post(bob, send, { chatId, text: 'a', clientId: 'c-4' });
    expect(own).toMatchObject({ status: 200, body: { seq: 2 } });
  });

  it('still gives the first message when the friendship has ended since', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const draft = { chatId, text: 'a', clientId: 'c-5' };
    const first = await world.post(alice, send, draft);
    await world.delete(bob, `/api/friends/${alice.id}`);
    expect(await world.post(alice, send, draft)).toEqual(first);
  });
});

it('numbers racing sends without a hole', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      world.post(n % 2 ? alice : bob, send, { chatId, text: `m${n}` }),
    ),
  );
  const numbers = replies.map(({ body }) => body.seq as number).sort((x, y) => x - y);
  expect(numbers).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
});
