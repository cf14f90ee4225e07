import { Prisma } from '../generated/prisma/client.js';
import type { UserPair } from '../people/user-ids.js';

export type Sql = ReturnType<typeof Prisma.sql>;

const lo = {
  read: Prisma.sql`lo_read`,
  shown: Prisma.sql`lo_shown`,
  hidden: Prisma.sql`lo_hidden`,
  reactions: Prisma.sql`lo_reactions`,
};
const hi: typeof lo = {
  read: Prisma.sql`hi_read`,
  shown: Prisma.sql`hi_shown`,
  hidden: Prisma.sql`hi_hidden`,
  reactions: Prisma.sql`hi_reactions`,
};

/** The columns that are about `userId`, one of the pair. */
export function sideOf(pair: UserPair, userId: string): typeof lo {
  return userId === pair.lo ? lo : hi;
}

/** One row while the two are friends. */
export function friendship(pair: UserPair): Sql {
  return Prisma.sql`
    SELECT lo_id, hi_id FROM relations
    WHERE lo_id = ${pair.lo}::uuid AND hi_id = ${pair.hi}::uuid AND state = 'friends'`;
}

/**
 * The friendship, held until the commit: who ends it at the same moment comes before or after the change that looks
 * at it, never in the midst.
 */
export function heldFriendship(pair: UserPair): Sql {
  return Prisma.sql`friendship AS (${friendship(pair)} FOR SHARE)`;
}

/** The same, but no friendship when somebody is just changing it. */
export function heldFriendshipNow(pair: UserPair): Sql {
  return Prisma.sql`friendship AS (${friendship(pair)} FOR SHARE SKIP LOCKED)`;
}
