import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import type { Cursor } from '../paging/cursor.js';
import { pairOf } from '../people/user-ids.js';
import { relationStates } from './friend-list-mapping.js';
import type { Sql } from './relation-changes.sql.js';
import type { Relation, RelationState } from './relation-store.port.js';

interface Row {
  state: RelationState;
  since: Date;
  id: string;
  name: string | null;
  email: string | null;
  image: string | null;
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

async function read(prisma: PrismaClient, userId: string, query: Sql): Promise<Relation[]> {
  const rows = await prisma.$queryRaw<Row[]>(query);
  return rows.flatMap(({ state, since, ...person }) => {
    const pair = pairOf(userId, person.id);
    return pair ? [{ pair, state, since, person }] : [];
  });
}

function pageOf(userId: string, state: RelationState, after: Cursor | null, limit: number) {
  const me = Prisma.sql`${userId}::uuid`;
  const isAfter = after
    ? Prisma.sql`AND (relation.changed_at, person.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty;
  return Prisma.sql`
    SELECT ${state}::text AS state, relation.changed_at AS since,
      person.id::text, person.name, person.email, person.image
    FROM relations AS relation
    JOIN users AS person
      ON person.id = CASE WHEN relation.lo_id = ${me} THEN relation.hi_id ELSE relation.lo_id END
    WHERE (relation.lo_id = ${me} OR relation.hi_id = ${me}) AND ${inState(state, me)} ${isAfter}
    ORDER BY relation.changed_at DESC, person.id DESC
    LIMIT ${limit}::int`;
}

function inState(state: RelationState, me: Sql): Sql {
  switch (state) {
    case 'friends':
      return Prisma.sql`relation.state = 'friends'`;
    case 'incoming':
      return Prisma.sql`relation.state = 'pending' AND relation.requester_id <> ${me}`;
    case 'outgoing':
      return Prisma.sql`relation.state = 'pending' AND relation.requester_id = ${me}`;
    case 'blocked':
      // By the user: a block by the other person alone is not shown.
      return Prisma.sql`CASE WHEN relation.lo_id = ${me} THEN relation.lo_blocks ELSE relation.hi_blocks END`;
  }
}
