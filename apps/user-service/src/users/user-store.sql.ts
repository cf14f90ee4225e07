import { type Database, inBatches, isConnectionLoss } from '@triptych/postgres';
import type { UserStore } from './user-store.port.js';
import type { KeyedUser, User } from './user.js';

const find = `
  SELECT id, full_name AS "fullName", email, phone, contact_address AS "contactAddress"
  FROM users WHERE email = ANY ($1::text[])`;

// The rows go in in their order. A taken e-mail is no error, so PostgreSQL does not write it into its log.
const insert = `
  INSERT INTO users (id, email, email_key, full_name, phone, contact_address)
  SELECT * FROM unnest ($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
  ON CONFLICT DO NOTHING RETURNING id`;

// Two lanes let one statement travel while the other runs; a longer list makes the single item no cheaper.
const size = { concurrency: 2, maxSize: 128 };

/**
 * The two documented routes past Prisma: registrations, and look-ups, that arrive while others are under way share one
 * statement (docs/adr/0013).
 *
 * @param patienceMs after which a call fails, whatever the database does
 */
export function sqlUserStore(
  database: Statements,
  patienceMs: number,
): Pick<UserStore, 'insert' | 'findByEmail'> {
  const options = { ...size, timeoutMs: patienceMs };
  return {
    insert: inBatches((users: readonly KeyedUser[]) => insertAll(database, users), options),
    findByEmail: inBatches((emails: readonly string[]) => findAll(database, emails), options),
  };
}

type Statements = Pick<Database, 'prepared'>;

async function findAll(database: Statements, emails: readonly string[]): Promise<(User | null)[]> {
  const ask = () => database.prepared<User>(find, [[...new Set(emails)]]);
  // Reading twice does no harm.
  const users = await ask().catch((error) => {
    if (isConnectionLoss(error)) return ask();
    throw error;
  });
  const byEmail = new Map(users.map((user) => [user.email, user]));
  return emails.map((email) => byEmail.get(email) ?? null);
}

/** In one order everywhere: replicas that register the same addresses at once wait for each other, never in a ring. */
async function insertAll(database: Statements, users: readonly KeyedUser[]): Promise<boolean[]> {
  const rows = [...users].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const kept = await database.prepared<{ id: string }>(insert, [
    rows.map(({ id }) => id),
    rows.map(({ email }) => email),
    rows.map(({ emailKey }) => emailKey),
    rows.map(({ fullName }) => fullName),
    rows.map(({ phone }) => phone),
    rows.map(({ contactAddress }) => contactAddress),
  ]);
  const ids = new Set(kept.map(({ id }) => id));
  return users.map(({ id }) => ids.has(id));
}

// Who shares an e-mail shares the key, too; the other way round it may be two e-mails.
function orderOf({ emailKey, email }: KeyedUser): string {
  return emailKey ?? email;
}
