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

  it('finds messages beside a chat in which nothing is left to see', async () => {
    const { alice } = await converse('left to see');
    const carol = await world.join();
    await world.post(carol, '/api/friends/add', { email: alice.email });
    await world.post(alice, '/api/friends/accept', { id: carol.id });
    const chatId = [alice.id, carol.id].sort().join('--');
    await world.post(carol, '/api/message/send', { chatId, text: 'not to see' });
    await world.post(alice, '/api/message/delete', { chatId, seq: 1, for: 'me' });
    expect(await found(alice, 'see')).toEqual(['left to see']);
  });

  it('finds what is new beside a chat that has rested for long', async () => {
    const { alice } = await converse('a rare word');
    const carol = await world.join();
    const chatId = [alice.id, carol.id].sort().join('--');
    const [lo, hi] = chatId.split('--');
    await world.query(
      'INSERT INTO chats (id, lo_id, hi_id, last_seq) VALUES ($1, $2::uuid, $3::uuid, 1)',
      [chatId, lo, hi],
    );
    await world.query(
      `INSERT INTO messages (chat_id, seq, id, sender_id, text, created_at)
       VALUES ($1, 1, gen_random_uuid(), $2::uuid, 'long ago', now() - interval '400 days')`,
      [chatId, carol.id],
    );
    expect(await found(alice, 'ago')).toEqual(['long ago']);
    expect(await found(alice, 'rare')).toEqual(['a rare word']);
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

  it('finds a letter with marks in either of its two forms, and no other words', async () => {
    const [composed, decomposed] = ['\u00e9clair \ud55c', 'e\u0301clair \u1112\u1161\u11ab'];
    const { alice, chatId } = await converse(composed, 'every clair', decomposed);
    for (const more of [{}, { chatId }] as readonly Record<string, string>[]) {
      for (const q of ['\u00e9cl', 'e\u0301cl', '\u00c9CL', ...composed.split(' '), decomposed])
        expect(await found(alice, q, more)).toEqual([decomposed, composed]);
    }
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

  it('keeps to whom it is of, and to when it was sent', async () => {
    const { alice, bob, chatId } = await converse('apple 1', 'apple 2', 'apple 3');
    const carol = await world.join();
    await world.post(alice, '/api/friends/add', { email: carol.email });
    await world.post(carol, '/api/friends/accept', { id: alice.id });
    const other = [alice.id, carol.id].sort().join('--');
    await world.post(carol, '/api/message/send', { chatId: other, text: 'apple of Carol' });
    await world.post(bob, '/api/message/send', { chatId, text: 'apple of Bob' });
    const sent = (seq: number, at: string) =>
      world.query('UPDATE messages SET created_at = $3 WHERE chat_id = $1 AND seq = $2', [
        ...[chatId, seq, at],
      ]);
    await sent(1, '2026-01-10T22:59:59.999Z');
    await sent(2, '2026-01-10T23:00:00Z');
    await sent(3, '2026-03-01T12:00:00Z');
    const of = (more: Record<string, string>) => found(alice, 'apple', more);
    expect(await of({ senderId: bob.id })).toEqual(['apple of Bob']);
    expect(await of({ senderId: bob.id.toUpperCase() })).toEqual(['apple of Bob']);
    expect(await of({ senderId: alice.id })).toEqual(['apple 3', 'apple 2', 'apple 1']);
    expect(await of({ senderId: carol.id, chatId })).toEqual([]);
    expect(await of({ senderId: '00000000-0000-7000-8000-00000000000f' })).toEqual([]);
    // A day of somebody in Berlin.
    const day = { from: '2026-01-11T00:00:00+01:00', to: '2026-01-12T00:00:00+01:00' };
    expect(await of(day)).toEqual(['apple 2']);
    expect(await of({ ...day, chatId })).toEqual(['apple 2']);
    expect(await of({ ...day, senderId: bob.id })).toEqual([]);
    expect(await of({ from: day.from, senderId: alice.id })).toEqual(['apple 3', 'apple 2']);
    expect(await of({ to: day.from })).toEqual(['apple 1']);
    expect(await of({ from: day.to, to: day.from })).toEqual([]);
    expect(
      await of({ from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59-23:59' }),
    ).toHaveLength(5);
    expect(await of({ from: '9999-12-31T23:59:59Z' })).toEqual([]);
    expect(await of({ to: '0001-01-01T00:00:00Z' })).toEqual([]);
    expect(await of({ to: '2016-12-31T23:59:60Z' })).toEqual([]);
  });

  it('never finds by its writer what is in others’ chats', async () => {
    const { alice, bob } = await converse('treasure of both');
    const { alice: carol } = await converse('nothing');
    for (const { id } of [alice, bob])
      expect(await found(carol, 'treasure', { senderId: id })).toEqual([]);
    await world.post(alice, '/api/friends/block', { id: bob.id });
    expect(await found(alice, 'treasure', { senderId: alice.id })).toEqual(['treasure of both']);
  });

  it('pages through a range of days without a gap or a double', async () => {
    const { alice, chatId } = await converse(...Array.from({ length: 7 }, (_, n) => `word ${n}`));
    await world.query(
      `UPDATE messages SET created_at = timestamptz '2026-01-01 12:00Z' + seq * interval '30 days' WHERE chat_id = $1`,
      [chatId],
    );
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null && seen.length < 20;) {
      const { body } = await search(alice, {
        ...{ q: 'word', limit: '2', from: '2026-02-15T00:00:00Z', to: '2026-07-15T00:00:00Z' },
        ...(cursor && { cursor }),
      });
      seen.push(...body.messages.map(({ text }: { text: string }) => text));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1].map((n) => `word ${n}`));
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

  it('finds what the messages say, one by one, over years, whatever became of them', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const { alice: carol, chatId: others } = await world.joinFriends();
    await world.post(alice, '/api/friends/add', { email: carol.email });
    await world.post(carol, '/api/friends/accept', { id: alice.id });
    const shared = [alice.id, carol.id].sort().join('--');
    const vocabulary = ['ab', 'abc', 'b', 'bcd', 'cab', "d'or", 'ÄB'];
    for (const id of [chatId, others, shared]) {
      const [lo, hi] = id.split('--');
      await world.query(
        `INSERT INTO chats (id, lo_id, hi_id, last_seq) VALUES ($1, $2::uuid, $3::uuid, 60) ON CONFLICT DO NOTHING`,
        [id, lo, hi],
      );
      await world.query(
        `INSERT INTO messages (chat_id, seq, id, sender_id, text, created_at, lo_hidden, hi_hidden)
         SELECT $1, n, gen_random_uuid(), $2::uuid,
           ($3::text[])[1 + n % 7] || ' ' || ($3::text[])[1 + n / 7 % 7] || ' ' || n,
           now() + (n - 59) * interval '17 days', n % 5 = 0, n % 6 = 0
         FROM generate_series(1, 60) AS n`,
        [id, lo, vocabulary],
      );
    }
    const plain = `
      SELECT message.id::text FROM messages AS message JOIN chats AS chat ON chat.id = message.chat_id
      WHERE ($1::uuid = lo_id AND NOT lo_hidden OR $1::uuid = hi_id AND NOT hi_hidden) AND NOT EXISTS (
        SELECT FROM unnest(tsvector_to_array(to_tsvector('simple', $2))) AS asked WHERE NOT EXISTS (
          SELECT FROM unnest(tsvector_to_array(to_tsvector('simple', message.text))) AS word
          WHERE starts_with(word, asked)
        )
      ) ORDER BY message.created_at DESC, message.id DESC`;
    for (const user of [alice, bob, carol]) {
      for (const q of [...vocabulary, 'a', 'a b', 'ab c', '3', 'bcd 1', 'nothing']) {
        const ids: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const { body } = await search(user, { q, limit: '9', ...(cursor && { cursor }) });
          ids.push(...body.messages.map(({ id }: { id: string }) => id));
          cursor = body.nextCursor;
        }
        const expected = await world.query<{ id: string }>(plain, [user.id, q]);
        expect({ q, ids }).toEqual({ q, ids: expected.map(({ id }) => id) });
      }
    }
  });

  it.each<Record<string, string>>([
    { q: '' },
    { q: '👍 !' },
    { q: 'a\0' },
    { q: 'x'.repeat(201) },
    {},
    { limit: '51', q: 'a' },
    { senderId: 'me', q: 'a' },
    { from: '2026-01-01', q: 'a' },
    { to: '2026-02-30T00:00:00Z', q: 'a' },
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
