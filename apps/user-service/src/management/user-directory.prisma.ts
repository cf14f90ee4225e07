import { type Database, isUniqueViolation, withRetry } from '@triptych/postgres';
import type { KeyedUser, User } from '../users/user.js';
import type { ChangeOutcome, Page, UserChanges, UserDirectory } from './user-directory.port.js';

const columns = `id::text, full_name AS "fullName", email, phone, contact_address AS "contactAddress"`;

type Connection = Pick<Database, 'query'>;

/** Plain statements beside Prisma: whole batches travel as arrays, and it has no word for most of the rest. */
export function prismaUserDirectory(database: Connection): UserDirectory {
  return {
    list: (page) => list(database, page),
    change: (email, changes) => change(database, email, changes),
    remove: async (email) => {
      const gone = await database.query('DELETE FROM users WHERE email = $1 RETURNING id', [email]);
      return gone.length > 0;
    },
    // Two imports of the same people in another order may deadlock; one of them then starts its batch anew.
    insertAll: (users) => withRetry(() => insertAll(database, users)),
  };
}

function list(database: Connection, { after, prefix, limit }: Page): Promise<User[]> {
  const pattern = `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return database.query<User>(
    `SELECT ${columns} FROM users WHERE email > $1 AND email LIKE $2 ORDER BY email LIMIT $3`,
    [after, pattern, limit],
  );
}

/** Looks for a conflict in the statement itself: only the loser of a race leaves an e-mail in the server's log. */
const changeStatement = `
  UPDATE users SET
    full_name = coalesce($2, full_name),
    phone = coalesce($3, phone),
    contact_address = coalesce($4, contact_address),
    email = coalesce($5, email),
    email_key = CASE WHEN $5::text IS NULL THEN email_key ELSE $6::text END,
    updated_at = now()
  WHERE email = $1 AND NOT EXISTS (
    SELECT FROM users AS other WHERE other.id <> users.id AND (other.email = $5 OR other.email_key = $6)
  )
  RETURNING ${columns}`;

async function change(
  database: Connection,
  email: string,
  changes: UserChanges,
): Promise<ChangeOutcome> {
  const { fullName = null, phone = null, contactAddress = null } = changes;
  const fresh = changes.email === undefined ? [null, null] : [changes.email, changes.emailKey];
  try {
    const values = [email, fullName, phone, contactAddress, ...fresh];
    const [user] = await database.query<User>(changeStatement, values);
    if (user !== undefined) return { kind: 'changed', user };
  } catch (error) {
    if (isUniqueViolation(error)) return { kind: 'email-taken' };
    throw error;
  }
  const [present] = await database.query('SELECT FROM users WHERE email = $1', [email]);
  return { kind: present === undefined ? 'not-found' : 'email-taken' };
}

async function insertAll(
  database: Connection,
  users: readonly KeyedUser[],
): Promise<ReadonlySet<string>> {
  const column = <K extends keyof KeyedUser>(name: K) => users.map((user) => user[name]);
  const kept = await database.query<{ id: string }>(
    `INSERT INTO users (id, email, email_key, full_name, phone, contact_address)
     SELECT id, email, email_key, full_name, phone, contact_address
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       WITH ORDINALITY AS sent (id, email, email_key, full_name, phone, contact_address, n)
     ORDER BY n
     ON CONFLICT DO NOTHING RETURNING id::text`,
    [
      column('id'),
      column('email'),
      column('emailKey'),
      column('fullName'),
      column('phone'),
      column('contactAddress'),
    ],
  );
  return new Set(kept.map(({ id }) => id));
}
