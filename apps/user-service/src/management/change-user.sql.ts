import type { PrismaClient } from '../generated/prisma/client.js';
import type { User } from '../users/user.js';
import { keepCounts, readFormerMail, storeMail } from '../verification/moved-mail.sql.js';
import type { UserChanges } from './management.js';

/** Another user has the e-mail: what the transaction has done is undone. */
export class Taken extends Error {}

type Transaction = Pick<PrismaClient, 'user' | '$queryRaw'>;

/** Returns the user with this e-mail as changed; undefined: there is none. */
export type ChangeUser = (
  tx: Transaction,
  email: string,
  changes: UserChanges,
) => Promise<User | undefined>;

export const userColumns = {
  id: true,
  fullName: true,
  email: true,
  phone: true,
  contactAddress: true,
} as const;

const changeBy =
  (moveUser: ChangeUser): ChangeUser =>
  (tx, email, changes) =>
    changes.email === undefined || changes.email === email
      ? write(tx, email, changes)
      : moveUser(tx, email, changes);

const write: ChangeUser = async ({ user }, email, changes) => {
  // What rows would be spread by is not written where it stays the same (ADR 0052).
  const data = { ...changes, email: undefined, emailKey: undefined };
  return (await user.updateManyAndReturn({ where: { email }, data, select: userColumns }))[0];
};

/**
 * Stores the user anew: an insert can leave a taken e-mail alone, an update would write it into PostgreSQL's log. The
 * setting tells the triggers that write events that this is one change.
 */
const move: ChangeUser = async (tx, email, changes) => {
  const [before] = await tx.$queryRaw<(User & { createdAt: Date })[]>`
    DELETE FROM users WHERE email = ${email} AND set_config('user_service.moving', 'on', true) = 'on' RETURNING id::text, full_name AS "fullName", email,
      email_key AS "emailKey", phone, contact_address AS "contactAddress", created_at AS "createdAt"`;
  if (before === undefined) return undefined;
  const [user] = await tx.user.createManyAndReturn({
    data: { ...before, ...changes },
    skipDuplicates: true,
    select: userColumns,
  });
  if (user === undefined) throw new Taken();
  return user;
};

/** @throws Taken */
const moveWith =
  (store: typeof storeMail): ChangeUser =>
  async (tx, email, changes) => {
    const former = await readFormerMail(tx, email);
    const user = await move(tx, email, changes);
    if (user !== undefined) await store(tx, user.id, former);
    return user;
  };

/** In a transaction, to which the entry of the audit log belongs as well. @throws Taken */
export const changeUser = changeBy(move);

/** The same, and with another e-mail stores that its mail is due (ADR 0060). @throws Taken */
export const changeUserWithMail = changeBy(moveWith(storeMail));

/** The same without a mail, where others are sent some: what limits them is kept. @throws Taken */
export const changeUserWithoutMail = changeBy(moveWith(keepCounts));
