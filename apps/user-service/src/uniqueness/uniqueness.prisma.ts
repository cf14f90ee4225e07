import type { Database } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { type EmailKeyOf, type EmailUniqueness, keyPrefixes } from './email-key.js';
import type { Collision, UniquenessStore } from './uniqueness.js';

// The mode of the database, and the keys of all users (ADR 0012). Keys are made here and not in SQL.
// Guarantees: the stored mode, the keys and the trigger that checks them change together or not at all; nothing that is
// refused writes a row into PostgreSQL's log, as a violated constraint or unique index would.
//   no mode → exact, casefold or canonical   the first process on a database without users decides
//   no mode, but users → exact
//   one mode → another                       by `change`, unless two users collide

const setting = 'email_uniqueness';
const withoutTimeLimit = { maxWait: 20_000, timeout: 24 * 3_600_000 };

type Transaction = Pick<PrismaClient, 'setting' | '$executeRaw' | '$queryRaw'>;

export function createPrismaUniquenessStore(
  prisma: PrismaClient,
  database: Pick<Database, 'query'>,
): UniquenessStore {
  return {
    settle: async (wanted) => (await knownMode(database)) ?? (await settle(prisma, wanted)),
    findCollisions: (keyOf, report) =>
      prisma.$transaction((tx) => findCollisions(tx, keyOf, report), withoutTimeLimit),
    change: (mode, keyOf) => change(prisma, mode, keyOf),
  };
}

/** Asked by the check of readiness, which must not wait for a connection of Prisma's share. */
async function knownMode(database: Pick<Database, 'query'>) {
  const statement = 'SELECT value FROM settings WHERE name = $1';
  const [row] = await database.query<{ value: EmailUniqueness }>(statement, [setting]);
  return row?.value ?? null;
}

async function storedMode(client: Pick<Transaction, 'setting'>) {
  const row = await client.setting.findUnique({ where: { name: setting } });
  return row === null ? null : (row.value as EmailUniqueness);
}

/** Several processes may start at once on a new database: one of them decides. */
function settle(prisma: PrismaClient, wanted: EmailUniqueness): Promise<EmailUniqueness> {
  return prisma.$transaction(async (tx) => {
    if (wanted !== 'exact') await lockOutWriters(tx);
    const decided = await tx.$queryRaw<{ value: EmailUniqueness }[]>`
      INSERT INTO settings (name, value)
      SELECT ${setting}, CASE WHEN EXISTS (SELECT FROM users) THEN 'exact' ELSE ${wanted} END
      ON CONFLICT DO NOTHING RETURNING value`;
    const [mine] = decided;
    if (mine === undefined) return (await storedMode(tx)) ?? 'exact';
    if (mine.value !== 'exact') await checkKeysBy(tx, mine.value);
    return mine.value;
  });
}

class Collided extends Error {}

async function change(prisma: PrismaClient, mode: EmailUniqueness, keyOf: EmailKeyOf) {
  try {
    await prisma.$transaction(async (tx) => {
      await lockOutWriters(tx);
      await tx.$executeRaw`SET LOCAL user_service.rekeying = 'on'`;
      await walkUsers(tx, keyOf, (batch) => rewriteKeys(tx, batch));
      await checkKeysBy(tx, mode);
      await tx.setting.upsert({
        where: { name: setting },
        create: { name: setting, value: mode },
        update: { value: mode },
      });
    }, withoutTimeLimit);
    return true;
  } catch (error) {
    if (error instanceof Collided) return false;
    throw error;
  }
}

/** Waits for the writers that are under way; later ones wait for the end of the transaction. Readers do not. */
async function lockOutWriters(tx: Transaction): Promise<void> {
  await tx.$executeRaw`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`;
}

/** Searches before it writes: a violated index would write e-mails into the log of the server. */
async function rewriteKeys(tx: Transaction, batch: readonly Keyed[]): Promise<void> {
  const ids = batch.map(({ id }) => id);
  const keys = batch.map(({ key }) => key);
  const [taken] = await tx.$queryRaw<unknown[]>`
    SELECT FROM users WHERE email_key = ANY(${keys}::text[]) LIMIT 1`;
  const alike = keys[0] !== null && new Set(keys).size < keys.length;
  if (taken !== undefined || alike) throw new Collided();
  await tx.$executeRaw`
    UPDATE users SET email_key = fresh.key
    FROM unnest(${ids}::uuid[], ${keys}::text[]) AS fresh (id, key) WHERE users.id = fresh.id`;
}

const rules: Readonly<Record<EmailUniqueness, string>> = {
  exact: 'NEW.email_key IS NULL',
  casefold: `coalesce(NEW.email_key, '') LIKE '${keyPrefixes.casefold}%'`,
  canonical: `coalesce(NEW.email_key, '') LIKE '${keyPrefixes.canonical}%'`,
};

/** The same trigger as in the migration, for another mode. Look-ups go on meanwhile. */
async function checkKeysBy(tx: Transaction, mode: EmailUniqueness): Promise<void> {
  await tx.$executeRaw`${Prisma.raw(`CREATE OR REPLACE TRIGGER users_email_key_rule
    BEFORE INSERT OR UPDATE OF email_key ON users FOR EACH ROW
    WHEN (NOT (${rules[mode]} OR current_setting('user_service.rekeying', true) IS NOT DISTINCT FROM 'on'))
    EXECUTE FUNCTION refuse_email_key()`)}`;
}

/**
 * A temporary table takes each key once, a second one the users who came too late. No single statement lasts long,
 * however many users there are.
 */
async function findCollisions(
  tx: Transaction,
  keyOf: EmailKeyOf,
  report: (collision: Collision) => void,
): Promise<number> {
  await tx.$executeRaw`CREATE TEMPORARY TABLE first_of_key
    (key TEXT COLLATE "C" PRIMARY KEY, id UUID, email TEXT) ON COMMIT DROP`;
  await tx.$executeRaw`CREATE TEMPORARY TABLE later_of_key
    (key TEXT COLLATE "C", id UUID, email TEXT) ON COMMIT DROP`;
  await walkUsers(tx, keyOf, (batch) => compareKeys(tx, batch));
  return reportGroups(tx, report);
}

async function compareKeys(tx: Transaction, batch: readonly Keyed[]): Promise<void> {
  const keyed = batch.filter(({ key }) => key !== null);
  const kept = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO first_of_key ${rowsOf(keyed)} ON CONFLICT DO NOTHING RETURNING id::text`;
  if (kept.length === keyed.length) return;
  const first = new Set(kept.map(({ id }) => id));
  await tx.$executeRaw`INSERT INTO later_of_key ${rowsOf(keyed.filter(({ id }) => !first.has(id)))}`;
}

function rowsOf(users: readonly Keyed[]) {
  return Prisma.sql`SELECT * FROM unnest(${users.map(({ key }) => key)}::text[],
    ${users.map(({ id }) => id)}::uuid[], ${users.map(({ email }) => email)}::text[])`;
}

async function reportGroups(
  tx: Transaction,
  report: (collision: Collision) => void,
): Promise<number> {
  await tx.$executeRaw`DECLARE groups NO SCROLL CURSOR FOR
    SELECT json_agg(json_build_object('id', id, 'email', email) ORDER BY email COLLATE "C") AS users
    FROM (
      SELECT * FROM later_of_key
      UNION ALL
      SELECT * FROM first_of_key WHERE key IN (SELECT key FROM later_of_key)
    ) AS alike GROUP BY key ORDER BY key`;
  for (let count = 0; ;) {
    const groups = await tx.$queryRaw<{ users: Collision }[]>`FETCH 1000 FROM groups`;
    if (groups.length === 0) return count;
    groups.forEach(({ users }) => report(users));
    count += groups.length;
  }
}

interface Keyed {
  readonly id: string;
  readonly email: string;
  readonly key: string | null;
}

/** All users as they are now, a few thousand at a time, with the keys they would have. */
async function walkUsers(
  tx: Transaction,
  keyOf: EmailKeyOf,
  visit: (batch: readonly Keyed[]) => Promise<void>,
): Promise<void> {
  await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
  await tx.$executeRaw`DECLARE walk NO SCROLL CURSOR FOR SELECT id::text, email FROM users`;
  for (;;) {
    const rows = await tx.$queryRaw<{ id: string; email: string }[]>`FETCH 5000 FROM walk`;
    if (rows.length === 0) break;
    await visit(rows.map(({ id, email }) => ({ id, email, key: keyOf(email) })));
  }
  await tx.$executeRaw`CLOSE walk`;
}
