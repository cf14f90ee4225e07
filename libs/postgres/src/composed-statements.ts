import type { BatchOptions } from './batches.js';
import type { Database } from './database.js';

export type Statements = Pick<Database, 'prepared'>;

/**
 * For statements that serve many calls at once: while one runs, calls gather for the next. The time limit is longer
 * than the database's own, so it ends only calls that got no reply at all.
 */
export const statementBatches: BatchOptions = { lanes: 2, most: 64, patienceMs: 20_000 };

/**
 * Sends a statement composed with `Prisma.sql` straight to the driver, for what is asked most: Prisma's client costs
 * several times as much.
 */
export function runStatement<Row>(
  statements: Statements,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): Promise<Row[]> {
  return statements.prepared<Row>(text, values);
}
