import type { PrismaClient } from '../generated/prisma/client.js';
import type { Circle, Circles } from './circles.port.js';

export function createPrismaCircles(prisma: PrismaClient): Circles {
  return {
    read: (userIds) => prisma.$queryRaw<Circle[]>`
      SELECT one.id::text AS "userId", COALESCE(own.presence, true) AS visible,
        ARRAY(
          SELECT hi_id::text FROM relations WHERE lo_id = one.id AND state = 'friends'
          UNION ALL
          SELECT lo_id::text FROM relations WHERE hi_id = one.id AND state = 'friends'
        ) AS friends
      FROM unnest(${[...userIds]}::uuid[]) AS one (id)
      LEFT JOIN user_settings AS own ON own.user_id = one.id`,
  };
}
