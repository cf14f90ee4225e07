import type { Database } from '@triptych/postgres';
import type { Prisma } from '../generated/prisma/client.js';

export type Statements = Pick<Database, 'prepared'>;

/** A composed statement as the driver takes it, for what is asked most: Prisma's client costs several times as much. */
export function runDirectly<Row>(
  statements: Statements,
  { text, values }: ReturnType<typeof Prisma.sql>,
): Promise<Row[]> {
  return statements.prepared<Row>(text, values);
}
