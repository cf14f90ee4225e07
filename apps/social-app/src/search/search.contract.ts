import type { TestApp } from '../testing/test-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';

/** Search through its route, on either database. */
export function searchContract(open: () => Promise<TestApp>): void {
  let world: TestApp;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  const search = (user: SignedInUser, query: Record<string, string>) =>
    world.get(user, `/api/messages/search?${new URLSearchParams(query).toString()}`);
  async function found(user: SignedInUser, q: string, more: Record<string, string> = {}) {
    const { status, body } = await search(user, { q, ...more });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.messages.map(({ text }: { text: string }) => text);
  }

  /** All that is found, and never more than a few pages of it. */
  async function pagesOf(user: SignedInUser, q: string, limit: string) {
    const seen: { id: string; text: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null && seen.length < 20;) {
      const { body } = await search(user, { q, limit, ...(cursor && { cursor }) });
      seen.push(...body.messages);
      cursor = body.nextCursor;
    }
    return seen;
  }

  async function converse(...texts: string[]) {
    const friends = await world.joinFriends();
    for (const text of texts)
      await world.post(friends.alice, '/api/message/send', { chatId: friends.chatId, text });
    return friends;
  }

  it('finds words by their beginnings, all of them, whatever their case; newest first', async () => {
    const { alice, bob } = await converse('Lunch tomorrow?', 'tomorrow at noon', 'Noonday', 'no');
    for (const user of [alice, bob]) {
      expect(await found(user, 'TOMORROW')).toEqual(['tomorrow at noon', 'Lunch tomorrow?']);
      expect(await found(user, 'tom noo')).toEqual(['tomorrow at noon']);
      expect(await found(user, 'noon')).toEqual(['Noonday', 'tomorrow at noon']);
      expect(await found(user, 'dinner')).toEqual([]);
      expect(await found(user, 'morrow')).toEqual([]);
    }
  });

  it('takes nothing of the query for an operator', async () => {
    const { alice } = await converse("it's a & b | !c", 'a b c');
    for (const q of [
      "it's",
      "'it",
      'a & b',
      'a|b',
      '!c',
      'a:*',
      "b':*",
      'a\\',
      '((a',
      '<-> a',
      '%',
    ])
      expect((await search(alice, { q })).status).toBe(q === '%' ? 400 : 200);
    expect(await found(alice, "it's")).toEqual(["it's a & b | !c"]);
    expect(await found(alice, '!c')).toHaveLength(2);
  });

  it('finds long words, and words of other scripts', async () => {
    const long = 'x'.repeat(1999);
    const { alice } = await converse(long, 'Привет мир', '猫が好き', 'see https://example.test/a');
    expect(await found(alice, long.slice(0, 200))).toEqual([long]);
    expect(await found(alice, 'мир')).toEqual(['Привет мир']);
    expect(await found(alice, '猫')).toEqual(['猫が好き']);
    expect(await found(alice, 'example.test')).toEqual(['see https://example.test/a']);
  });

  it('never finds what is in others’ chats', async () => {
    const { alice, chatId } = await converse('treasure');
    const { alice: carol } = await converse('nothing');
    expect(await found(carol, 'treasure')).toEqual([]);
    expect(await search(carol, { q: 'treasure', chatId })).toMatchObject({
      status: 401,
      body: { code: 'not_in_chat' },
    });
    expect(await found(alice, 'treasure', { chatId })).toEqual(['treasure']);
  });

  it('keeps to one chat when asked to, and finds what the text is now', async () => {
    const { alice, bob, chatId } = await converse('apple pie', 'apple tree', 'apple juice');
    const carol = await world.join();
    await world.post(alice, '/api/friends/add', { email: carol.email });
    await world.post(carol, '/api/friends/accept', { id: alice.id });
    const other = `${alice.id}--${carol.id}`;
    await world.post(alice, '/api/message/send', { chatId: other, text: 'apple cake' });
    expect(await found(alice, 'apple')).toHaveLength(4);
    expect(await found(alice, 'apple', { chatId: other })).toEqual(['apple cake']);
    await world.post(alice, '/api/message/edit', { chatId, seq: 1, text: 'pear pie' });
    await world.post(alice, '/api/message/delete', { chatId, seq: 2 });
    await world.post(bob, '/api/message/delete', { chatId, seq: 3, for: 'me' });
    expect(await found(alice, 'apple', { chatId })).toEqual(['apple juice']);
    expect(await found(bob, 'apple')).toEqual([]);
    expect(await found(bob, 'pear')).toEqual(['pear pie']);
  });

  it('pages through all chats without a gap or a double', async () => {
    const { alice, chatId } = await converse(...Array.from({ length: 7 }, (_, n) => `word ${n}`));
    const seen = (await pagesOf(alice, 'word', '3')).map(({ text }) => text);
    expect(seen).toEqual(Array.from({ length: 7 }, (_, n) => `word ${6 - n}`));
    expect(chatId).toContain(alice.id);
  });

  it('pages through messages of one moment without a gap or a double', async () => {
    const { alice, chatId } = await converse(...Array.from({ length: 7 }, (_, n) => `word ${n}`));
    await world.query('UPDATE messages SET created_at = now() WHERE chat_id = $1', [chatId]);
    const seen = await pagesOf(alice, 'word', '2');
    expect(seen.map(({ text }) => text).sort()).toEqual(
      Array.from({ length: 7 }, (_, n) => `word ${n}`),
    );
    const ids = seen.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().reverse());
  });

  it.each<Record<string, string>>([
    { q: '' },
    { q: '👍 !' },
    { q: 'a\0' },
    { q: 'x'.repeat(201) },
    {},
    { limit: '51', q: 'a' },
  ])('400 for %j', async (query) => {
    expect((await search(await world.join(), query)).status).toBe(400);
  });

  it.each(['x', '1_2', `1_${'0'.repeat(36)}`, '99999999999999999_x'])(
    '400 for the cursor %j',
    async (cursor) => {
      expect(await search(await world.join(), { q: 'a', cursor })).toMatchObject({
        status: 400,
        body: { code: 'invalid_cursor' },
      });
    },
  );
}
