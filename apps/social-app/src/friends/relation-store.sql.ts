import { sqlState, withRetry } from '@triptych/postgres';
import type { PrismaClient } from '../generated/prisma/client.js';
import { listAfter, listNewest } from './relation-list.sql.js';
import {
  acceptStatement,
  blockStatements,
  cancelStatement,
  denyStatement,
  lockPeople,
  lockRequester,
  refusalQuery,
  removeStatement,
  requestStatement,
  unblockStatements,
  type Sql,
} from './relation-changes.sql.js';
import type { Refusal, RelationStore } from './relation-store.port.js';
import type { RequestRules } from './request-rules.js';

export function createSqlRelationStore(prisma: PrismaClient): RelationStore {
  async function decide(statement: Sql): Promise<boolean> {
    const rows = await withRetry(() => prisma.$queryRaw<object[]>(statement));
    return rows.length === 1;
  }

  /** One transaction of two locks and the statements after them; true when any of these changed the row. */
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
          lockRequester(requester),
          lockPeople(pair),
          requestStatement(pair, requester, rules),
        ]),
      ),
    async explainRefusal(pair, requester, rules) {
      const [facts] = await prisma.$queryRaw<[RefusalFacts]>(refusalQuery(pair, requester, rules));
      return toRefusal(facts, rules);
    },
    accept: (pair, requester) => decide(acceptStatement(pair, requester)),
    deny: (pair, requester, rules) =>
      unlessGone(() => decide(denyStatement(pair, requester, rules))),
    cancel: (pair, requester) => decide(cancelStatement(pair, requester)),
    remove: (pair) => decide(removeStatement(pair)),
    block: (pair, userId) => unlessGone(() => decideTogether(blockStatements(pair, userId))),
    unblock: (pair, userId) => decideTogether(unblockStatements(pair, userId)),
    listNewest: (userId, limit) => listNewest(prisma, userId, limit),
    listAfter: (userId, state, after, limit) => listAfter(prisma, userId, state, after, limit),
  };
}

const foreignKeyViolation = '23503';

/** False when one of the two erases the account at the same moment: no row can refer to both any more. */
async function unlessGone(decide: () => Promise<boolean>): Promise<boolean> {
  try {
    return await decide();
  } catch (error) {
    if (sqlState(error) === foreignKeyViolation) return false;
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
  // The reason has gone since the request was refused.
  return 'related';
}
