import { sqlState, withRetry } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import type { UserPair } from '../people/user-ids.js';
import { blockStatements, unblockStatements } from './block-statements.sql.js';
import { listAfter, listNewest } from './relation-list.sql.js';
import {
  changed,
  lockPeople,
  ofPair,
  pendingBy,
  toBoth,
  transition,
  type Sql,
} from './relation-changes.sql.js';
import type { Refusal, RelationStore } from './relation-store.port.js';
import {
  denyStatement,
  lockAsker,
  refusalQuery,
  requestStatement,
} from './request-statements.sql.js';
import type { RequestRules } from './request-rules.js';

export function createSqlRelationStore(prisma: PrismaClient): RelationStore {
  async function decide(statement: Sql): Promise<boolean> {
    const rows = await withRetry(() => prisma.$queryRaw<object[]>(statement));
    return rows.length === 1;
  }

  /** Two locks, then statements; together one transaction. Whether any of these touched the row. */
  async function decideTogether(statements: readonly Sql[]): Promise<boolean> {
    const results = await withRetry(() =>
      prisma.$transaction(statements.map((statement) => prisma.$queryRaw<object[]>(statement))),
    );
    return results.slice(2).some((rows) => rows.length === 1);
  }

  return {
    request: (pair, requester, rules) =>
      unlessGone(() =>
        decideTogether([
          lockAsker(requester),
          lockPeople(pair),
          requestStatement(pair, requester, rules),
        ]),
      ),
    async explainRefusal(pair, requester, rules) {
      const [facts] = await prisma.$queryRaw<[RefusalFacts]>(refusalQuery(pair, requester, rules));
      return toRefusal(facts, rules);
    },
    accept: (pair, requester) => decide(becomeFriends(pair, requester)),
    deny: (pair, requester, rules) =>
      unlessGone(() => decide(denyStatement(pair, requester, rules))),
    cancel: (pair, requester) =>
      decide(
        transition(
          Prisma.sql`DELETE FROM relations ${pendingBy(pair, requester)} ${changed}`,
          toBoth(pair, 'request_cancelled'),
        ),
      ),
    remove: (pair) =>
      decide(
        transition(
          Prisma.sql`DELETE FROM relations WHERE ${ofPair(pair)} AND state = 'friends' ${changed}`,
          toBoth(pair, 'removed_friend'),
        ),
      ),
    block: (pair, userId) => unlessGone(() => decideTogether(blockStatements(pair, userId))),
    unblock: (pair, userId) => decideTogether(unblockStatements(pair, userId)),
    listNewest: (userId, limit) => listNewest(prisma, userId, limit),
    listAfter: (userId, state, after, limit) => listAfter(prisma, userId, state, after, limit),
  };
}

function becomeFriends(pair: UserPair, requester: string): Sql {
  const update = Prisma.sql`
    UPDATE relations SET state = 'friends', changed_at = now()
    ${pendingBy(pair, requester)} ${changed}`;
  return transition(update, toBoth(pair, 'new_friend'));
}

/** One of the two erased the account at this very moment: the row that refers to both cannot be. */
async function unlessGone(decide: () => Promise<boolean>): Promise<boolean> {
  try {
    return await decide();
  } catch (error) {
    if (sqlState(error) === '23503') return false;
    throw error;
  }
}

interface RefusalFacts {
  readonly found: boolean;
  readonly related: boolean;
  readonly blocked: boolean;
  readonly outgoing: number;
  readonly incoming: number;
  readonly waitSeconds: number | null;
}

function toRefusal(facts: RefusalFacts, { maxOutgoing, maxIncoming }: RequestRules): Refusal {
  if (!facts.found || facts.blocked) return 'not-found';
  if (facts.related) return 'related';
  if (facts.waitSeconds !== null) return { waitSeconds: facts.waitSeconds };
  if (maxOutgoing > 0 && facts.outgoing >= maxOutgoing) return 'too-many-outgoing';
  if (maxIncoming > 0 && facts.incoming >= maxIncoming) return 'too-many-incoming';
  // What stood in the way a moment ago is gone.
  return 'related';
}
