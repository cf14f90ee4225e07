// Settling a row of the history that is neither finished nor rolled back (ADR 0028). Prisma, and releases before history
// and script were committed together, leave one when they are interrupted. Each sends a script as one query, which takes
// effect whole or not at all, so it is run again in a transaction that is rolled back:
//   what it creates is there already           → applied
//   it runs once, and not a second time        → rolled back
//   it runs twice, or fails for another reason → nobody can say, but the operator
import { sqlState } from './database-errors.js';
import { type Migration, MigrationError } from './migration-files.js';
import { type HistoryRow, readHistory } from './migration-history.js';
import { tryMigrationLock } from './migration-lock.js';
import { begin } from './migrations.js';
import { inTransaction, type MigrationSession, type Session } from './session.js';

export type Resolution = 'applied' | 'rolled-back';

/**
 * Marks an interrupted migration as applied or as rolled back, whichever the database shows.
 *
 * @param claim what the operator says; counts where the database shows neither
 * @throws MigrationError when the migration is not interrupted, somebody migrates now, the database shows the contrary
 * of the claim, or it shows nothing and there is no claim
 */
export async function resolveMigration(
  session: MigrationSession,
  migrations: readonly Migration[],
  name: string,
  claim?: Resolution,
): Promise<Resolution> {
  return inTransaction(session, begin(session), async () => {
    if (!(await tryMigrationLock(session))) {
      throw new MigrationError('somebody migrates this database now; `migrate status` says who');
    }
    const rows = await readHistory(session);
    const row = rows.find((one) => one.name === name && one.finishedAt === null);
    if (row === undefined) throw new MigrationError(`migration ${name} is not interrupted`);
    const found = await findOut(session, row, migrations);
    if (found !== undefined && claim !== undefined && claim !== found) {
      throw new MigrationError(`the database shows that migration ${name} was ${found}`);
    }
    const resolution = found ?? claim;
    if (resolution === undefined) throw new MigrationError(undecided(name));
    await mark(session, row, resolution);
    return resolution;
  });
}

const undecided = (name: string) =>
  `the database does not show whether migration ${name} took effect; look, and run ` +
  `\`node dist/main.js migrate resolve ${name} --applied\` or \`… --rolled-back\``;

/**
 * Settles what a former release left in an embedded database, which no operator looks after.
 *
 * @throws MigrationError where the database holds rows and does not show what a script did
 */
export async function resolveAll(session: MigrationSession, migrations: readonly Migration[]) {
  const resolved: { name: string; resolution: Resolution }[] = [];
  for (const { name, finishedAt } of await readHistory(session)) {
    if (finishedAt !== null) continue;
    // Without rows nothing is lost by running a script that can be run twice.
    const claim = (await holdsRows(session)) ? undefined : 'rolled-back';
    const resolution = await resolveMigration(session, migrations, name, claim);
    resolved.push({ name, resolution });
  }
  return resolved;
}

async function holdsRows(session: Session): Promise<boolean> {
  const tables = await session.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'`,
  );
  for (const { name } of tables) {
    if ((await session.query(`SELECT FROM ${name} LIMIT 1`)).length > 0) return true;
  }
  return false;
}

async function mark(session: Session, { id }: HistoryRow, resolution: Resolution): Promise<void> {
  const change =
    resolution === 'applied'
      ? 'finished_at = clock_timestamp(), applied_steps_count = 1, logs = NULL'
      : 'rolled_back_at = clock_timestamp()';
  await session.query(`UPDATE "_prisma_migrations" SET ${change} WHERE id = $1`, [id]);
}

// Of tables and indexes, columns, other objects, functions, schemas; and of what a script drops.
const alreadyDone = new Set(['42P07', '42701', '42710', '42723', '42P06', '42704']);
// A client that gave up waiting says nothing about the script.
const clientGaveUp = /timeout|terminated|closed|ECONN/i;

async function findOut(
  session: Session,
  row: HistoryRow,
  migrations: readonly Migration[],
): Promise<Resolution | undefined> {
  if (row.logs !== null && !clientGaveUp.test(row.logs)) return 'rolled-back';
  const file = migrations.find(({ name }) => name === row.name);
  if (file === undefined || file.checksum !== row.checksum) return undefined;
  if (file.concurrentIndex !== undefined) return 'rolled-back';
  await session.script('SAVEPOINT before');
  const first = await tryScript(session, file.sql);
  const again = first === undefined ? await tryScript(session, file.sql) : undefined;
  await session.script('ROLLBACK TO SAVEPOINT before');
  if (first !== undefined) return alreadyDone.has(first) ? 'applied' : undefined;
  return again !== undefined && alreadyDone.has(again) ? 'rolled-back' : undefined;
}

/** Returns the SQLSTATE with which the script fails, unless that is for want of a lock. */
async function tryScript(session: Session, sql: string): Promise<string | undefined> {
  await session.script('SAVEPOINT trial');
  try {
    await session.script(sql);
    return undefined;
  } catch (error) {
    const state = sqlState(error);
    if (state === undefined || state === '55P03') throw error;
    await session.script('ROLLBACK TO SAVEPOINT trial');
    return state;
  }
}
