import type { PrismaClient } from '../generated/prisma/client.js';
import type { SessionStore } from './session-store.port.js';

interface Row {
  id: string;
  userId: string;
  lastUsedAt: Date;
  expiresAt: Date;
}

export function createPrismaSessionStore(prisma: PrismaClient): SessionStore {
  return {
    async insert({ at, ...session }) {
      const data = { ...session, createdAt: at, lastUsedAt: at };
      return toSession(await prisma.session.create({ data }));
    },
    async findByToken(tokenHash, now) {
      const row = await prisma.session.findUnique({ where: { tokenHash } });
      return row && row.expiresAt > now ? toSession(row) : null;
    },
    async isLive(id, now) {
      return (await prisma.session.count({ where: { id, expiresAt: { gt: now } } })) === 1;
    },
    async renew(id, lastUsedAt, expiresAt) {
      await prisma.session.updateMany({ where: { id }, data: { lastUsedAt, expiresAt } });
    },
    async remove(tokenHash) {
      const ended = await prisma.$queryRaw<{ sessionId: string; userId: string }[]>`
        DELETE FROM sessions WHERE token_hash = ${tokenHash}
        RETURNING id::text AS "sessionId", user_id::text AS "userId"`;
      return ended[0] ?? null;
    },
    async removeExpired(now) {
      await prisma.session.deleteMany({ where: { expiresAt: { lte: now } } });
    },
  };
}

function toSession({ id, userId, lastUsedAt, expiresAt }: Row) {
  return { sessionId: id, userId, lastUsedAt, expiresAt };
}
