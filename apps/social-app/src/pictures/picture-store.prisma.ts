import type { PrismaClient } from '../generated/prisma/client.js';
import type { PictureStore } from './pictures.js';

/** Of one person. People who are friends no longer go on seeing the one they knew, as long as it is among these. */
const kept = 5;

export function createPrismaPictureStore(prisma: PrismaClient): PictureStore {
  return {
    find: (userId, version) =>
      prisma.picture.findUnique({
        where: { userId_version: { userId, version } },
        select: { bytes: true, triedAt: true },
      }),
    async keep(userId, version, bytes) {
      await prisma.$executeRaw`
        INSERT INTO pictures (user_id, version, bytes, tried_at)
        SELECT id, ${version}, ${bytes}::bytea, now() FROM users WHERE id = ${userId}::uuid
        ON CONFLICT (user_id, version) DO UPDATE SET
          bytes = COALESCE(excluded.bytes, pictures.bytes), tried_at = excluded.tried_at`;
      await prisma.$executeRaw`
        DELETE FROM pictures WHERE user_id = ${userId}::uuid AND version IN (
          SELECT version FROM pictures WHERE user_id = ${userId}::uuid
          ORDER BY tried_at DESC, version OFFSET ${kept}
        )`;
    },
  };
}
