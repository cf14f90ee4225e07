import { createEmbeddedTestDatabase, type EmbeddedTestDatabase } from '@triptych/postgres/testing';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';

let database: EmbeddedTestDatabase;
let world: TestApp;
beforeAll(async () => {
  database = await createEmbeddedTestDatabase(migrationsDir);
  world = await createTestApp({ database });
});
afterAll(() => world.close());

const done = { status: 200, body: { changed: true } };
const asItWas = { status: 200, body: { changed: false } };
const refused = (status: number, code: string) => ({ status, body: { status, code } });

/** Two friends, and messages of Alice’s. */
async function converse(...texts: string[]) {
  const { alice, bob, chatId } = await world.joinFriends();
  for (const text of texts) await world.post(alice, '/api/message/send', { chatId, text });
  const act = (user: SignedInUser) => ({
    edit: (seq: number, text: string) =>
      world.post(user, '/api/message/edit', { chatId, seq, text }),
    remove: (seq: number, whom?: string) =>
      world.post(user, '/api/message/delete', { chatId, seq, ...(whom && { for: whom }) }),
    react: (seq: number, emoji: string) =>
      world.post(user, '/api/message/react', { chatId, seq, emoji }),
    unreact: (seq: number, emoji: string) =>
      world.post(user, '/api/message/unreact', { chatId, seq, emoji }),
    history: async () => (await world.get(user, `/api/messages?chatId=${chatId}`)).body.messages,
    chats: async () => (await world.get(user, '/api/chats')).body.chats,
  });
  return { alice, bob, chatId, byAlice: act(alice), byBob: act(bob) };
}

const age = (chatId: string, minutes: number) =>
  database.query(
    `UPDATE messages SET created_at = created_at - $2::int * interval '1 minute' WHERE chat_id = $1`,
    [chatId, minutes],
  );

it('GET /api/message/limits: for how long, how large files may be, and what time it is', async () => {
  const { alice } = await world.joinFriends();
  const before = Date.now();
  const { status, body } = await world.get(alice, '/api/message/limits');
  const { now, ...limits } = body;
  expect({ status, limits }).toEqual({
    status: 200,
    limits: {
      editSeconds: 15 * 60,
      deleteSeconds: 48 * 60 * 60,
      attachmentBytes: 25 * 1024 * 1024,
    },
  });
  expect(Date.parse(now)).toBeGreaterThanOrEqual(before);
});

describe('POST /api/message/edit', () => {
  it('changes the text for both, keeps the number, and is marked', async () => {
    const { byAlice, byBob } = await converse('tpyo', 'next');
    const edited = await byAlice.edit(1, 'typo');
    expect(edited).toMatchObject({ status: 200, body: { seq: 1, text: 'typo' } });
    expect(edited.body.editedAt).toMatch(/Z$/);
    for (const each of [byAlice, byBob]) {
      expect(await each.history()).toMatchObject([
        { seq: 1, text: 'typo', editedAt: edited.body.editedAt },
        { seq: 2, text: 'next', editedAt: null },
      ]);
    }
  });

  it('to the same text changes nothing', async () => {
    const { byAlice } = await converse('a');
    expect((await byAlice.edit(1, 'a')).body).toMatchObject({ text: 'a', editedAt: null });
  });

  it('is refused to the other one, for no message, for a deleted one, and after the window', async () => {
    const { byAlice, byBob, chatId } = await converse('a', 'b');
    expect(await byBob.edit(1, 'x')).toMatchObject(refused(403, 'not_your_message'));
    expect(await byAlice.edit(9, 'x')).toMatchObject(refused(404, 'message_not_found'));
    expect(await byAlice.edit(1, ' ')).toMatchObject(refused(422, 'invalid_text'));
    await byAlice.remove(1);
    expect(await byAlice.edit(1, 'x')).toMatchObject(refused(409, 'message_deleted'));
    await age(chatId, 14);
    expect(await byAlice.edit(2, 'in time')).toMatchObject({ status: 200 });
    await age(chatId, 1);
    expect(await byAlice.edit(2, 'late')).toMatchObject(refused(409, 'too_late'));
    expect((await byAlice.history())[1].text).toBe('in time');
  });

  it('is refused once the two are no friends, and by then shows nothing new', async () => {
    const { alice, bob, byAlice, byBob } = await converse('a');
    await world.post(bob, '/api/friends/block', { id: alice.id });
    expect(await byAlice.edit(1, 'insult')).toMatchObject(refused(401, 'not_in_chat'));
    expect((await byBob.history())[0].text).toBe('a');
  });
});

describe('POST /api/message/delete', () => {
  it('for everyone leaves an empty message with its number, once', async () => {
    const { byAlice, byBob } = await converse('secret', 'next');
    await byBob.react(1, '👍');
    expect(await byAlice.remove(1)).toEqual(done);
    expect(await byAlice.remove(1)).toEqual(asItWas);
    for (const each of [byAlice, byBob]) {
      const [gone, next] = await each.history();
      expect(gone).toMatchObject({ seq: 1, text: '', editedAt: null, reactions: [] });
      expect(gone.deletedAt).toMatch(/Z$/);
      expect(next).toMatchObject({ seq: 2, text: 'next', deletedAt: null });
    }
    const rows = await database.query<{ found: number }>(
      `SELECT count(*)::int AS found FROM messages WHERE text LIKE '%secret%'`,
    );
    expect(rows).toEqual([{ found: 0 }]);
  });

  it('for everyone is for its sender and for some time', async () => {
    const { byAlice, byBob, chatId } = await converse('a', 'b');
    expect(await byBob.remove(1)).toMatchObject(refused(403, 'not_your_message'));
    await age(chatId, 2879);
    expect(await byAlice.remove(1)).toEqual(done);
    await age(chatId, 1);
    expect(await byAlice.remove(2, 'everyone')).toMatchObject(refused(409, 'too_late'));
  });

  it('for everyone still works when the friendship is over', async () => {
    const { alice, bob, byAlice, byBob } = await converse('a');
    await world.delete(bob, `/api/friends/${alice.id}`);
    expect(await byAlice.remove(1)).toEqual(done);
    expect((await byBob.history())[0].text).toBe('');
  });

  it('for oneself hides any message from oneself alone, however old', async () => {
    const { byAlice, byBob, chatId } = await converse('a', 'b');
    await age(chatId, 100_000);
    expect(await byBob.remove(2, 'me')).toEqual(done);
    expect(await byBob.remove(2, 'me')).toEqual(asItWas);
    expect((await byBob.history()).map(({ seq }: { seq: number }) => seq)).toEqual([1]);
    expect(await byAlice.history()).toHaveLength(2);
    expect(await byBob.chats()).toMatchObject([{ unread: 1, lastMessage: { seq: 1 } }]);
    await byBob.remove(1, 'me');
    expect(await byBob.chats()).toEqual([]);
    expect(await byBob.react(1, '👍')).toMatchObject(refused(404, 'message_not_found'));
    expect(await byBob.remove(9, 'me')).toMatchObject(refused(404, 'message_not_found'));
  });

  it('does not count deleted messages as unread', async () => {
    const { byAlice, byBob } = await converse('a', 'b', 'c');
    await byAlice.remove(2);
    expect(await byBob.chats()).toMatchObject([{ unread: 2, lastMessage: { seq: 3 } }]);
  });
});

describe('a repeated send', () => {
  it('is still known after an edit and after a deletion, and another text is still refused', async () => {
    const { alice, chatId, byAlice } = await converse();
    const draft = { chatId, text: 'as sent', clientId: 'c-1' };
    const { id } = (await world.post(alice, '/api/message/send', draft)).body;
    const again = () => world.post(alice, '/api/message/send', draft);
    await byAlice.edit(1, 'edited');
    expect(await again()).toMatchObject({ status: 200, body: { id, text: 'edited' } });
    await byAlice.edit(1, 'edited twice');
    const edited = { ...draft, text: 'edited' };
    expect((await world.post(alice, '/api/message/send', edited)).status).toBe(409);
    await byAlice.remove(1);
    expect(await again()).toMatchObject({ status: 200, body: { id, text: '' } });
    expect(await byAlice.history()).toHaveLength(1);
  });
});

describe('reactions', () => {
  it('of both are shown to both; each emoji once', async () => {
    const { alice, bob, byAlice, byBob } = await converse('a');
    expect(await byBob.react(1, '👍')).toEqual(done);
    expect(await byBob.react(1, '👍')).toEqual(asItWas);
    expect(await byAlice.react(1, '👍')).toEqual(done);
    expect(await byBob.react(1, '❤')).toEqual(done);
    expect(await byBob.react(1, '❤️')).toEqual(asItWas);
    const of =
      ({ id: userId }: SignedInUser) =>
      (emoji: string) => ({ userId, emoji });
    const [message] = await byAlice.history();
    expect(message.reactions).toHaveLength(3);
    expect(message.reactions).toEqual(
      expect.arrayContaining([...['👍', '❤️'].map(of(bob)), ...['👍'].map(of(alice))]),
    );
    expect(await byBob.unreact(1, '👍')).toEqual(done);
    expect(await byBob.unreact(1, '👍')).toEqual(asItWas);
    expect((await byBob.history())[0].reactions).toHaveLength(2);
  });

  it('are five at most, also when they come at once', async () => {
    const { bob, byBob } = await converse('a');
    const emoji = ['👍', '😀', '🎉', '🚀', '👀', '🐢', '🇩🇪', '1️⃣'];
    const replies = await Promise.all(emoji.map((each) => byBob.react(1, each)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.find(({ status }) => status !== 200)).toMatchObject(
      refused(409, 'too_many_reactions'),
    );
    const [{ reactions }] = await byBob.history();
    expect(new Set(reactions.map(({ userId }: { userId: string }) => userId))).toEqual(
      new Set([bob.id]),
    );
    expect(reactions).toHaveLength(5);
  });

  it.each(['👨‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '#️⃣'])(
    'take %j, one emoji of several code points',
    async (emoji) => {
      const { byBob } = await converse('a');
      expect(await byBob.react(1, emoji)).toEqual(done);
      expect((await byBob.history())[0].reactions[0].emoji).toBe(emoji);
    },
  );

  it.each(['', 'a', '1', '👍👍', '👍 ', ':+1:', '<b>', '\ud83d', '\u200d', '👍'.repeat(500)])(
    '422 for %j',
    async (emoji) => {
      const { byBob } = await converse('a');
      expect(await byBob.react(1, emoji)).toMatchObject({
        status: 422,
        body: { code: 'invalid_emoji', errors: [{ pointer: '/emoji' }] },
      });
    },
  );

  it('are refused on a deleted message and once the two are no friends; taking back is not', async () => {
    const { alice, bob, byAlice, byBob } = await converse('a', 'b');
    await byAlice.remove(1);
    expect(await byBob.react(1, '👍')).toMatchObject(refused(409, 'message_deleted'));
    await byBob.react(2, '👍');
    await world.delete(alice, `/api/friends/${bob.id}`);
    expect(await byBob.react(2, '🎉')).toMatchObject(refused(401, 'not_in_chat'));
    expect(await byBob.unreact(2, '👍')).toEqual(done);
  });
});

it.each([
  ['edit', { text: 'x' }],
  ['delete', { for: 'all' }],
  ['react', {}],
  ['unreact', { emoji: 5 }],
  ['typing', { typing: 'yes' }],
])('422 for a malformed %s', async (route, body) => {
  const { alice } = await converse();
  expect((await world.post(alice, `/api/message/${route}`, body)).status).toBe(422);
});
