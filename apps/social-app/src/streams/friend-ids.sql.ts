import { type Attempt, inBatches, readBatches, type Statements } from '@triptych/postgres';
import { Prisma } from '../generated/prisma/client.js';
import { mostFriends, type FriendIds, type FriendsOfUser } from './local-presence.js';

type Sql = ReturnType<typeof Prisma.sql>;

/** Calls for a single user share a statement: after a restart everybody comes at the same time. */
export function createSqlFriendIds(statements: Statements): FriendIds {
  const read = inBatches(async (userIds: readonly string[], { signal }: Attempt) => {
    const statement = friendIdsStatement(userIds, mostFriends);
    const found = await statements.prepared<FriendsOfUser>(statement, signal);
    const byId = new Map(found.map((each) => [each.userId, each]));
    return userIds.map((userId) => byId.get(userId) ?? { userId, visible: false, friendIds: [] });
  }, readBatches);
  return {
    read,
    async readAll(userId) {
      const [found] = await statements.prepared<FriendsOfUser>(friendIdsStatement([userId], null));
      return found?.friendIds ?? [];
    },
    async among(userId, others) {
      const rows = await statements.prepared<{ id: string }>(amongStatement(userId, others));
      return rows.map(({ id }) => id);
    },
  };
}

/**
 * In the order of an index, so that no more than `most` are read.
 *
 * @param most friends of each; null: all of them
 */
export function friendIdsStatement(userIds: readonly string[], most: number | null) {
  const half = (mine: Sql, other: Sql) => Prisma.sql`(
    SELECT ${other}::text AS id FROM relations WHERE ${mine} = one.id AND state = 'friends'
    ORDER BY changed_at, ${other} LIMIT ${most}::int
  )`;
  const [lo, hi] = [Prisma.sql`lo_id`, Prisma.sql`hi_id`];
  return Prisma.sql`
    SELECT one.id::text AS "userId", COALESCE(own.presence, true) AS visible,
      ARRAY(${half(lo, hi)} UNION ALL ${half(hi, lo)} LIMIT ${most}::int) AS "friendIds"
    FROM unnest(${[...userIds]}::uuid[]) AS one (id)
    LEFT JOIN user_settings AS own ON own.user_id = one.id`;
}

/** A look-up in the primary key for each of the others, however many friends the user has. */
export function amongStatement(userId: string, others: readonly string[]) {
  return Prisma.sql`
    SELECT other.id::text FROM unnest(${[...others]}::uuid[]) AS other (id)
    JOIN relations AS relation
      ON relation.lo_id = LEAST(other.id, ${userId}::uuid)
      AND relation.hi_id = GREATEST(other.id, ${userId}::uuid) AND relation.state = 'friends'`;
}
