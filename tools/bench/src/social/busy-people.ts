import type { BenchDatabase } from '../runner/database.js';
import { cookiesOf, signIn, type Person } from './people.js';

/** Chats of each, and as many friends; two messages in each chat, over the last year. */
export interface Habits {
  readonly people: number;
  readonly chats: number;
}

/** Found by every message, and by one of a hundred chats. */
const commonWord = 'hello';
const rareWord = 'needle';

/** What they ask for. */
export const busyPaths = {
  'common word': `/api/messages/search?q=${commonWord}`,
  'rare word': `/api/messages/search?q=${rareWord}`,
  'list of chats': '/api/chats',
  export: '/api/account/export',
};

export type BusyPath = keyof typeof busyPaths;

/** What each of them asks for, again and again. */
export const busyHabits: Readonly<Record<string, readonly BusyPath[]>> = {
  'search, list and export': ['common word', 'rare word', 'list of chats', 'export'],
  'search alone': ['common word', 'rare word'],
  'list alone': ['list of chats'],
};

const id = (first: string, number: string) =>
  `('${first}0000000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
const busyId = (number: string) => id('8', number);
/** Half of the friends come before the busy ones in a pair, half after them. */
const friendId = (n: string) => `CASE WHEN ${n} % 2 = 0 THEN ${id('1', n)} ELSE ${id('f', n)} END`;

/** People with very many chats, who are signed in. They share their friends. */
export const busyPeople = ({ people }: Habits) =>
  cookiesOf(busyId, people).map((cookie, index): Person => ({
    id: `80000000-0000-7000-8000-${String(index + 1).padStart(12, '0')}`,
    cookie,
  }));

/** Stores them by a few large statements. Indexes of words are built afterwards, which takes a fraction of the time. */
export async function storeBusyPeople(
  database: BenchDatabase,
  { people, chats }: Habits,
): Promise<void> {
  await database.query(
    `INSERT INTO users (id, name, email, email_key)
     SELECT ${friendId('n')}, 'Friend ' || n, n || '@friends.test', n || '@friends.test'
     FROM generate_series(1, $1::int) AS n`,
    [chats],
  );
  await database.query(
    `INSERT INTO users (id, name) SELECT ${busyId('n')}, 'Busy ' || n FROM generate_series(1, $1::int) AS n`,
    [people],
  );
  await signIn(database, busyId, people);
  const rebuild = await dropWordIndexes(database);
  // Row by row they would take minutes; what they write is written below.
  await database.query('ALTER TABLE messages DISABLE TRIGGER USER');
  for (let number = 1; number <= people; number += 1) await befriendAll(database, number, chats);
  await database.query('ALTER TABLE messages ENABLE TRIGGER USER');
  for (const statement of rebuild) await database.query(statement);
  await database.query('VACUUM ANALYZE');
}

/** Returns the statements that build them again. */
async function dropWordIndexes(database: BenchDatabase): Promise<string[]> {
  const found = (await database.query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename = 'messages' AND indexdef LIKE '%USING gin%'`,
  )) as { name: string; definition: string }[];
  for (const { name } of found) await database.query(`DROP INDEX ${name}`);
  return found.map(({ definition }) => definition);
}

async function befriendAll(database: BenchDatabase, number: number, chats: number): Promise<void> {
  const pairs = `
    SELECT n, LEAST(me, friend) AS lo, GREATEST(me, friend) AS hi, me, friend,
      LEAST(me, friend)::text || '--' || GREATEST(me, friend)::text AS chat_id
    FROM (
      SELECT n, ${busyId('$1::int')} AS me, ${friendId('n')} AS friend
      FROM generate_series(1, $2::int) AS n
    ) AS pair`;
  const values = [number, chats];
  await database.query(
    `INSERT INTO relations (lo_id, hi_id, state, requester_id, changed_at)
     SELECT lo, hi, 'friends', me, now() - n * interval '5 minutes' FROM (${pairs}) AS pair`,
    values,
  );
  await database.query(
    `INSERT INTO chats (id, lo_id, hi_id, last_seq)
     SELECT chat_id, lo, hi, 2 FROM (${pairs}) AS pair`,
    values,
  );
  await database.query(
    `INSERT INTO messages (chat_id, seq, id, sender_id, text, created_at)
     SELECT chat_id, seq, gen_random_uuid(), CASE seq WHEN 1 THEN me ELSE friend END,
       '${commonWord} number ' || n || CASE WHEN n % 100 = 0 THEN ' ${rareWord}' ELSE '' END,
       now() - n * interval '5 minutes' + seq * interval '1 second'
     FROM (${pairs}) AS pair CROSS JOIN generate_series(1, 2) AS seq`,
    values,
  );
  await database.query(
    `INSERT INTO chat_entries (user_id, partner_id, last_seq, last_at, unread)
     SELECT side.*, 2, now() - n * interval '5 minutes' + interval '2 seconds', 1
     FROM (${pairs}) AS pair CROSS JOIN LATERAL (VALUES (me, friend), (friend, me)) AS side
     ON CONFLICT (user_id, partner_id) DO UPDATE
       SET last_seq = excluded.last_seq, last_at = excluded.last_at, unread = excluded.unread`,
    values,
  );
}
