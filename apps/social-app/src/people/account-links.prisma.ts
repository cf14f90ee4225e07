import { withRetry } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';

type Outcome = 'unlinked' | 'not-found' | 'last';

/** The user's row stands still meanwhile, so two requests cannot take the last two accounts away. */
export async function unlinkAccount(
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
