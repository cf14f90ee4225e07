import { isUniqueViolation } from '@triptych/postgres';
import type { Prisma, PrismaClient } from '../generated/prisma/client.js';
import type { ChangeOutcome, UserChanges, UserDirectory } from './management.js';

const columns = {
  id: true,
  fullName: true,
  email: true,
  phone: true,
  contactAddress: true,
} as const satisfies Prisma.UserSelect;

export function createPrismaUserDirectory(prisma: PrismaClient): UserDirectory {
  return {
    list: ({ after, prefix, limit }) =>
      prisma.user.findMany({
        // Prisma passes the wildcards of LIKE on.
        where: { email: { gt: after, startsWith: prefix.replaceAll(/[\\%_]/g, '\\$&') } },
        orderBy: { email: 'asc' },
        take: limit,
        select: columns,
      }),
    change: (email, changes) => change(prisma, email, changes),
    remove: async (email) => (await prisma.user.deleteMany({ where: { email } })).count > 0,
  };
}

/** Searches for a conflict first: only the loser of a race makes PostgreSQL write an e-mail into its log. */
async function change(
  prisma: PrismaClient,
  email: string,
  changes: UserChanges,
): Promise<ChangeOutcome> {
  const found = await prisma.user.findUnique({ where: { email }, select: { id: true } });
  if (found === null) return { kind: 'not-found' };
  if (changes.email !== undefined && (await isTaken(prisma, changes, found.id))) {
    return { kind: 'email-taken' };
  }
  try {
    // The e-mail is part of the condition: the user may have been changed or removed meanwhile.
    const [user] = await prisma.user.updateManyAndReturn({
      where: { id: found.id, email },
      data: changes,
      select: columns,
    });
    return user === undefined ? { kind: 'not-found' } : { kind: 'changed', user };
  } catch (error) {
    if (isUniqueViolation(error)) return { kind: 'email-taken' };
    throw error;
  }
}

async function isTaken(
  prisma: PrismaClient,
  { email, emailKey }: Extract<UserChanges, { readonly email: string }>,
  ownId: string,
): Promise<boolean> {
  const same = emailKey === null ? [{ email }] : [{ email }, { emailKey }];
  const where = { id: { not: ownId }, OR: same };
  return (await prisma.user.findFirst({ where, select: { id: true } })) !== null;
}
