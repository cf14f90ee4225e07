import { Prisma } from '../generated/prisma/client.js';
import { partnerOf, type UserPair } from '../people/user-ids.js';
import {
  changed,
  lockPeople,
  ofPair,
  pendingBy,
  toBoth,
  transition,
  type Sql,
} from './relation-changes.sql.js';

/** The pair's row stands still until the commit; without one, the insert decides. */
function lock(pair: UserPair): Sql {
  return Prisma.sql`SELECT 1 FROM relations WHERE ${ofPair(pair)} FOR UPDATE`;
}

function eventFor(pair: UserPair, userId: string, type: 'blocked' | 'unblocked') {
  return [{ userId, type, personId: partnerOf(pair, userId) ?? userId }];
}

/**
 * What there was ends as it would by itself, so the other one hears no more than that; then the block is set. It is
 * kept in the same row as a friendship, so neither can come about beside the other.
 */
export function blockStatements(pair: UserPair, userId: string): Sql[] {
  const partner = partnerOf(pair, userId) ?? userId;
  const drop = (condition: Sql) => Prisma.sql`DELETE FROM relations ${condition} ${changed}`;
  const friends = Prisma.sql`WHERE ${ofPair(pair)} AND state = 'friends'`;
  const [byLo, byHi] = [userId === pair.lo, userId === pair.hi];
  const set = Prisma.sql`
    INSERT INTO relations AS held (lo_id, hi_id, state, lo_blocks, hi_blocks)
    SELECT ${pair.lo}::uuid, ${pair.hi}::uuid, 'blocked', ${byLo}::boolean, ${byHi}::boolean
    WHERE 2 = (SELECT count(*) FROM users WHERE id IN (${pair.lo}::uuid, ${pair.hi}::uuid))
    ON CONFLICT (lo_id, hi_id) DO UPDATE
      SET state = 'blocked', requester_id = NULL, changed_at = now(),
        lo_blocks = held.lo_blocks OR excluded.lo_blocks,
        hi_blocks = held.hi_blocks OR excluded.hi_blocks
      WHERE NOT (CASE WHEN excluded.lo_blocks THEN held.lo_blocks ELSE held.hi_blocks END)
    ${changed}`;
  return [
    lockPeople(pair),
    lock(pair),
    transition(drop(pendingBy(pair, userId)), toBoth(pair, 'request_cancelled')),
    transition(drop(pendingBy(pair, partner)), toBoth(pair, 'request_denied')),
    transition(drop(friends), toBoth(pair, 'removed_friend')),
    transition(set, eventFor(pair, userId, 'blocked')),
  ];
}

export function unblockStatements(pair: UserPair, userId: string): Sql[] {
  const [own, other] = [Prisma.sql`lo_blocks`, Prisma.sql`hi_blocks`];
  const [mine, theirs] = userId === pair.lo ? [own, other] : [other, own];
  const told = eventFor(pair, userId, 'unblocked');
  return [
    lockPeople(pair),
    lock(pair),
    transition(
      Prisma.sql`DELETE FROM relations WHERE ${ofPair(pair)} AND ${mine} AND NOT ${theirs} ${changed}`,
      told,
    ),
    transition(
      Prisma.sql`UPDATE relations SET ${mine} = false WHERE ${ofPair(pair)} AND ${mine} AND ${theirs} ${changed}`,
      told,
    ),
  ];
}
