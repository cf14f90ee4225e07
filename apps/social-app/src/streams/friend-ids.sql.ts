import { type Attempt, inBatches, readBatches, type Statements } from '@triptych/postgres';
import { Prisma } from '../generated/prisma/client.js';
import type { FriendIds, FriendsOfUser } from './local-presence.js';

/** Calls for a single user share a statement: after a restart everybody comes at the same time. */
export function createSqlFriendIds(statements: Statements): FriendIds {
  const readAll = (userIds: readonly string[], most?: number, signal?: AbortSignal) =>
    statements.prepared<FriendsOfUser>(friendIdsStatement(userIds, most), signal);
  const readOne = inBatches(async (userIds: readonly string[], { signal }: Attempt) => {
    const found = await readAll(userIds, undefined, signal);
    const byId = new Map(found.map((each) => [each.userId, each]));
    return userIds.map((userId) => byId.get(userId));
  }, readBatches);
  return {
    async read(userIds, most) {
      const [userId] = userIds;
      if (userId === undefined || userIds.length > 1 || most !== undefined) {
        return readAll(userIds, most);
      }
      const found = await readOne(userId);
      return found ? [found] : [];
    },
    async among(userId, others) {
      const rows = await statements.prepared<{ id: string }>(amongStatement(userId, others));
      return rows.map(({ id }) => id);
    },
  };
}

function friendIdsStatement(userIds: readonly string[], most?: number) {
  return Prisma.sql`
    SELECT one.id::text AS "userId", COALESCE(own.presence, true) AS visible,
      ARRAY(
        SELECT hi_id::text FROM relations WHERE lo_id = one.id AND state = 'friends'
        UNION ALL
        SELECT lo_id::text FROM relations WHERE hi_id = one.id AND state = 'friends'
        LIMIT ${most ?? null}::int
      ) AS "friendIds"
    FROM unnest(${[...userIds]}::uuid[]) AS one (id)
    LEFT JOIN user_settings AS own ON own.user_id = one.id`;
}

/** A look-up in the primary key for each of the others, however many friends the user has. */
function amongStatement(userId: string, others: readonly string[]) {
  return Prisma.sql`
    SELECT other.id::text FROM unnest(${[...others]}::uuid[]) AS other (id)
    JOIN relations AS relation
      ON relation.lo_id = LEAST(other.id, ${userId}::uuid)
      AND relation.hi_id = GREATEST(other.id, ${userId}::uuid) AND relation.state = 'friends'`;
}
