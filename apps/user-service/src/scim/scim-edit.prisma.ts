// One change of a user by SCIM: the row of the user is locked first, so what is decided is decided on what is stored.
import { RequestTime, withRetry } from '@triptych/postgres';
import type { Actor } from '../audit/audit.js';
import type { Prisma, PrismaClient } from '../generated/prisma/client.js';
import { type ChangeUser, Taken } from '../management/change-user.sql.js';
import { scimColumns, type ScimRow, toScimUser } from './scim-rows.sql.js';
import type { Edit, EditOutcome, ScimStore } from './scim-users.js';
import type { ScimUser } from './scim-user.js';

type Transaction = Prisma.TransactionClient;

/**
 * @param timeoutMs after which a change fails, whatever the database does
 * @param changeUser what the routes of management change a user with
 */
export function createPrismaScimEdit(
  prisma: PrismaClient,
  timeoutMs: number,
  changeUser: ChangeUser,
): ScimStore['edit'] {
  return (id, decide, by) =>
    new RequestTime(timeoutMs).run(() =>
      withRetry(async (): Promise<EditOutcome> => {
        try {
          return await prisma.$transaction((tx) => edit(tx, id, decide, by, changeUser));
        } catch (error) {
          if (error instanceof Taken) return { kind: 'email-taken' };
          throw error;
        }
      }),
    );
}

async function edit(
  tx: Transaction,
  id: string,
  decide: (user: ScimUser) => Edit,
  by: Actor,
  changeUser: ChangeUser,
): Promise<EditOutcome> {
  const locked = await tx.$queryRaw<
    unknown[]
  >`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  if (locked.length === 0) return { kind: 'not-found' };
  // A statement of its own: what others have committed before the row was locked is seen by those that begin after.
  const user = await read(tx, id);
  const wanted = decide(user);
  if (wanted.kind === 'leave') return { kind: 'edited', user };
  const action = wanted.kind === 'remove' ? 'user.deleted' : 'user.updated';
  await tx.auditEntry.create({ data: { ...by, action, subject: id } });
  if (wanted.kind === 'remove') {
    await tx.$executeRaw`DELETE FROM users WHERE id = ${id}::uuid`;
    return { kind: 'removed' };
  }
  const changed = await changeUser(tx, user.email, wanted.changes);
  const kept = { ...wanted.profile, fullName: changed!.fullName };
  // A row that is inserted has no event: who had none was active.
  const { active } = await tx.scimUser.upsert({
    where: { userId: id },
    create: { userId: id, ...kept, active: user.profile.active },
    update: kept,
  });
  if (active !== kept.active) await tx.scimUser.update({ where: { userId: id }, data: kept });
  return { kind: 'edited', user: await read(tx, id) };
}

async function read(tx: Transaction, id: string): Promise<ScimUser> {
  const statement = `SELECT ${scimColumns} FROM users AS u LEFT JOIN scim_users AS s ON s.user_id = u.id WHERE u.id = $1::uuid`;
  const [row] = await tx.$queryRawUnsafe<ScimRow[]>(statement, id);
  return toScimUser(row!);
}
