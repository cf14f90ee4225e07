import { inBatches, runStatement, statementBatches, type Statements } from '@triptych/postgres';
import { Prisma } from '../generated/prisma/client.js';
import type { FriendsOfUser, FriendIds } from './friend-ids.port.js';

/** Those of single users share a statement: after a restart everybody comes at once. */
export function createSqlFriendIds(statements: Statements): FriendIds {
  const readAll = (userIds: readonly string[]) =>
    runStatement<FriendsOfUser>(statements, circlesOf(userIds));
  const readOne = inBatches(async (userIds: readonly string[]) => {
    const byId = new Map((await readAll(userIds)).map((circle) => [circle.userId, circle]));
    return userIds.map((userId) => byId.get(userId));
  }, statementBatches);
  return {
    async read(userIds) {
      const [userId] = userIds;
      if (userId === undefined || userIds.length > 1) return readAll(userIds);
      const circle = await readOne(userId);
      return circle ? [circle] : [];
    },
  };
}

function circlesOf(userIds: readonly string[]): ReturnType<typeof Prisma.sql> {
  return Prisma.sql`
    SELECT one.id::text AS "userId", COALESCE(own.presence, true) AS visible,
      ARRAY(
        SELECT hi_id::text FROM relations WHERE lo_id = one.id AND state = 'friends'
        UNION ALL
        SELECT lo_id::text FROM relations WHERE hi_id = one.id AND state = 'friends'
      ) AS friends
    FROM unnest(${[...userIds]}::uuid[]) AS one (id)
    LEFT JOIN user_settings AS own ON own.user_id = one.id`;
}
