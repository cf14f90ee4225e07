import { type Attempt, inBatches, readBatches, type Statements } from '@triptych/postgres';
import { Prisma } from '../generated/prisma/client.js';
import type { ReadFriendIds, FriendsOfUser } from './local-presence.js';

/** Calls for a single user share a statement: after a restart everybody comes at the same time. */
export function createSqlFriendIds(statements: Statements): ReadFriendIds {
  const readAll = (userIds: readonly string[], signal?: AbortSignal) =>
    statements.prepared<FriendsOfUser>(friendIdsStatement(userIds), signal);
  const readOne = inBatches(async (userIds: readonly string[], { signal }: Attempt) => {
    const byId = new Map((await readAll(userIds, signal)).map((found) => [found.userId, found]));
    return userIds.map((userId) => byId.get(userId));
  }, readBatches);
  return async (userIds) => {
    const [userId] = userIds;
    if (userId === undefined || userIds.length > 1) return readAll(userIds);
    const found = await readOne(userId);
    return found ? [found] : [];
  };
}

function friendIdsStatement(userIds: readonly string[]): ReturnType<typeof Prisma.sql> {
  return Prisma.sql`
    SELECT one.id::text AS "userId", COALESCE(own.presence, true) AS visible,
      ARRAY(
        SELECT hi_id::text FROM relations WHERE lo_id = one.id AND state = 'friends'
        UNION ALL
        SELECT lo_id::text FROM relations WHERE hi_id = one.id AND state = 'friends'
      ) AS "friendIds"
    FROM unnest(${[...userIds]}::uuid[]) AS one (id)
    LEFT JOIN user_settings AS own ON own.user_id = one.id`;
}
