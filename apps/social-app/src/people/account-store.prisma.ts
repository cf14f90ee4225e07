import { isUniqueViolation, withRetry } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import type { AccountStore, ProviderIdentity, User } from './account-store.port.js';

const asUser = { id: true, name: true, email: true, image: true } as const;
const firstLinked = [{ createdAt: 'asc' }, { id: 'asc' }] as const;

export function createPrismaAccountStore(prisma: PrismaClient): AccountStore {
  function create(identity: ProviderIdentity): Promise<User> {
    const accounts = { create: account(identity) };
    return prisma.user.create({ data: { ...profile(identity), accounts }, select: asUser });
  }

  return {
    async admit(identity) {
      const known = await refresh(prisma, identity);
      if (known) return known;
      return unlessTaken(
        () => create(identity),
        // Either another request made the same account first, or another user holds the address.
        async () => (await refresh(prisma, identity)) ?? 'email-taken',
      );
    },
    async link(userId, identity) {
      const known = await meet(prisma, identity);
      if (known) return known.userId === userId || 'taken';
      if (!(await prisma.user.findUnique({ where: { id: userId } }))) return false;
      return unlessTaken(
        async () => {
          await prisma.account.create({ data: { ...account(identity), userId } });
          return true;
        },
        async () => (await meet(prisma, identity))?.userId === userId || 'taken',
      );
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
      const where = { id: userId };
      const renamed = await prisma.user.updateManyAndReturn({ where, data, select: asUser });
      return renamed[0] ?? null;
    },
    findById: (id) => prisma.user.findUnique({ where: { id }, select: asUser }),
    findByEmailKey: (emailKey) => prisma.user.findUnique({ where: { emailKey }, select: asUser }),
  };
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
  if (first?.id !== account.id) {
    return prisma.user.findUnique({ where: { id: userId }, select: asUser });
  }
  const { name, ...rest } = profile(identity);
  await prisma.user.updateMany({ where: { id: userId, nameChosen: false }, data: { name } });
  const write = async (data: typeof rest) => {
    const written = await prisma.user.updateManyAndReturn({
      where: { id: userId },
      data,
      select: asUser,
    });
    return written[0] ?? null;
  };
  return unlessTaken(
    () => write(rest),
    // The new address belongs to someone else, the old one no longer to this user: found by neither.
    () => write({ ...rest, emailKey: null }),
  );
}

function profile({ name, email, image, emailKey }: ProviderIdentity) {
  return { name, email, image, emailKey };
}

function account({ issuer, subject, provider, email, emailKey }: ProviderIdentity) {
  return { issuer, subject, provider, email, emailKey };
}

async function unlessTaken<A, B>(write: () => Promise<A>, otherwise: () => Promise<B>) {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) return otherwise();
    throw error;
  }
}

type Outcome = 'unlinked' | 'not-found' | 'last';

/** The user's row stands still meanwhile, so two requests cannot take the last two accounts away. */
async function unlinkAccount(
  prisma: PrismaClient,
  userId: string,
  accountId: string,
): Promise<Outcome> {
  const results = await withRetry(() =>
    prisma.$transaction([
      prisma.$queryRaw<object[]>`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`,
      prisma.$queryRaw<object[]>(remove(userId, accountId)),
      prisma.$queryRaw<object[]>`
        SELECT 1 FROM accounts WHERE id = ${accountId}::uuid AND user_id = ${userId}::uuid`,
      prisma.$queryRaw<object[]>(followNext(userId)),
    ]),
  );
  const [, removed, left] = results;
  if (removed.length > 0) return 'unlinked';
  return left.length > 0 ? 'last' : 'not-found';
}

function remove(userId: string, accountId: string) {
  return Prisma.sql`
    DELETE FROM accounts WHERE id = ${accountId}::uuid AND user_id = ${userId}::uuid
      AND EXISTS (
        SELECT 1 FROM accounts WHERE user_id = ${userId}::uuid AND id <> ${accountId}::uuid
      )
    RETURNING id`;
}

/** The address is that of the account linked first; its key counts unless another user holds it by now. */
function followNext(userId: string) {
  return Prisma.sql`
    UPDATE users SET email = first.email,
      email_key = CASE WHEN EXISTS (
        SELECT 1 FROM users AS other WHERE other.email_key = first.email_key AND other.id <> users.id
      ) THEN NULL ELSE first.email_key END
    FROM (
      SELECT user_id, email, email_key FROM accounts WHERE user_id = ${userId}::uuid
      ORDER BY created_at, id LIMIT 1
    ) AS first
    WHERE users.id = first.user_id`;
}
