import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { eraseExpired } from './erase-expired.sql.js';
import { PrismaClient } from '../generated/prisma/client.js';
import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { openReadyEvents } from '../testing/event-client.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';

let world: TestApp;
let prisma: PrismaClient;
let base: string;
beforeAll(async () => {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  prisma = new PrismaClient(database.clientOptions);
  world = await createTestApp({ database, context: { expirySweepMs: 3_600_000 } });
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await prisma.$disconnect();
  await world.close();
});

const post = (from: SignedInUser, verb: string, body: object) =>
  world.post(from, `/api/message/${verb}`, body);
const end = (chatId: string, seqs: readonly number[]) =>
  world.query(
    `UPDATE messages SET expires_at = now() - interval '1 second' WHERE chat_id = $1 AND seq = ANY ($2::int[])`,
    [chatId, seqs],
  );

/** All that one of the two can read, one after the other: of a person's searches and exports one runs at a time. */
async function viewOf(user: SignedInUser, chatId: string): Promise<object[]> {
  const inChat = ['/api/messages?limit=100&', '/api/messages/pinned?'];
  const urls = [
    '/api/chats',
    '/api/messages/search?q=word',
    ...inChat.map((url) => `${url}chatId=${chatId}`),
  ];
  const seen: object[] = [];
  for (const url of urls) {
    const { status, body } = await world.get(user, url);
    expect({ url, status }).toEqual({ url, status: 200 });
    seen.push(body as object);
  }
  const { body } = await world.get(user, '/api/account/export');
  const { chats, reactions } = body as { chats: object[]; reactions: object[] };
  return [...seen, { chats, reactions }];
}

const verb = fc.constantFrom('send', 'reply', 'edit', 'react', 'pin', 'read', 'delete', 'hide');
const history = fc.record({
  steps: fc.array(fc.record({ verb, who: fc.nat(1), seq: fc.integer({ min: 1, max: 8 }) }), {
    minLength: 4,
    maxLength: 20,
    size: 'max',
  }),
  over: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }),
});

it('what is shown of a chat before its words are erased is what is shown after, whatever happened in it', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, over }) => {
      const { alice, bob, chatId } = await world.joinFriends();
      const ids: string[] = [];
      for (const { verb: what, who, seq } of steps) {
        const user = [alice, bob][who]!;
        const replyTo = what === 'reply' && ids[seq - 1] ? { replyTo: ids[seq - 1] } : {};
        if (what === 'send' || what === 'reply' || ids.length === 0) {
          const { body } = await post(user, 'send', {
            chatId,
            text: `word ${ids.length}`,
            ...replyTo,
          });
          if (body.id) ids.push(body.id as string);
        } else if (what === 'hide') await post(user, 'delete', { chatId, seq, for: 'me' });
        else await post(user, what, { chatId, seq, text: 'word again', emoji: '👍' });
      }
      await end(chatId, over);
      const views = async () => [await viewOf(alice, chatId), await viewOf(bob, chatId)];
      const before = await views();
      await eraseExpired(prisma);
      expect(await views()).toEqual(before);
      const [left] = await world.query<{ words: string; count: number }>(
        `SELECT string_agg(text, '') AS words, count(sent_digest)::int AS count FROM messages
         WHERE chat_id = $1 AND expires_at IS NOT NULL`,
        [chatId],
      );
      expect([left?.words ?? '', left?.count]).toEqual(['', 0]);
      expect(await eraseExpired(prisma)).toMatchObject({ messages: 0, userIds: [] });
    }),
    { ...propertySize(3), endOnFailure: true },
  );
  // Histories of some sixty requests.
}, 240_000);

it('both receive that each is gone, once, and a message that is not over yet stays', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  for (let n = 0; n < 3; n += 1) await post(alice, 'send', { chatId, text: 'x' });
  await post(alice, 'delete', { chatId, seq: 2 });
  const clients = [await openReadyEvents(base, alice), await openReadyEvents(base, bob)];
  await end(chatId, [1, 2]);
  await world.query(
    `UPDATE messages SET expires_at = now() + interval '1 hour' WHERE chat_id = $1 AND seq = 3`,
    [chatId],
  );
  const erased = await eraseExpired(prisma);
  expect(erased).toEqual({ messages: 2, userIds: [alice.id, bob.id].sort(), isFull: false });
  await post(alice, 'send', { chatId, text: 'last' });
  for (const client of clients) {
    const events = await client.until(({ type }) => type === 'message');
    expect(events.slice(1).map(({ type, data }) => [type, data.seq])).toEqual([
      ['message_hidden', 1],
      ['message_hidden', 2],
      ['message', 4],
    ]);
    client.close();
  }
  const { messages } = (await world.get(bob, `/api/messages?chatId=${chatId}`)).body;
  expect(messages).toMatchObject([{ seq: 3, text: 'x' }, { seq: 4 }]);
});

it('a round erases so many at most, of one statement and more, and says that there are others', async () => {
  const { alice, chatId } = await world.joinFriends();
  await post(alice, 'send', { chatId, text: 'one' });
  await world.query(
    `INSERT INTO messages (chat_id, seq, id, sender_id, text, expires_at)
     SELECT $1, n, gen_random_uuid(), $2::uuid, 'x', now() - interval '1 second' FROM generate_series(2, 121) AS n`,
    [chatId, alice.id],
  );
  expect(await eraseExpired(prisma, 110)).toMatchObject({ messages: 110, isFull: true });
  expect(await eraseExpired(prisma, 110)).toMatchObject({ messages: 10, isFull: false });
});

/** Rows of messages that this transaction has read, and what its connection has read before and not reported yet. */
const rowsRead = async (transaction: Pick<PrismaClient, '$queryRaw'>): Promise<number> => {
  const [counted] = await transaction.$queryRaw<{ rows: number }[]>`
    SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables
    WHERE relid = 'messages'::regclass`;
  return counted!.rows;
};

/** Rows of messages that are read to erase so many, in a chat with so many others that are not read either. */
async function rowsReadFor(due: number, others: number): Promise<number> {
  const { alice, chatId } = await world.joinFriends();
  await post(alice, 'send', { chatId, text: 'first' });
  await world.query(
    `INSERT INTO messages (chat_id, seq, id, sender_id, text, expires_at)
     SELECT $1, n, gen_random_uuid(), $2::uuid, 'x', CASE WHEN n > $3::int + 1 THEN now() - interval '1 second' END
     FROM generate_series(2, 1 + $3::int + $4::int) AS n`,
    [chatId, alice.id, others, due],
  );
  await world.query('ANALYZE messages');
  return prisma.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SET LOCAL enable_seqscan = off`;
      const before = await rowsRead(transaction);
      const erased = await eraseExpired(transaction as PrismaClient);
      expect(erased).toMatchObject({ messages: due });
      return (await rowsRead(transaction)) - before;
    },
    { timeout: 120_000 },
  );
}

it.each([
  [100, 0],
  [200, 0],
  [400, 0],
  [100, 400],
])(
  'erasing reads a few rows for each of %d messages, beside %d that nobody has read',
  async (due, others) => {
    expect((await rowsReadFor(due, others)) / due).toBeLessThan(30);
  },
);
