import { createHash, randomBytes } from 'node:crypto';
import { createDatabase, type BenchDatabase } from '../runner/database.js';

export interface Person {
  readonly id: string;
  readonly cookie: string;
}

/** Two friends; the first writes to the second. */
export interface Friends {
  readonly one: Person;
  readonly other: Person;
  readonly chatId: string;
}

/** A database of the benchmark's own with pairs of friends who are signed in. */
export async function createPeople(pairs: number) {
  const database = await createDatabase('social-app');
  const cookies = await fill(database, 2 * pairs);
  const person = (n: number): Person => ({
    id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    cookie: cookies[n - 1]!,
  });
  const friends = Array.from({ length: pairs }, (_, n): Friends => {
    const [one, other] = [person(2 * n + 1), person(2 * n + 2)];
    return { one, other, chatId: `${one.id}--${other.id}` };
  });
  return { database, friends };
}

export type People = Awaited<ReturnType<typeof createPeople>>;

/** The id of a person as SQL makes it from a number, which a script of pgbench does, too. */
const id = (number: string) =>
  `('00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

/** Signs people in whose ids SQL makes of the numbers from 1 on; returns the cookie of each. */
export async function signIn(
  database: BenchDatabase,
  idOf: (number: string) => string,
  people: number,
): Promise<string[]> {
  const tokens = Array.from({ length: people }, () => randomBytes(32).toString('base64url'));
  await database.query(
    `INSERT INTO sessions (id, token_hash, user_id, expires_at)
     SELECT gen_random_uuid(), hash, ${idOf('n')}, now() + interval '30 days'
     FROM unnest($1::text[]) WITH ORDINALITY AS each (hash, n)`,
    [tokens.map((token) => createHash('sha256').update(token).digest('hex'))],
  );
  return tokens.map((token) => `authjs.session-token=${token}`);
}

async function fill(database: BenchDatabase, users: number): Promise<string[]> {
  await database.query(
    `INSERT INTO users (id) SELECT ${id('n')} FROM generate_series(1, $1::int) AS n`,
    [users],
  );
  const cookies = await signIn(database, id, users);
  await database.query(
    `INSERT INTO relations (lo_id, hi_id, state, requester_id)
     SELECT ${id('2 * n - 1')}, ${id('2 * n')}, 'friends', ${id('2 * n')}
     FROM generate_series(1, $1::int) AS n`,
    [users / 2],
  );
  await database.query('ANALYZE');
  return cookies;
}

/** Messages between two who are not among the friends, in chats of a thousand each. */
export async function storeMessages(
  database: BenchDatabase,
  from: number,
  to: number,
): Promise<void> {
  const portion = 50_000;
  for (let first = from; first < to; first += portion) {
    const last = Math.min(first + portion, to) - 1;
    await database.query(
      `WITH filled AS (
        INSERT INTO chats (id, lo_id, hi_id, last_seq)
        SELECT DISTINCT a || '--' || b, a, b, 1000 FROM (
          SELECT ${id('800000000000 + n / 1000')} AS a, ${id('900000000000 + n / 1000')} AS b
          FROM generate_series($1::int, $2::int) AS n
        ) AS pair ON CONFLICT DO NOTHING
      )
      INSERT INTO messages (chat_id, seq, id, sender_id, text)
      SELECT ${id('800000000000 + n / 1000')} || '--' || ${id('900000000000 + n / 1000')},
        n % 1000 + 1, gen_random_uuid(), ${id('800000000000 + n / 1000')}, 'stored message number ' || n
      FROM generate_series($1::int, $2::int) AS n`,
      [first, last],
    );
  }
  await database.query('ANALYZE messages');
}
