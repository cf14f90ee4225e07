import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import type { Cursor } from '../paging/cursor.js';
import { joinSeen, toPerson, type Profile } from '../people/seen-person.sql.js';
import { pairOf } from '../people/user-ids.js';
import { relationStates } from './friend-list-mapping.js';
import type { Sql } from './relation-changes.sql.js';
import type { Relation, RelationState } from './relation-store.port.js';

interface Row {
  state: RelationState;
  since: Date;
  id: string;
  profile: Profile | null;
}

/** All four lists in one statement, so that nobody is in two of them. */
export function listNewest(prisma: PrismaClient, userId: string, limit: number) {
  const parts = relationStates.map((state) => Prisma.sql`(${pageOf(userId, state, null, limit)})`);
  return read(prisma, userId, Prisma.join(parts, ' UNION ALL '));
}

export function listAfter(
  prisma: PrismaClient,
  userId: string,
  state: RelationState,
  after: Cursor | null,
  limit: number,
) {
  return read(prisma, userId, pageOf(userId, state, after, limit));
}

/** Profiles are looked up for those of the page alone. */
async function read(prisma: PrismaClient, userId: string, page: Sql): Promise<Relation[]> {
  const rows = await prisma.$queryRaw<Row[]>`
    SELECT page.state, page.since, page.id::text, seen.profile FROM (${page}) AS page
    ${joinSeen(Prisma.sql`${userId}::uuid`, Prisma.sql`page.id`, 'list')}
    ORDER BY page.since DESC, page.id DESC`;
  return rows.flatMap(({ state, since, id, profile }) => {
    const pair = pairOf(userId, id);
    return pair ? [{ pair, state, since, person: toPerson(id, profile) }] : [];
  });
}

/** Those in which the user is `lo`, and those in which `hi`, are read apart, each in the order of its index. */
export function pageOf(
  userId: string,
  state: RelationState,
  after: Cursor | null,
  limit: number,
): Sql {
  const me = Prisma.sql`${userId}::uuid`;
  const side = (own: Sql, other: Sql, blocks: Sql) => Prisma.sql`(
    SELECT changed_at AS since, ${other} AS id FROM relations
    WHERE ${own} = ${me} AND ${inState(state, me, blocks)}
      ${after ? Prisma.sql`AND (changed_at, ${other}) < (${after.at}::timestamptz, ${after.id}::uuid)` : Prisma.empty}
    ORDER BY changed_at DESC, ${other} DESC LIMIT ${limit}::int)`;
  return Prisma.sql`
    SELECT ${state}::text AS state, since, id FROM (
      ${side(Prisma.sql`lo_id`, Prisma.sql`hi_id`, Prisma.sql`lo_blocks`)}
      UNION ALL
      ${side(Prisma.sql`hi_id`, Prisma.sql`lo_id`, Prisma.sql`hi_blocks`)}
    ) AS either
    ORDER BY since DESC, id DESC
    LIMIT ${limit}::int`;
}

function inState(state: RelationState, me: Sql, blocks: Sql): Sql {
  switch (state) {
    case 'friends':
      return Prisma.sql`state = 'friends'`;
    case 'incoming':
      return Prisma.sql`state = 'pending' AND requester_id <> ${me}`;
    case 'outgoing':
      return Prisma.sql`state = 'pending' AND requester_id = ${me}`;
    case 'blocked':
      // By the user: a block by the other person alone is not shown.
      return Prisma.sql`state = 'blocked' AND ${blocks}`;
  }
}
