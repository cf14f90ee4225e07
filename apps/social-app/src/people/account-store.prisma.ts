import { isForeignKeyViolation, withRetry } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import type { AccountStore, ProviderIdentity, User } from './account-store.port.js';
import { pictureAddress } from './picture-address.js';

// Guarantees: an address is the key of one user at most, and no statement fails for it: a violated index would write the
// address into PostgreSQL's log. Whoever writes a key locks it first, so that a look at it holds until the commit.

const asUser = {
  ...{ id: true, name: true, email: true, image: true },
  handle: { select: { handle: true } },
} as const;
type Row = Omit<User, 'handle'> & { readonly handle: { readonly handle: string | null } | null };
const shown = (row: Row | null | undefined): User | null =>
  row
    ? { ...row, image: pictureAddress(row.id, row.image), handle: row.handle?.handle ?? null }
    : null;
const firstLinked = [{ createdAt: 'asc' }, { id: 'asc' }] as const;
/** Of advisory locks, those on the keys of addresses. */
const keyLocks = 1;

type Sql = ReturnType<typeof Prisma.sql>;
type Transaction = Pick<PrismaClient, 'user' | 'account' | '$queryRaw'>;

export function createPrismaAccountStore(prisma: PrismaClient): AccountStore {
  return {
    async admit(identity) {
      const known = await refresh(prisma, identity);
      const created =
        known ?? (await withRetry(() => prisma.$transaction((tx) => create(tx, identity))));
      // Either another request made the same account first, or another user holds the address.
      return created ?? (await refresh(prisma, identity)) ?? 'email-taken';
    },
    async link(userId, identity) {
      const known = await meet(prisma, identity);
      if (known) return known.userId === userId || 'taken';
      if (!(await prisma.user.findUnique({ where: { id: userId } }))) return false;
      const added = await addAccount(prisma, userId, identity).catch(toGone);
      if (added === 'gone') return false;
      if (added) return true;
      return (await meet(prisma, identity))?.userId === userId || 'taken';
    },
    unlink: (userId, accountId) => unlinkAccount(prisma, userId, accountId),
    async listAccounts(userId) {
      const rows = await prisma.account.findMany({ where: { userId }, orderBy: [...firstLinked] });
      return rows.map(({ id, provider, issuer, subject, email, createdAt: linkedAt }) => {
        return { id, provider, issuer, subject, email, linkedAt };
      });
    },
    async rename(userId, name) {
      const data = { name, nameChosen: true };
      await prisma.user.updateMany({ where: { id: userId }, data });
      return findById(prisma, userId);
    },
    findById: (id) => findById(prisma, id),
    hasConfirmedEmail: async (id) =>
      (await prisma.user.count({ where: { id, emailKey: { not: null } } })) > 0,
    findByEmailKey: async (emailKey) =>
      shown(await prisma.user.findUnique({ where: { emailKey }, select: asUser })),
    async findPictureSource(id) {
      const user = await prisma.user.findUnique({ where: { id }, select: { image: true } });
      return user?.image ?? null;
    },
  };
}

async function findById(prisma: PrismaClient, id: string): Promise<User | null> {
  return shown(await prisma.user.findUnique({ where: { id }, select: asUser }));
}

/** Writes down what the provider says now; null when nobody has this account. */
async function meet(prisma: PrismaClient, { issuer, subject, email, emailKey }: ProviderIdentity) {
  const met = await prisma.account.updateManyAndReturn({
    where: { issuer, subject },
    data: { email, emailKey },
    select: { id: true, userId: true },
  });
  return met[0] ?? null;
}

/** Null also for an account that is erased at the same moment: who comes with it is a newcomer then. */
async function refresh(prisma: PrismaClient, identity: ProviderIdentity): Promise<User | null> {
  const account = await meet(prisma, identity);
  if (!account) return null;
  const { userId } = account;
  const first = await prisma.account.findFirst({ where: { userId }, orderBy: [...firstLinked] });
  if (first?.id !== account.id) return findById(prisma, userId);
  const { name, email, image, emailKey } = identity;
  await prisma.user.updateMany({ where: { id: userId, nameChosen: false }, data: { name } });
  // When the new address is someone else's, the old one is this user's no longer: found by neither.
  const update = Prisma.sql`
    UPDATE users SET email = ${email}, image = ${image}, updated_at = now(),
      email_key = ${unlessTaken(Prisma.sql`${emailKey}::text`)}
    WHERE id = ${userId}::uuid RETURNING 1`;
  await withRetry(() =>
    prisma.$transaction([prisma.$queryRaw(lockKeys([emailKey])), prisma.$queryRaw(update)]),
  );
  return findById(prisma, userId);
}

/** Null: the account exists, or another user holds the address. */
async function create(tx: Transaction, identity: ProviderIdentity): Promise<User | null> {
  const { emailKey } = identity;
  await tx.$queryRaw(lockKeys([emailKey]));
  if (emailKey !== null && (await tx.user.findUnique({ where: { emailKey } }))) return null;
  const user = await tx.user.create({ data: profile(identity), select: asUser });
  if (await addAccount(tx, user.id, identity)) return shown(user);
  await tx.user.delete({ where: { id: user.id } });
  return null;
}

/** False: (issuer, subject) exists. */
async function addAccount(
  tx: Pick<Transaction, 'account'>,
  userId: string,
  identity: ProviderIdentity,
) {
  const data = { ...account(identity), userId };
  const { count } = await tx.account.createMany({ data, skipDuplicates: true });
  return count === 1;
}

/** The user has erased the account since it was looked for. */
function toGone(error: unknown): 'gone' {
  if (isForeignKeyViolation(error)) return 'gone';
  throw error;
}

/** Until the end of the transaction, and before any row, so that nobody waits in a circle. */
function lockKeys(keys: readonly (string | null)[]) {
  const sorted = keys.filter((key) => key !== null).sort();
  return Prisma.sql`
    SELECT 1 FROM unnest(${sorted}::text[]) AS key, pg_advisory_xact_lock(${keyLocks}::int, hashtext(key))`;
}

/** The key of the user that is updated: `key`, when no other user holds it. */
function unlessTaken(key: Sql): Sql {
  return Prisma.sql`CASE WHEN NOT EXISTS (
    SELECT 1 FROM users AS other WHERE other.email_key = ${key} AND other.id <> users.id
  ) THEN ${key} END`;
}

function profile({ name, email, image, emailKey }: ProviderIdentity) {
  return { name, email, image, emailKey };
}

function account({ issuer, subject, provider, email, emailKey }: ProviderIdentity) {
  return { issuer, subject, provider, email, emailKey };
}

type Outcome = 'unlinked' | 'not-found' | 'last';

/** The user's row stands still meanwhile, so two requests cannot take the last two accounts away. */
async function unlinkAccount(
  prisma: PrismaClient,
  userId: string,
  accountId: string,
): Promise<Outcome> {
  const linked = await prisma.account.findMany({ where: { userId }, select: { emailKey: true } });
  const keys = linked.flatMap(({ emailKey }) => emailKey ?? []);
  const results = await withRetry(() =>
    prisma.$transaction([
      prisma.$queryRaw<object[]>(lockKeys(keys)),
      prisma.$queryRaw<object[]>`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`,
      prisma.$queryRaw<object[]>(remove(userId, accountId)),
      prisma.$queryRaw<object[]>`
        SELECT 1 FROM accounts WHERE id = ${accountId}::uuid AND user_id = ${userId}::uuid`,
      prisma.$queryRaw<object[]>(followNext(userId, keys)),
    ]),
  );
  const [, , removed, left] = results;
  if (removed.length > 0) return 'unlinked';
  return left.length > 0 ? 'last' : 'not-found';
}

function remove(userId: string, accountId: string): Sql {
  return Prisma.sql`
    DELETE FROM accounts WHERE id = ${accountId}::uuid AND user_id = ${userId}::uuid
      AND EXISTS (
        SELECT 1 FROM accounts WHERE user_id = ${userId}::uuid AND id <> ${accountId}::uuid
      )
    RETURNING id`;
}

/**
 * The address is that of the account linked first; its key counts unless another user holds it by now, or it came too
 * late to be among those that are locked.
 */
function followNext(userId: string, locked: readonly string[]): Sql {
  return Prisma.sql`
    UPDATE users SET email = first.email, email_key = ${unlessTaken(Prisma.sql`first.key`)}
    FROM (
      SELECT user_id, email, CASE WHEN email_key = ANY(${[...locked]}::text[]) THEN email_key END AS key
      FROM accounts WHERE user_id = ${userId}::uuid
      ORDER BY created_at, id LIMIT 1
    ) AS first
    WHERE users.id = first.user_id`;
}
