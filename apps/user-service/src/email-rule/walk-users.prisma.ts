import type { PrismaClient } from '../generated/prisma/client.js';
import type { EmailKeyOf } from './email-key.js';

export type Transaction = Pick<PrismaClient, 'setting' | '$executeRaw' | '$queryRaw'>;

export interface Keyed {
  readonly id: string;
  readonly email: string;
  readonly key: string | null;
}

/** All users as they are now, a few thousand at a time, with the keys they would have. */
export async function walkUsers(
  tx: Transaction,
  keyOf: EmailKeyOf,
  visit: (batch: readonly Keyed[]) => Promise<void>,
): Promise<void> {
  await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
  await tx.$executeRaw`DECLARE walk NO SCROLL CURSOR FOR SELECT id::text, email FROM users`;
  for (;;) {
    const rows = await tx.$queryRaw<{ id: string; email: string }[]>`FETCH 5000 FROM walk`;
    if (rows.length === 0) break;
    await visit(rows.map(({ id, email }) => ({ id, email, key: keyOf(email) })));
  }
  await tx.$executeRaw`CLOSE walk`;
}
