import { RequestTime, withRetry } from '@triptych/postgres';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Actor } from '../audit/audit.js';
import { type ChangeUser, Taken, userColumns } from './change-user.sql.js';
import type { ChangeOutcome, UserChanges, UserDirectory } from './management.js';

export function createPrismaUserDirectory(
  prisma: PrismaClient,
  timeoutMs: number,
  changeUser: ChangeUser,
): UserDirectory {
  return {
    list: ({ after, prefix, limit }) =>
      prisma.user.findMany({
        // Prisma passes the wildcards of LIKE on.
        where: { email: { gt: after, startsWith: prefix.replaceAll(/[\\%_]/g, '\\$&') } },
        orderBy: { email: 'asc' },
        take: limit,
        select: userColumns,
      }),
    change: (email, changes, by) =>
      new RequestTime(timeoutMs).run(() =>
        withRetry(() => change(prisma, email, changes, by, changeUser)),
      ),
    remove: (email, by) =>
      new RequestTime(timeoutMs).run(async () => (await remove(prisma, email, by)).length > 0),
  };
}

async function change(
  prisma: PrismaClient,
  email: string,
  changes: UserChanges,
  by: Actor,
  changeUser: ChangeUser,
): Promise<ChangeOutcome> {
  if (Object.keys(changes).length === 0) return unchanged(prisma, email);
  try {
    const user = await prisma.$transaction(async (tx) => {
      const changed = await changeUser(tx, email, changes);
      if (changed !== undefined) {
        await tx.auditEntry.create({
          data: { ...by, action: 'user.updated', subject: changed.id },
        });
      }
      return changed;
    });
    return user === undefined ? { kind: 'not-found' } : { kind: 'changed', user };
  } catch (error) {
    if (error instanceof Taken) return { kind: 'email-taken' };
    throw error;
  }
}

/** Where nothing is to change nothing is written, so nobody is told of a change. */
async function unchanged({ user }: PrismaClient, email: string): Promise<ChangeOutcome> {
  const found = await user.findUnique({ where: { email }, select: userColumns });
  return found === null ? { kind: 'not-found' } : { kind: 'changed', user: found };
}

/** In one statement, which locks the row no longer than it takes. */
function remove(prisma: PrismaClient, email: string, by: Actor): Promise<unknown[]> {
  return prisma.$queryRaw`
    WITH removed AS (DELETE FROM users WHERE email = ${email} RETURNING id),
    audited AS (
      INSERT INTO audit (action, subject, key, request_id)
      SELECT 'user.deleted', id, ${by.key}, ${by.requestId} FROM removed
    )
    SELECT id::text FROM removed`;
}
