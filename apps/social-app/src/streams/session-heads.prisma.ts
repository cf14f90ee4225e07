import type { PrismaClient } from '../generated/prisma/client.js';
import type { SessionHeads } from './session-heads.port.js';

export function createPrismaSessionHeads(prisma: PrismaClient): SessionHeads {
  return {
    async read(sessionIds) {
      const rows = await prisma.$queryRaw<{ id: string; head: number }[]>`
        SELECT session.id::text, COALESCE(head.seq, 0) AS head FROM sessions AS session
        LEFT JOIN event_heads AS head ON head.user_id = session.user_id
        WHERE session.id = ANY(${[...sessionIds]}::uuid[]) AND session.expires_at > now()`;
      return new Map(rows.map(({ id, head }) => [id, head]));
    },
  };
}
