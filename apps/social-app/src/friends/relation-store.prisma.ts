import { withRetry } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { partnerOf, type UserPair } from '../pairs/user-pair.js';
import type { EventRow } from '../realtime/event-rows.prisma.js';
import type { EventType } from '../realtime/event-log.port.js';
import { blockStatements, unblockStatements } from './block-statements.prisma.js';
import {
  changed,
  ofPair,
  pendingBy,
  toBoth,
  transition,
  type Sql,
} from './relation-statements.prisma.js';
import type { Relation, RelationStore } from './relation-store.port.js';

const asPerson = { id: true, name: true, email: true, image: true } as const;

export function createPrismaRelationStore(prisma: PrismaClient): RelationStore {
  async function decide(change: Sql, events: readonly EventRow[]): Promise<boolean> {
    const statement = transition(change, events);
    const rows = await withRetry(() => prisma.$queryRaw<object[]>(statement));
    return rows.length === 1;
  }

  /** Whether any of the statements, together one transaction, touched the row. */
  async function decideTogether(statements: readonly Sql[]): Promise<boolean> {
    const results = await withRetry(() =>
      prisma.$transaction(statements.map((statement) => prisma.$queryRaw<object[]>(statement))),
    );
    return results.slice(1).some((rows) => rows.length === 1);
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
    accept: (pair, requester) => decide(becomeFriends(pair, requester), toBoth(pair, 'new_friend')),
    deny: (pair, requester) => dropPending(pair, requester, 'request_denied'),
    cancel: (pair, requester) => dropPending(pair, requester, 'request_cancelled'),
    remove: (pair) =>
      decide(
        Prisma.sql`DELETE FROM relations WHERE ${ofPair(pair)} AND state = 'friends' ${changed}`,
        toBoth(pair, 'removed_friend'),
      ),
    block: (pair, userId) => decideTogether(blockStatements(pair, userId)),
    unblock: (pair, userId) => decideTogether(unblockStatements(pair, userId)),
    async isBlockedByPartner({ lo, hi }, userId) {
      const row = await prisma.relation.findUnique({
        where: { loId_hiId: { loId: lo, hiId: hi } },
      });
      return row !== null && stateFor(row, userId) === null;
    },
    list: (userId) => list(prisma, userId),
  };
}

function becomeFriends(pair: UserPair, requester: string): Sql {
  return Prisma.sql`
    UPDATE relations SET state = 'friends', changed_at = now()
    ${pendingBy(pair, requester)} ${changed}`;
}

async function list(prisma: PrismaClient, userId: string): Promise<Relation[]> {
  const rows = await prisma.relation.findMany({
    where: { OR: [{ loId: userId }, { hiId: userId }] },
    include: { lo: { select: asPerson }, hi: { select: asPerson } },
    orderBy: [{ changedAt: 'desc' }, { loId: 'asc' }, { hiId: 'asc' }],
  });
  return rows.flatMap((row) => toRelation(row, userId) ?? []);
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

function stateFor(row: Omit<Row, 'lo' | 'hi'>, me: string): Relation['state'] | null {
  if (row.state === 'friends') return 'friends';
  if (row.state === 'pending') return row.requesterId === me ? 'outgoing' : 'incoming';
  return (row.loId === me ? row.loBlocks : row.hiBlocks) ? 'blocked' : null;
}
