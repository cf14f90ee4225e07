// What a page costs somebody with very many friends: rows read, by the plans that PostgreSQL takes (ADR 0038).
import { randomUUID } from 'node:crypto';
import type { Database } from '@triptych/postgres';
import { chats as exportedChats, sent } from './export/export-source.prisma.js';
import { pageOf } from './friends/relation-list.sql.js';
import type { Prisma } from './generated/prisma/client.js';
import { chatListStatement } from './messages/chats.sql.js';
import { sendStatement } from './messages/send-messages.sql.js';
import { inChat, inPeriods } from './search/message-search.sql.js';
import { eventsStatement } from './streams/event-log.sql.js';
import { amongStatement, friendIdsStatement } from './streams/friend-ids.sql.js';
import { makeBusy } from './testing/busy-person.js';
import { openAt, openPostgresApp } from './testing/postgres-app.js';
import type { SignedInUser } from './testing/signed-in-user.js';

type Sql = ReturnType<typeof Prisma.sql>;
interface Node {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Node Type': string;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Index Name'?: string;
  readonly Plans?: Node[];
}

const chats = 2_000;
let world: Awaited<ReturnType<typeof openPostgresApp>>;
/** One connection, as the service has them. */
let session: Database;
let me: SignedInUser;
beforeAll(async () => {
  world = await openPostgresApp();
  me = await world.join();
  await makeBusy(world, me, chats);
  // As PostgreSQL does by itself; and its plans for a statement that is sent often, whoever asks.
  await world.query('ANALYZE');
  session = await openAt(`${world.databaseUrl}?connection_limit=1`);
  await session.query('SET plan_cache_mode = force_generic_plan');
});
afterAll(async () => {
  await session.close();
  await world.close();
});

/** A pair is one row by either of two indexes; which one is taken hangs on the sample of the statistics. What it reads is counted. */
const byPair = (indexes: readonly string[]) =>
  indexes.map((name) => (name.startsWith('relations_') ? 'relations_pkey' : name)).sort();

/** The indexes that a statement uses, and the rows that it reads of tables and indexes. */
async function explain({ text, values }: Sql) {
  await session.query(`PREPARE asked AS ${text}`);
  const [row] = await session.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked (${values.map(literal).join(', ')})`,
  );
  await session.query('DEALLOCATE asked');
  const nodes = flatten(row!['QUERY PLAN'][0].Plan);
  const scans = nodes.filter(({ 'Node Type': type }) => /(Index|Heap|Only|Seq) Scan$/.test(type));
  const read = scans.reduce(
    (sum, node) =>
      sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  );
  const indexes = new Set(scans.flatMap(({ 'Index Name': name }) => name ?? []));
  const whole = scans.filter(({ 'Node Type': type }) => type === 'Seq Scan');
  return { read, indexes: [...indexes], whole };
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value);
}

const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
const cursor = () => ({ at: new Date(Date.now() - 300 * 86_400_000), id: me.id });

it.each([
  ['the first page', () => null],
  ['a page in the middle', cursor],
])('lists of chats and friends: %s reads the rows of the page', async (_name, after) => {
  const list = await explain(chatListStatement(me.id, after(), 20));
  expect(list.indexes).toContain('chat_entries_user_id_last_at_partner_id_idx');
  expect(list.whole).toEqual([]);
  // Of each: the entry, the chat, the message, the person, the relation.
  expect(list.read).toBeLessThanOrEqual(20 * 7);
  for (const state of ['friends', 'incoming', 'outgoing', 'blocked'] as const) {
    const friends = await explain(pageOf(me.id, state, after(), 20));
    expect(friends.indexes.sort()).toEqual([
      'relations_hi_id_state_changed_at_lo_id_idx',
      'relations_lo_id_state_changed_at_hi_id_idx',
    ]);
    expect(friends.whole).toEqual([]);
    expect(friends.read).toBeLessThanOrEqual(20 * 3);
  }
});

it('a search reads the messages of the periods it asks for that have the words', async () => {
  const periodNow = Math.floor((Date.now() - Date.UTC(2026)) / 1000 / 2 ** 21);
  const everything = { pair: null, senderId: null, from: null, to: null, before: null };
  const asked = { userId: me.id, text: '', limit: 21, decomposed: [], ...everything };
  const common = await explain(inPeriods({ ...asked, words: ['common'] }, [periodNow]));
  // By their keys: what a reply quotes, files by their message, and whether the two may fetch these.
  const beside = ['attachments_chat_id_seq_idx', 'messages_pkey', 'relations_pkey'];
  const peoples = [...beside, 'messages_people_words_idx'].sort();
  expect(byPair(common.indexes)).toEqual(peoples);
  expect(common.whole).toEqual([]);
  // 24 days of two years, by the index and in the table.
  expect(common.read).toBeLessThan((2 * 2 * chats * 25) / 730);
  const all = Array.from({ length: periodNow + 1 }, (_, n) => n);
  const rare = await explain(inPeriods({ ...asked, words: ['rare', 'common'] }, all));
  expect(byPair(rare.indexes)).toEqual(peoples);
  expect(rare.read).toBeLessThanOrEqual(2 * 2 * (chats / 100) + 10);
  const [lo, hi] = [me.id, 'ffffffff-0000-7000-8000-000000000001'];
  const one = await explain(inChat({ ...asked, words: ['common'] }, { lo, hi }));
  expect(byPair(one.indexes)).toEqual([...beside, 'messages_words_idx'].sort());
  // Filters take away of what the same indexes find.
  const range = { from: new Date(Date.now() - 5 * 86_400_000), to: new Date() };
  const filtered = { ...asked, words: ['common'], senderId: me.id, ...range };
  const days = await explain(inPeriods(filtered, [periodNow]));
  expect(byPair(days.indexes)).toEqual(byPair(common.indexes));
  expect(days.read).toBeLessThanOrEqual(common.read);
  // A letter with marks is looked for in both forms by the same index.
  const marked = { words: ['c\u00f4mmon'], decomposed: ['common'] };
  const forms = await explain(inPeriods({ ...asked, ...marked }, [periodNow]));
  expect(byPair(forms.indexes)).toEqual(byPair(common.indexes));
  expect([forms.whole, forms.read]).toEqual([[], common.read]);
  const formsOfOne = await explain(inChat({ ...asked, ...marked }, { lo, hi }));
  expect(byPair(formsOfOne.indexes)).toEqual(byPair(one.indexes));
  const ofOne = await explain(inChat(filtered, { lo, hi }));
  expect(byPair(ofOne.indexes)).toEqual(byPair(one.indexes));
  expect(ofOne.whole).toEqual([]);
});

it('presence reads a thousand friends at most, or looks those up who are here', async () => {
  const some = await explain(friendIdsStatement([me.id], 1_000));
  expect(some.whole).toEqual([]);
  // Their settings are looked for, too.
  expect(some.read).toBeLessThanOrEqual(1_001);
  const online = ['00000000-0000-7000-8000-000000000002', 'f0000000-0000-7000-8000-000000000001'];
  const among = await explain(amongStatement(me.id, online));
  expect(byPair(among.indexes)).toEqual(['relations_pkey']);
  expect(among.read).toBe(2);
});

it('an export reads each chat, and each message of a portion, once', async () => {
  const page = await explain(exportedChats(me.id, me.id, 20));
  expect(page.indexes).toContain('chat_entries_pkey');
  expect(page.read).toBeLessThanOrEqual(20 * 6);
  const chatIds = (
    await world.query<{ id: string }>('SELECT id FROM chats ORDER BY id LIMIT 20')
  ).map(({ id }) => id);
  const messages = await explain(sent(me.id, { chatIds, afterSeq: 0 }));
  expect(messages.indexes).toEqual(['messages_pkey', 'attachments_chat_id_seq_idx']);
  expect(messages.read).toBeLessThanOrEqual(2 * 20 * 2);
});

it('a log reads the messages of its events by their keys, whatever the statistics do not know yet', async () => {
  const friend = '00000000-0000-7000-8000-000000000001';
  const insert = (text: string) => world.query(`INSERT INTO ${text}`, [me.id, friend]);
  await insert(
    `chats (id, hi_id, lo_id, last_seq) SELECT $2 || '--' || $1, $1::uuid, $2::uuid, 500`,
  );
  await insert(
    `messages (chat_id, seq, id, sender_id, text)
     SELECT $2 || '--' || $1, n, gen_random_uuid(), $1::uuid, 'new' FROM generate_series(1, 500) AS n`,
  );
  await world.query('INSERT INTO event_heads VALUES ($1, 9)', [me.id]);
  await insert(
    `events (user_id, seq, type, chat_id, chat_seq)
     SELECT $1::uuid, n, 'message', $2 || '--' || $1, 490 + n FROM generate_series(1, 9) AS n`,
  );
  await world.query('ANALYZE events');
  const position = { seq: 7, at: null };
  const log = await explain(eventsStatement([{ userId: me.id, position, limit: 100 }]));
  expect(log.whole).toEqual([]);
  // The head, the event that is known, two events, each with its message and whether the chat is put away.
  expect(log.read).toBeLessThanOrEqual(14);
});

it('a send looks at the files that it takes and at its draft, however many others there are', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await world.query(
    `INSERT INTO attachments (id, owner_id, object, kind, type, size, stored)
     SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN $1::uuid ELSE $2::uuid END, gen_random_uuid(), 'file', 'x/y', 1, 1
     FROM generate_series(1, 5000) AS n`,
    [alice.id, bob.id],
  );
  await world.query('ANALYZE attachments');
  const files = await world.query<{ id: string }>(
    'SELECT id::text FROM attachments WHERE owner_id = $1 LIMIT 1',
    [alice.id],
  );
  const pair = { lo: chatId.slice(0, 36), hi: chatId.slice(38) };
  const content = { senderId: alice.id, clientId: null, text: 'x', replyTo: null, forward: null };
  await world.query(
    `INSERT INTO chat_drafts (user_id, partner_id, text, client_id)
     SELECT $1::uuid, gen_random_uuid(), 'x', n FROM generate_series(1, 5000) AS n`,
    [alice.id],
  );
  await world.query('ANALYZE chat_drafts');
  for (const taken of [[], files.map(({ id }) => id)]) {
    const draft = { id: randomUUID(), pair, message: { ...content, attachments: taken } };
    const plan = await explain(sendStatement([draft]));
    expect(plan.whole).toEqual([]);
    expect(plan.read).toBeLessThan(40);
  }
  const [kept] = await world.query<{ count: number }>(
    'SELECT count(*)::int FROM attachments WHERE chat_id = $1',
    [chatId],
  );
  expect(kept).toEqual({ count: 1 });
});
