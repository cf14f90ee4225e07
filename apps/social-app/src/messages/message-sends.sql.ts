import {
  inBatches,
  isDataFault,
  isRetryable,
  runStatement,
  sqlState,
  statementBatches,
  type Statements,
  withRetry,
} from '@triptych/postgres';
import { toChatId } from '../people/user-ids.js';
import type { StoredMessage } from './message-store.port.js';
import type { Sql } from './pair-statements.sql.js';
import {
  sendMany,
  sendOne,
  sendOneNow,
  type Draft,
  type StoredRow,
} from './send-statements.sql.js';

export interface MessageSends {
  /** With those that arrive meanwhile; null when it was not stored, for whatever reason. */
  together(draft: Draft): Promise<StoredMessage | null>;
  /** By itself, waiting for whoever changes the friendship; null when the two are not friends. */
  alone(draft: Draft): Promise<StoredMessage | null>;
}

/**
 * Sends that arrive while others are under way share one statement and one commit (docs/adr/0013). None of them waits
 * there for a friendship that is just changing, or pays for the fault of another: it is left out, to be sent alone.
 */
export function createMessageSends(statements: Statements): MessageSends {
  const store = async (drafts: readonly Draft[], statement: Sql) =>
    toMessages(drafts, await runStatement<StoredRow>(statements, statement));

  return {
    together: inBatches(async (drafts: readonly Draft[]) => {
      const [first, ...others] = drafts;
      const single = others.length === 0 ? first : undefined;
      try {
        return await store(drafts, single ? sendOneNow(single) : sendMany(drafts));
      } catch (error) {
        if (!wasRolledBack(error)) throw error;
        return drafts.map(() => null);
      }
    }, statementBatches),
    async alone(draft) {
      const [stored] = await withRetry(() => store([draft], sendOne(draft)));
      return stored ?? null;
    },
  };
}

const lockTimeout = '55P03';

/** A deadlock, a wait for somebody else, or the data of one: the others may well go by themselves. */
function wasRolledBack(error: unknown): boolean {
  return isRetryable(error) || isDataFault(error) || sqlState(error) === lockTimeout;
}

function toMessages(drafts: readonly Draft[], rows: readonly StoredRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return drafts.map(({ id, pair, message }): StoredMessage | null => {
    const row = byId.get(id);
    if (!row) return null;
    const { chat_seq: seq, created_at: createdAt } = row;
    const unchanged = { editedAt: null, deletedAt: null, reactions: [] };
    return { ...message, id, chatId: toChatId(pair), seq, createdAt, ...unchanged };
  });
}
