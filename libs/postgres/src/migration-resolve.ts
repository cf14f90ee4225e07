// Settling a row of the history that is neither finished nor rolled back (ADR 0028). Prisma, and releases before history
// and script were committed together, leave one when they are interrupted. Each sends a script as one query, which takes
// effect whole or not at all, so it is run again in a transaction that is rolled back:
//   what it creates is there already           → applied
//   it runs once, and not a second time        → rolled back
//   it runs twice, or fails for another reason → nobody can say, but the operator
import { sqlState } from './database-errors.js';
import { type Migration, MigrationError } from './migration-files.js';
import { createHistory, type HistoryRow, readHistory, recordBegun } from './migration-history.js';
import { tryMigrationLock } from './migration-lock.js';
import { assertNoneMissing, missingRelations } from './migration-relations.js';
import { alreadyDone, begin, migrationState } from './migrations.js';
import { inTransaction, type MigrationSession, type Session } from './session.js';

export type Resolution = 'applied' | 'rolled-back';

/**
 * Marks an interrupted migration as applied or as rolled back, whichever the database shows.
 *
 * @param claim what the operator says; counts where the database shows neither. With `applied` a migration may also be one
 * that the history does not know, because it was lost
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
    const row =
      rows.find((one) => one.name === name && one.finishedAt === null) ??
      (claim === 'applied' && (await recordLost(session, rows, migrations, name)));
    if (!row) throw new MigrationError(`migration ${name} is not interrupted`);
    const found = await findOut(session, row, migrations);
    if (found !== undefined && claim !== undefined && claim !== found) {
      throw new MigrationError(`the database shows that migration ${name} was ${found}`);
    }
    const resolution = found ?? claim;
    if (resolution === undefined) throw new MigrationError(undecided(name));
    await mark(session, row, resolution);
    const state = await migrationState(session, migrations);
    if (resolution === 'applied') {
      assertNoneMissing(await missingRelations(session, state, migrations));
    }
    return resolution;
  });
}

/** Baselining, as Prisma's `resolve --applied` does it: a row for a migration of which the history knows nothing. */
async function recordLost(
  session: Session,
  rows: readonly HistoryRow[],
  migrations: readonly Migration[],
  name: string,
): Promise<HistoryRow | undefined> {
  const file = migrations.find((one) => one.name === name);
  if (file === undefined || rows.some((one) => one.name === name)) return undefined;
  await createHistory(session);
  await recordBegun(session, file);
  return (await readHistory(session)).find((one) => one.name === name);
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
    // That of a newer release is its own, as it is for `migrate` and readiness.
    if (finishedAt !== null || !migrations.some((one) => one.name === name)) continue;
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
  if (file.concurrentIndex !== undefined || file.inPortions) return 'rolled-back';
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
