import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { withRetry } from '@triptych/postgres';
import { partnerOf, type UserPair } from '../pairs/user-pair.js';
import { changeWithEvents, type EventRow } from '../realtime/event-rows.prisma.js';
import type { EventType } from '../realtime/event-log.port.js';
import type { Relation, RelationStore } from './relation-store.port.js';

type Sql = ReturnType<typeof Prisma.sql>;

const asPerson = { id: true, name: true, email: true, image: true } as const;
const changed = Prisma.sql`RETURNING NULL::int AS chat_seq`;

export function createPrismaRelationStore(prisma: PrismaClient): RelationStore {
  async function decide(change: Sql, events: readonly EventRow[]): Promise<boolean> {
    const statement = changeWithEvents(Prisma.sql`change AS (${change})`, events);
    const rows = await withRetry(() => prisma.$queryRaw<object[]>(statement));
    return rows.length === 1;
  }

  const dropPending = (pair: UserPair, requester: string, event: EventType) =>
    decide(
      Prisma.sql`DELETE FROM relations ${pendingBy(pair, requester)} ${changed}`,
      toBoth(pair, event),
    );

  return {
    request: (pair, requester) =>
      decide(
        Prisma.sql`
          INSERT INTO relations (lo_id, hi_id, state, requester_id)
          VALUES (${pair.lo}::uuid, ${pair.hi}::uuid, 'pending', ${requester}::uuid)
          ON CONFLICT (lo_id, hi_id) DO NOTHING ${changed}`,
        requestEvents(pair, requester),
      ),
    accept: (pair, requester) =>
      decide(
        Prisma.sql`
          UPDATE relations SET state = 'friends', changed_at = now()
          ${pendingBy(pair, requester)} ${changed}`,
        toBoth(pair, 'new_friend'),
      ),
    deny: (pair, requester) => dropPending(pair, requester, 'request_denied'),
    cancel: (pair, requester) => dropPending(pair, requester, 'request_cancelled'),
    remove: (pair) =>
      decide(
        Prisma.sql`DELETE FROM relations WHERE ${ofPair(pair)} AND state = 'friends' ${changed}`,
        toBoth(pair, 'removed_friend'),
      ),
    async list(userId) {
      const rows = await prisma.relation.findMany({
        where: { OR: [{ loId: userId }, { hiId: userId }] },
        include: { lo: { select: asPerson }, hi: { select: asPerson } },
        orderBy: [{ changedAt: 'desc' }, { loId: 'asc' }, { hiId: 'asc' }],
      });
      return rows.flatMap((row) => toRelation(row, userId) ?? []);
    },
  };
}

function ofPair({ lo, hi }: UserPair): Sql {
  return Prisma.sql`lo_id = ${lo}::uuid AND hi_id = ${hi}::uuid`;
}

function pendingBy(pair: UserPair, requester: string): Sql {
  return Prisma.sql`WHERE ${ofPair(pair)} AND state = 'pending' AND requester_id = ${requester}::uuid`;
}

function toBoth({ lo, hi }: UserPair, type: EventType): EventRow[] {
  return [
    { userId: lo, type, personId: hi },
    { userId: hi, type, personId: lo },
  ];
}

function requestEvents(pair: UserPair, requester: string): EventRow[] {
  return toBoth(pair, 'friend_request').map((event) =>
    event.userId === requester ? { ...event, type: 'friend_request_sent' } : event,
  );
}

type Row = Prisma.RelationGetPayload<{
  include: { lo: { select: typeof asPerson }; hi: { select: typeof asPerson } };
}>;

function toRelation(row: Row, me: string): Relation | null {
  const state = stateFor(row, me);
  if (!state) return null;
  const pair = { lo: row.loId, hi: row.hiId };
  const person = partnerOf(pair, me) === row.hiId ? row.hi : row.lo;
  return { pair, state, person, since: row.changedAt };
}

function stateFor(row: Row, me: string): Relation['state'] | null {
  if (row.state === 'friends') return 'friends';
  if (row.state === 'pending') return row.requesterId === me ? 'outgoing' : 'incoming';
  return (row.loId === me ? row.loBlocks : row.hiBlocks) ? 'blocked' : null;
}
