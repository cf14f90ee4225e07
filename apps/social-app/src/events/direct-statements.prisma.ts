import type { BatchOptions, Database } from '@triptych/postgres';
import type { Prisma } from '../generated/prisma/client.js';

export type Statements = Pick<Database, 'prepared'>;

/**
 * For statements that serve many calls at once: while one runs the other gathers. The patience is more than the
 * database's own, so it ends only what got no answer at all.
 */
export const batches: BatchOptions = { lanes: 2, most: 64, patienceMs: 20_000 };

/** A composed statement as the driver takes it, for what is asked most: Prisma's client costs several times as much. */
export function runDirectly<Row>(
  statements: Statements,
  { text, values }: ReturnType<typeof Prisma.sql>,
): Promise<Row[]> {
  return statements.prepared<Row>(text, values);
}
