// One change of a user by SCIM: the row of the user is locked first, so what is decided is decided on what is stored.
import { RequestTime, withRetry } from '@triptych/postgres';
import type { Actor } from '../audit/audit.js';
import type { Prisma, PrismaClient } from '../generated/prisma/client.js';
import { type ChangeUser, Taken } from '../management/change-user.sql.js';
import { scimColumns, type ScimRow, toScimUser } from './scim-rows.sql.js';
import type { Edit, EditOutcome, ScimStore } from './scim-users.js';
import type { User } from '../users/user.js';
import type { ScimProfile, ScimUser } from './scim-user.js';

type Transaction = Prisma.TransactionClient;
type ScimUserRow = ScimProfile & { readonly userId: string; readonly fullName: string };

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
  const kept = { userId: id, ...wanted.profile, fullName: changed!.fullName };
  await (isTold(user, changed!) ? replaceRow(tx, kept) : writeRow(tx, kept, user));
  return { kind: 'edited', user: await read(tx, id) };
}

/** Whether the change of the register has an event already. */
function isTold(before: User, after: User): boolean {
  const names = ['fullName', 'email', 'phone', 'contactAddress'] as const;
  return names.some((name) => before[name] !== after[name]);
}

/** Stored anew, so that the trigger, which sees updates of `active`, adds no second event of the same data. */
async function replaceRow({ scimUser }: Transaction, kept: ScimUserRow): Promise<void> {
  await scimUser.deleteMany({ where: { userId: kept.userId } });
  await scimUser.create({ data: kept });
}

/** With an event where `active` becomes another. */
async function writeRow({ scimUser }: Transaction, kept: ScimUserRow, before: ScimUser) {
  const where = { userId: kept.userId };
  // A row that is inserted has no event: who had none was active.
  const create = { ...kept, active: before.profile.active };
  const { active } = await scimUser.upsert({ where, create, update: kept });
  if (active !== kept.active) await scimUser.update({ where, data: kept });
}

async function read(tx: Transaction, id: string): Promise<ScimUser> {
  const statement = `SELECT ${scimColumns} FROM users AS u LEFT JOIN scim_users AS s ON s.user_id = u.id WHERE u.id = $1::uuid`;
  const [row] = await tx.$queryRawUnsafe<ScimRow[]>(statement, id);
  return toScimUser(row!);
}
