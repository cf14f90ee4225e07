import { createHash } from 'node:crypto';
import { createDatabase, empty, type BenchDatabase, type Template } from '../runner/database.js';

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
export async function createPeople(pairs: number, { name, fill: fillMore }: Template = empty) {
  const fillAll = async (database: BenchDatabase) => {
    await fill(database, 2 * pairs);
    if (name !== '') await fillMore(database);
  };
  const database = await createDatabase('social-app', { name, fill: fillAll });
  const cookies = cookiesOf(id, 2 * pairs);
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

const digest = (text: string, encoding: 'hex' | 'base64url') =>
  createHash('sha256').update(text).digest(encoding);

/** The cookies of people whose ids SQL makes of the numbers from 1 on; the same in every run, for a database that is kept. */
export const cookiesOf = (idOf: (number: string) => string, people: number) =>
  tokensOf(idOf, people).map((token) => `authjs.session-token=${token}`);

const tokensOf = (idOf: (number: string) => string, people: number) =>
  Array.from({ length: people }, (_, n) => digest(`bench ${idOf(String(n + 1))}`, 'base64url'));

/** Signs them in. */
export async function signIn(
  database: BenchDatabase,
  idOf: (number: string) => string,
  people: number,
): Promise<void> {
  await database.query(
    `INSERT INTO sessions (id, token_hash, user_id, expires_at)
     SELECT gen_random_uuid(), hash, ${idOf('n')}, now() + interval '30 days'
     FROM unnest($1::text[]) WITH ORDINALITY AS each (hash, n)`,
    [tokensOf(idOf, people).map((token) => digest(token, 'hex'))],
  );
}

async function fill(database: BenchDatabase, users: number): Promise<void> {
  await database.query(
    `INSERT INTO users (id) SELECT ${id('n')} FROM generate_series(1, $1::int) AS n`,
    [users],
  );
  await signIn(database, id, users);
  await database.query(
    `INSERT INTO relations (lo_id, hi_id, state, requester_id)
     SELECT ${id('2 * n - 1')}, ${id('2 * n')}, 'friends', ${id('2 * n')}
     FROM generate_series(1, $1::int) AS n`,
    [users / 2],
  );
  await database.query('ANALYZE');
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
