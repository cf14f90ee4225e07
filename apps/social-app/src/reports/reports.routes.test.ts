import { randomUUID } from 'node:crypto';
import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { PrismaClient } from '../generated/prisma/client.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';
import { createReportDesk } from './report-desk.js';
import { createPrismaReportStore } from './report-store.prisma.js';

let world: TestApp;
let prisma: PrismaClient;
beforeAll(async () => {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  world = await createTestApp({ database });
  prisma = new PrismaClient(database.clientOptions);
});
afterAll(async () => {
  await prisma.$disconnect();
  await world.close();
});

const report = (me: SignedInUser | null, body: object) => world.post(me, '/api/report', body);

/** What the operator's command prints. */
async function desk(...words: string[]) {
  const lines: string[] = [];
  const readUser = (id: string) => world.parts.accounts.findById(id);
  const store = createPrismaReportStore(prisma);
  const write = (line: string) => {
    if (lines.push(line) > 1000) throw new Error('there are not so many reports');
  };
  await createReportDesk({ store, readUser, write })(words);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function reportedChat() {
  const { alice, bob, chatId } = await world.joinFriends();
  const ids: string[] = [];
  for (const text of ['first', 'second']) {
    const sent = await world.post(bob, '/api/message/send', { chatId, text });
    ids.push(sent.body.id as string);
  }
  const note = 'see\0 for \ud800yourself';
  const body = { userId: bob.id, reason: 'harassment', note, messageIds: [ids[1], ids[0]] };
  const { status, body: response } = await report(alice, body);
  expect(status).toBe(200);
  return { alice, bob, id: response.id as string };
}

describe('POST /api/report', () => {
  it('keeps what was said as it was said, for the operator', async () => {
    const { alice, bob, id } = await reportedChat();
    const [shown] = await desk('show', id);
    expect(shown).toMatchObject({
      id,
      reason: 'harassment',
      note: 'see for \ufffdyourself',
      reporter: { id: alice.id, email: alice.email },
      reported: { id: bob.id, email: bob.email },
      messages: [
        { seq: 1, senderId: bob.id, text: 'first' },
        { seq: 2, senderId: bob.id, text: 'second' },
      ],
      resolvedAt: null,
    });
  });

  it('outlives the reported and the reporter', async () => {
    const { alice, bob, id } = await reportedChat();
    for (const each of [bob, alice]) {
      await world.delete(each, '/api/account', { confirm: each.email });
    }
    const [shown] = await desk('show', id);
    expect(shown).toMatchObject({ reporterId: null, reporter: null, reported: null });
    expect(shown?.['messages']).toHaveLength(2);
  });

  it('is for whoever one has had to do with: also a request that was denied', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    await world.post(bob, '/api/friends/add', { email: alice.email });
    await world.post(alice, '/api/friends/deny', { id: bob.id });
    expect((await report(alice, { userId: bob.id, reason: 'spam' })).status).toBe(200);
    // A request that waits, of which the log has no event any more.
    const carol = await world.join();
    await world.post(carol, '/api/friends/add', { email: alice.email });
    await world.query('DELETE FROM events WHERE user_id = $1::uuid', [alice.id]);
    expect((await report(alice, { userId: carol.id, reason: 'spam' })).status).toBe(200);
  });

  it('404 for a stranger, oneself and nobody: one reply', async () => {
    // Also strangers have to do with others.
    const [one, other] = [await world.joinFriends(), await world.joinFriends()];
    const strangers = [one.alice, one.bob].flatMap((me) =>
      [other.alice, other.bob].map(({ id }) => [me, id] as const),
    );
    const nobody = [one.alice.id, randomUUID(), 'x', ''].map((id) => [one.alice, id] as const);
    const bodies = [];
    for (const [me, userId] of [...strangers, ...nobody]) {
      const { status, body } = await report(me, { userId, reason: 'spam' });
      expect(status).toBe(404);
      bodies.push({ ...body, requestId: '' });
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it('404 for a message of another chat and for none: one reply, and nothing is kept', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const other = await world.joinFriends();
    const sent = await world.post(bob, '/api/message/send', { chatId, text: 'own' });
    const foreign = await world.post(other.bob, '/api/message/send', {
      chatId: other.chatId,
      text: 'foreign',
    });
    const before = await desk();
    for (const id of [foreign.body.id as string, randomUUID()]) {
      const messageIds = [sent.body.id as string, id];
      expect(await report(alice, { userId: bob.id, reason: 'spam', messageIds })).toMatchObject({
        status: 404,
        body: { code: 'message_not_found' },
      });
    }
    expect(await desk()).toEqual(before);
  });

  it.each<object>([
    {},
    { reason: 'dislike' },
    { note: 'x'.repeat(2001) },
    { messageIds: ['x'] },
    { messageIds: Array.from({ length: 51 }, () => randomUUID()) },
    { userId: 7 },
  ])('422 for what has not the documented shape: %#', async (change) => {
    const alice = await world.join();
    const good = { userId: randomUUID(), reason: 'spam' };
    const body = Object.keys(change).length === 0 ? {} : { ...good, ...change };
    expect((await report(alice, body)).status).toBe(422);
  });

  it('401 without a session', async () => {
    expect((await report(null, {})).status).toBe(401);
  });
});

describe('the operator’s command', () => {
  it('lists what is open, oldest first, and resolves it once', async () => {
    const [first, second] = [await reportedChat(), await reportedChat()];
    const openIds = async () => (await desk()).map(({ id }) => id);
    expect((await openIds()).slice(-2)).toEqual([first.id, second.id]);
    expect((await desk()).at(-1)).toMatchObject({ reason: 'harassment', messages: 2 });
    await desk('resolve', first.id, 'talked', 'to', 'them');
    expect(await openIds()).not.toContain(first.id);
    expect((await desk('show', first.id))[0]).toMatchObject({
      resolution: 'talked to them',
      resolvedAt: expect.any(String),
    });
    await expect(desk('resolve', first.id, 'again')).rejects.toThrow('no such open report');
  });

  it('lists each once, however many there are', async () => {
    // More than it reads at a time, and older than all others.
    await world.query(`INSERT INTO reports (id, reported_id, reason, messages)
      SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, gen_random_uuid(), 'spam', '[]'
      FROM generate_series(1, 200) AS n ON CONFLICT DO NOTHING`);
    const ids = (await desk()).map(({ id }) => id as string);
    expect(ids.length).toBeGreaterThan(200);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it.each([['nonsense'], ['show'], ['show', 'x'], ['resolve', randomUUID()]])(
    'shows how it is used: %s %s',
    async (...words) => {
      await expect(desk(...words)).rejects.toThrow('usage: reports');
    },
  );

  it('says when there is no such report', async () => {
    await expect(desk('show', randomUUID())).rejects.toThrow('no such report');
  });
});
