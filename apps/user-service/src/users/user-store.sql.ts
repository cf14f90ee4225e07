import { inBatches, isConnectionLoss, type Statements } from '@triptych/postgres';
import type { KeyedUser, User } from './user.js';
import type { UserStore } from './users.js';

// With two statements under way one travels while the other runs; more items make a single one no cheaper.
const size = { concurrency: 2, maxSize: 128 };

export interface SqlUserStore extends Pick<UserStore, 'insert' | 'findByEmail'> {
  /** Stores all whose e-mail is free, the first of those that share one; returns the ids of the users stored. */
  readonly insertAll: (users: readonly KeyedUser[]) => Promise<ReadonlySet<string>>;
}

/**
 * The statements that carry many users at once: registrations, and look-ups, that arrive together share one (ADR 0013),
 * and an import sends its lines by the hundred.
 *
 * @param timeoutMs after which `insert` and `findByEmail` fail, whatever the database does
 */
export function createSqlUserStore(database: Statements, timeoutMs: number): SqlUserStore {
  const options = { ...size, timeoutMs };
  const insertAll = (users: readonly KeyedUser[]) => insertUsers(database, users);
  return {
    insertAll,
    insert: inBatches(async (users: readonly KeyedUser[]) => {
      const stored = await insertAll(users);
      return users.map(({ id }) => stored.has(id));
    }, options),
    findByEmail: inBatches((emails: readonly string[]) => findUsers(database, emails), options),
  };
}

const findStatement = `
  SELECT id, full_name AS "fullName", email, phone, contact_address AS "contactAddress"
  FROM users WHERE email = ANY ($1::text[])`;

async function findUsers(
  database: Statements,
  emails: readonly string[],
): Promise<(User | null)[]> {
  const values = [[...new Set(emails)]];
  const find = () => database.prepared<User>({ text: findStatement, values });
  // A read may be repeated when its connection ended under it.
  const users = await find().catch((error) => {
    if (isConnectionLoss(error)) return find();
    throw error;
  });
  const byEmail = new Map(users.map((user) => [user.email, user]));
  return emails.map((email) => byEmail.get(email) ?? null);
}

// The rows go in in their order. A taken e-mail is no error, so PostgreSQL does not write it into its log.
const insertStatement = `
  INSERT INTO users (id, email, email_key, full_name, phone, contact_address)
  SELECT * FROM unnest ($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
  ON CONFLICT DO NOTHING RETURNING id`;

/** In one order everywhere, so that replicas that register the same e-mails at once cannot deadlock. */
async function insertUsers(
  database: Statements,
  users: readonly KeyedUser[],
): Promise<ReadonlySet<string>> {
  const rows = [...users].sort((one, other) => compare(orderOf(one), orderOf(other)));
  const columns = ['id', 'email', 'emailKey', 'fullName', 'phone', 'contactAddress'] as const;
  const values = columns.map((column) => rows.map((row) => row[column]));
  const stored = await database.prepared<{ id: string }>({ text: insertStatement, values });
  return new Set(stored.map(({ id }) => id));
}

// Users with the same e-mail have the same key, but not the other way round.
function orderOf({ emailKey, email }: KeyedUser): string {
  return emailKey ?? email;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
