import { RequestTime, withRetry } from '@triptych/postgres';
import type { Prisma, PrismaClient } from '../generated/prisma/client.js';
import type { Actor } from '../audit/audit.js';
import type { User } from '../users/user.js';
import type { ChangeOutcome, UserChanges, UserDirectory } from './management.js';

const columns = {
  id: true,
  fullName: true,
  email: true,
  phone: true,
  contactAddress: true,
} as const satisfies Prisma.UserSelect;

export function createPrismaUserDirectory(prisma: PrismaClient, timeoutMs: number): UserDirectory {
  return {
    list: ({ after, prefix, limit }) =>
      prisma.user.findMany({
        // Prisma passes the wildcards of LIKE on.
        where: { email: { gt: after, startsWith: prefix.replaceAll(/[\\%_]/g, '\\$&') } },
        orderBy: { email: 'asc' },
        take: limit,
        select: columns,
      }),
    change: (email, changes, by) =>
      new RequestTime(timeoutMs).run(() => withRetry(() => change(prisma, email, changes, by))),
    remove: (email, by) =>
      new RequestTime(timeoutMs).run(async () => (await remove(prisma, email, by)).length > 0),
  };
}

class Taken extends Error {}

async function change(
  prisma: PrismaClient,
  email: string,
  changes: UserChanges,
  by: Actor,
): Promise<ChangeOutcome> {
  const work = changes.email === undefined || changes.email === email ? write : move;
  try {
    const user = await prisma.$transaction(async (tx) => {
      const changed = await work(tx, email, changes);
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

async function write(
  { user }: Pick<PrismaClient, 'user'>,
  email: string,
  changes: UserChanges,
): Promise<User | undefined> {
  // What rows would be spread by is not written where it stays the same (ADR 0052).
  const data = { ...changes, email: undefined, emailKey: undefined };
  return (await user.updateManyAndReturn({ where: { email }, data, select: columns }))[0];
}

/**
 * Stores the user anew: an insert can leave a taken e-mail alone, an update would write it into PostgreSQL's log. The
 * setting tells the triggers that write events that this is one change.
 */
async function move(
  tx: Pick<PrismaClient, 'user' | '$queryRaw'>,
  email: string,
  changes: UserChanges,
): Promise<User | undefined> {
  const [before] = await tx.$queryRaw<(User & { createdAt: Date })[]>`
    DELETE FROM users WHERE email = ${email} AND set_config('user_service.moving', 'on', true) = 'on' RETURNING id::text, full_name AS "fullName", email,
      email_key AS "emailKey", phone, contact_address AS "contactAddress", created_at AS "createdAt"`;
  if (before === undefined) return undefined;
  const [user] = await tx.user.createManyAndReturn({
    data: { ...before, ...changes },
    skipDuplicates: true,
    select: columns,
  });
  if (user === undefined) throw new Taken();
  return user;
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
