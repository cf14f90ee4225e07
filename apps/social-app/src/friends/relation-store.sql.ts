import { isForeignKeyViolation, withRetry } from '@triptych/postgres';
import type { PrismaClient } from '../generated/prisma/client.js';
import { listAfter, listNewest } from './relation-list.sql.js';
import { refusalQuery, requestStatements, statementsOf, type Sql } from './relation-changes.sql.js';
import type { ErasedAskers } from './erased-askers.sql.js';
import type { Refusal, RelationStore } from './relation-store.port.js';
import type { RequestRules } from './request-rules.js';

export function createSqlRelationStore(
  prisma: PrismaClient,
  rules: RequestRules,
  erased: ErasedAskers,
): RelationStore {
  const run = (statement: Sql) => prisma.$queryRaw<object[]>(statement);
  async function decide(statements: readonly Sql[]): Promise<boolean> {
    const results = await unlessGone(() =>
      statements.length === 1
        ? Promise.all(statements.map(run))
        : prisma.$transaction(statements.map(run)),
    );
    // Locks return rows, too.
    return results.flat().some((row) => 'chat_seq' in row);
  }
  return {
    change: (change, pair, userId) => decide(statementsOf[change](pair, userId, rules)),
    request: (pair, requester, askedAs) =>
      decide(requestStatements(pair, requester, askedAs, rules, erased)),
    async explainRefusal(pair, requester) {
      const [facts] = await prisma.$queryRaw<[RefusalFacts]>(refusalQuery(pair, requester));
      return toRefusal(facts, rules);
    },
    listNewest: (userId, limit) => listNewest(prisma, userId, limit),
    listAfter: (userId, state, after, limit) => listAfter(prisma, userId, state, after, limit),
  };
}

/** Nothing when one of the two erases the account at the same moment: no row can refer to both any more. */
async function unlessGone(decide: () => Promise<object[][]>): Promise<object[][]> {
  try {
    return await withRetry(decide);
  } catch (error) {
    if (isForeignKeyViolation(error)) return [];
    throw error;
  }
}

interface RefusalFacts {
  readonly found: boolean;
  readonly related: boolean;
  /** Null without a relation. */
  readonly blocked: boolean | null;
  readonly outgoing: number;
  readonly incoming: number;
}

function toRefusal(facts: RefusalFacts, { maxOutgoing, maxIncoming }: RequestRules): Refusal {
  // Before anything about the other one: else, whoever has asked enough people could look for others unnoticed.
  if (maxOutgoing > 0 && facts.outgoing >= maxOutgoing) return 'too-many-outgoing';
  if (!facts.found || facts.blocked) return 'not-found';
  if (facts.related) return 'related';
  if (maxIncoming > 0 && facts.incoming >= maxIncoming) return 'not-found';
  // The reason has gone since the request was refused.
  return 'related';
}
