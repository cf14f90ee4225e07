import {
  type Attempt,
  inBatches,
  isForeignKeyViolation,
  readBatches,
  type Statements,
} from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { Unauthenticated } from './sessions.errors.js';
import type { SessionStore } from './sessions.js';

interface Row {
  tokenHash: string;
  id: string;
  userId: string;
  lastUsedAt: Date;
  expiresAt: Date;
}

export function createPrismaSessionStore(
  prisma: PrismaClient,
  statements: Statements,
): SessionStore {
  const findRow = inBatches(rowsOf(statements), readBatches);
  // Two callers of one statement never get the same row.
  const removeWhere = (condition: ReturnType<typeof Prisma.sql>) =>
    prisma.$queryRaw<{ sessionId: string; userId: string }[]>`
      DELETE FROM sessions WHERE ${condition}
      RETURNING id::text AS "sessionId", user_id::text AS "userId"`;

  return {
    async insert({ at, ...session }) {
      const data = { ...session, createdAt: at, lastUsedAt: at };
      try {
        return toSession(await prisma.session.create({ data }));
      } catch (error) {
        if (isForeignKeyViolation(error)) throw new Unauthenticated({ cause: error });
        throw error;
      }
    },
    async findByToken(tokenHash, now) {
      const row = await findRow(tokenHash);
      return row && row.expiresAt > now ? toSession(row) : null;
    },
    async renew(id, lastUsedAt, expiresAt) {
      await prisma.session.updateMany({ where: { id }, data: { lastUsedAt, expiresAt } });
    },
    async listLive(userId, now) {
      const rows = await prisma.session.findMany({
        where: { userId, expiresAt: { gt: now } },
        orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
      });
      return rows.map(({ userAgent, createdAt, ...row }) => {
        return { ...toSession(row), userAgent, createdAt };
      });
    },
    async remove(tokenHash) {
      return (await removeWhere(Prisma.sql`token_hash = ${tokenHash}`))[0] ?? null;
    },
    async removeOf(userId, which) {
      const chosen =
        'except' in which
          ? Prisma.sql`id <> ${which.except}::uuid`
          : Prisma.sql`id = ${which.sessionId}::uuid`;
      return removeWhere(Prisma.sql`user_id = ${userId}::uuid AND ${chosen}`);
    },
    async removeExpired(now) {
      await prisma.session.deleteMany({ where: { expiresAt: { lte: now } } });
    },
  };
}

/** Every request begins with it, so those that arrive at once share a statement. */
function rowsOf(statements: Statements) {
  return async (tokenHashes: readonly string[], { signal }: Attempt): Promise<(Row | null)[]> => {
    const statement = Prisma.sql`
        SELECT token_hash AS "tokenHash", id::text, user_id::text AS "userId",
          last_used_at AS "lastUsedAt", expires_at AS "expiresAt"
        FROM sessions WHERE token_hash = ANY (${[...tokenHashes]}::text[])`;
    const rows = await statements.prepared<Row>(statement, signal);
    const byHash = new Map(rows.map((row) => [row.tokenHash, row]));
    return tokenHashes.map((tokenHash) => byHash.get(tokenHash) ?? null);
  };
}

function toSession({ id, userId, lastUsedAt, expiresAt }: Omit<Row, 'tokenHash'>) {
  return { sessionId: id, userId, lastUsedAt, expiresAt };
}
