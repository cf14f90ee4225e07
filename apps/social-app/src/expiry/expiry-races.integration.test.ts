import { openDatabase } from '@triptych/postgres';
import { openLockSession } from '@triptych/postgres/testing';
import { PrismaClient } from '../generated/prisma/client.js';
import { createPostgres } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';
import { eraseExpired } from './erase-expired.sql.js';

let world: TestApp;
let prisma: PrismaClient;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await createPostgres());
  const log = { info: () => {}, warn: () => {} };
  const options = { url, dataDir: 'unused', applicationName: 'social-app-test', migrationsDir };
  const database = await openDatabase({ ...options, log });
  prisma = new PrismaClient(database.clientOptions);
  world = await createTestApp({ database, context: { expirySweepMs: 3_600_000 } });
});
afterAll(async () => {
  await prisma.$disconnect();
  await world.close();
  await drop();
});

const post = (from: SignedInUser, verb: string, body: object) =>
  world.post(from, `/api/message/${verb}`, body);

/** A chat with messages whose time is over but for those sent last. */
async function open(count: number, kept = 0) {
  const { alice, bob, chatId } = await world.joinFriends();
  const seqs = Array.from({ length: count }, (_, n) => n + 1);
  const ids = new Map<number, string>();
  for (const seq of seqs)
    ids.set(seq, (await post(alice, 'send', { chatId, text: `secret ${seq}` })).body.id as string);
  const end = (last = count - kept) =>
    world.query(
      `UPDATE messages SET expires_at = now() - interval '1 second' WHERE chat_id = $1 AND seq <= $2`,
      [chatId, last],
    );
  return { alice, bob, chatId, seqs, ids, end };
}

const leftOf = (chatId: string) =>
  world.query<{ seq: number; text: string; done: boolean; pinned: boolean; listed: number }>(
    `SELECT seq, text, lo_hidden AND hi_hidden AND deleted_at IS NOT NULL AS done,
       seq = ANY ((SELECT pins FROM chats WHERE id = chat_id)::int[]) AS pinned
     FROM messages WHERE chat_id = $1 AND expires_at IS NOT NULL ORDER BY seq`,
    [chatId],
  );

/** Events that tell of erased messages, by person. */
const notices = (chatId: string) =>
  world.query<{ seqs: number[] }>(
    `SELECT array_agg(chat_seq ORDER BY seq)::int[] AS seqs FROM events
     WHERE chat_id = $1 AND type = 'message_hidden' GROUP BY user_id`,
    [chatId],
  );

it('replicas that erase at once share the messages: each is erased once, with one event for each of the two', async () => {
  const chats = [await open(12), await open(12)];
  await Promise.all(chats.map(({ end }) => end()));
  const rounds = await Promise.all([1, 2, 3, 4].map(() => eraseExpired(prisma)));
  await eraseExpired(prisma);
  expect(rounds.reduce((sum, { messages }) => sum + messages, 0)).toBeLessThanOrEqual(24);
  for (const { chatId, seqs } of chats) {
    expect((await leftOf(chatId)).every(({ text, done }) => text === '' && done)).toBe(true);
    for (const { seqs: told } of await notices(chatId))
      expect([...told].sort((a, b) => a - b)).toEqual(seqs);
    expect(await notices(chatId)).toHaveLength(2);
  }
});

it('a sweep that is killed in its midst leaves each message as it was or erased, and the next one ends it', async () => {
  const { chatId, seqs, end } = await open(5);
  await end();
  const session = await openLockSession(url);
  await session.query('BEGIN');
  await session.query('SELECT FROM chats WHERE id = $1 FOR NO KEY UPDATE', [chatId]);
  const killed = eraseExpired(prisma).catch((error: unknown) => error);
  await session.untilBlocking('UPDATE messages');
  await world.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE '%UPDATE messages%' AND wait_event_type = 'Lock'`,
  );
  await session.query('COMMIT');
  await session.end();
  await killed;
  const [first] = await leftOf(chatId);
  const isErased = first!.done;
  expect((await leftOf(chatId)).map(({ done }) => done)).toEqual(seqs.map(() => isErased));
  await eraseExpired(prisma);
  expect((await leftOf(chatId)).map(({ text, done }) => [text, done])).toEqual(
    seqs.map(() => ['', true]),
  );
  expect((await notices(chatId)).map((each) => [...each.seqs].sort())).toEqual([seqs, seqs]);
});

it('whatever is done with messages while their time ends and they are erased, none keeps a word or a pin', async () => {
  const { alice, bob, chatId, seqs, ids, end } = await open(24, 4);
  for (const seq of seqs) await post(bob, 'pin', { chatId, seq });
  const acts = seqs.flatMap((seq) => [
    () => post(alice, 'edit', { chatId, seq, text: `edited secret ${seq}` }),
    () => post(bob, 'react', { chatId, seq, emoji: '👍' }),
    () => post(seq % 2 ? alice : bob, seq % 3 ? 'pin' : 'unpin', { chatId, seq }),
    () => post(bob, 'send', { chatId, text: 'reply', replyTo: ids.get(seq) }),
    () => post(alice, 'delete', { chatId, seq, ...(seq % 4 && { for: 'me' }) }),
    () => post(bob, 'read', { chatId, seq }),
  ]);
  const replies = await Promise.all([
    ...acts.map((act) => act()),
    end().then(() => eraseExpired(prisma)),
    end().then(() => eraseExpired(prisma)),
  ]);
  for (const reply of replies) if ('status' in reply) expect(reply.status).toBeLessThan(500);
  await eraseExpired(prisma);
  for (const row of await leftOf(chatId))
    expect(row).toMatchObject({ text: '', done: true, pinned: false });
  for (const user of [alice, bob]) {
    const { chats } = (await world.get(user, '/api/chats')).body;
    const { messages } = (await world.get(user, `/api/messages?chatId=${chatId}&limit=100`)).body;
    const shown = messages as { seq: number; senderId: string; deletedAt: string | null }[];
    expect(shown.every(({ seq }) => seq > 20)).toBe(true);
    const { lastMessage, unread, readSeq } = chats[0];
    expect(lastMessage.seq).toBe(shown.at(-1)?.seq);
    const counted = shown.filter(
      ({ seq, senderId, deletedAt }) => seq > readSeq && senderId !== user.id && !deletedAt,
    );
    expect(unread).toBe(counted.length);
  }
});

it('of sends and a change of how long messages are kept, each message ends as it was set when it was numbered', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const [sends, sets] = [
    Array.from({ length: 20 }, (_, n) => post(n % 2 ? alice : bob, 'send', { chatId, text: 'x' })),
    [300, 3600, 300].map((seconds) => world.put(alice, `/api/chats/${chatId}/expiry`, { seconds })),
  ];
  const replies = await Promise.all([...sends, ...sets]);
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  // The log of a person has messages and settings in the order in which the chat was locked.
  const log = await world.query<{ type: string; kept: number | null }>(
    `SELECT event.type, extract(epoch FROM message.expires_at - message.created_at)::int AS kept
     FROM events AS event LEFT JOIN messages AS message
       ON event.type = 'message' AND message.chat_id = event.chat_id AND message.seq = event.chat_seq
     WHERE event.user_id = $1::uuid AND event.type IN ('message', 'expiry') ORDER BY event.seq`,
    [alice.id],
  );
  let runs: (number | null)[][] = [[]];
  for (const { type, kept } of log)
    if (type === 'expiry') runs = [...runs, []];
    else runs.at(-1)!.push(kept);
  expect(runs.flat()).toHaveLength(20);
  for (const run of runs) expect(new Set(run).size).toBeLessThanOrEqual(1);
  expect(runs[0]!.every((kept) => kept === null)).toBe(true);
});
