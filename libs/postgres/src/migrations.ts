// Applying migrations (ADR 0028).
// Guarantees: a migration and its row in the history are committed together or not at all; two migrators never apply at
// once; nobody waits behind a migration that itself waits for a lock, for longer than `lockTimeout`.
//   pending → applied            in one transaction with its row, under the lock of migrations
//   pending → pending            another migrator has that lock, or a table is locked: logged, and tried again
//   pending → refused            PostgreSQL refused the script: rolled back, the reason kept in a row marked so; pending
//   pending → built → applied    a marked file: beside the transaction that has the lock, and again after an interruption
//   pending → filled → applied   one that is marked so: in portions, each a transaction of its own, from the first one again
//                                after an interruption
//   unfinished (by Prisma or a former release) → an error, until `migrate resolve` has found out what it did
import { setTimeout as pause } from 'node:timers/promises';
import { sqlState } from './database-errors.js';
import type { DatabaseLog } from './database.js';
import { type Migration, MigrationError } from './migration-files.js';
import {
  compareHistory,
  createHistory,
  type MigrationState,
  readHistory,
  recordApplied,
  recordRefused,
} from './migration-history.js';
import {
  describeSessions,
  longestLockHolders,
  migratingSessions,
  tryMigrationLock,
} from './migration-lock.js';
import { assertNoneMissing, missingRelations } from './migration-relations.js';
import { encodingAdvice } from './readiness.js';
import { inTransaction, type MigrationSession, type Session } from './session.js';

const second = 1000;
const pollInterval = 0.25 * second;
const logInterval = 15 * second;
const longestPause = 15 * second;
/** How long a migration tries to get the locks of its tables. */
const blockedFor = 10 * 60 * second;

/**
 * Applies what is missing, oldest first, and returns the names applied. Waits for other migrators as long as they take.
 *
 * @throws MigrationError when the database is not in UTF8, an earlier migration never finished, an applied file was
 * edited since, the database refuses a script, or a table stays locked for ten minutes
 */
export async function migrate(
  session: MigrationSession,
  migrations: readonly Migration[],
  log: DatabaseLog,
): Promise<string[]> {
  const applied: string[] = [];
  const waits = createWaits(session, log);
  for (;;) {
    const outcome = await applyNext(session, migrations);
    if (outcome === 'done') return applied;
    if (outcome === 'locked') await waits.forMigrator();
    else if (typeof outcome === 'string') await waits.forTables();
    else applied.push(outcome.applied);
  }
}

/** What is applied and what not, as `migrate status` and readiness report it. */
export async function migrationState(
  session: Session,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  return compareHistory(await readHistory(session), migrations);
}

/**
 * The state that lets a migration begin.
 *
 * @throws MigrationError when one was interrupted and something is pending, or what an applied one made is not there
 */
async function settledState(session: Session, migrations: readonly Migration[]) {
  const state = await migrationState(session, migrations);
  const [row] = state.unfinished;
  if (row !== undefined && state.pending.length > 0)
    throw new MigrationError(interrupted(row.name));
  assertNoneMissing(await missingRelations(session, state, migrations));
  return state;
}

export const interrupted = (name: string) =>
  `migration ${name} was interrupted, or failed, under a former release or Prisma; ` +
  `\`node dist/main.js migrate resolve ${name}\` finds out what it did and lets \`migrate\` go on`;

/** What a script makes is there, and no row of the history says so: it was lost, or left out of a dump. */
const baseline = (name: string) =>
  '. If the database holds all that this migration makes, because the history was lost, ' +
  `\`node dist/main.js migrate resolve ${name} --applied\` records it`;

type Outcome = 'done' | 'locked' | 'blocked' | { readonly applied: string };

async function applyNext(
  session: MigrationSession,
  migrations: readonly Migration[],
): Promise<Outcome> {
  let next: Migration | undefined;
  try {
    return await inTransaction(session, begin(session), async () => {
      await assertEncoding(session);
      if (!(await tryMigrationLock(session))) {
        const { pending } = await migrationState(session, migrations);
        return pending.length === 0 ? 'done' : 'locked';
      }
      [next] = (await settledState(session, migrations)).pending;
      if (next === undefined) return 'done';
      await createHistory(session);
      await run(session, next);
      await recordApplied(session, next);
      return { applied: next.name };
    });
  } catch (error) {
    if (lostLocks.has(sqlState(error) ?? '')) return 'blocked';
    if (next === undefined || !isRefusal(error)) throw error;
    const reason = reasonOf(error);
    await keepReason(session, next, reason);
    const hint = alreadyDone.has(sqlState(error) ?? '') ? baseline(next.name) : '';
    throw new MigrationError(
      `migration ${next.name} failed and was rolled back: ${reason}${hint}`,
      {
        cause: error,
      },
    );
  }
}

async function assertEncoding(session: Session): Promise<void> {
  const [row] = await session.query<{ encoding: string }>(
    `SELECT current_setting('server_encoding') AS encoding`,
  );
  if (row?.encoding !== 'UTF8') throw new MigrationError(encodingAdvice);
}

export const begin = ({ settings }: MigrationSession) => `BEGIN; ${settings}`;

async function run(session: MigrationSession, migration: Migration): Promise<void> {
  const { sql, concurrentIndex: index, inPortions } = migration;
  if (inPortions && session.beside) return session.beside((other) => fill(other, sql));
  if (inPortions) return fill(session, sql);
  if (index === undefined) return session.script(sql);
  if (session.beside === undefined) return rebuild(session, migration, index, withoutConcurrently);
  return session.beside((other) => rebuild(other, migration, index, (statement) => statement));
}

async function fill(session: Session, sql: string): Promise<void> {
  let position: string | undefined = '';
  while (position !== undefined) {
    await session.query(`SELECT set_config('migrate.position', $1, false)`, [position]);
    const [row]: { position: string }[] = await session.query(sql);
    position = row?.position;
  }
}

const withoutConcurrently = (statement: string) => statement.replace(/ CONCURRENTLY/i, '');

async function rebuild(
  session: Session,
  { name, sql }: Migration,
  index: string,
  form: (statement: string) => string,
): Promise<void> {
  if (await isInvalid(session, index)) {
    await session.script(form(`DROP INDEX CONCURRENTLY "${index}"`));
  }
  await session.script(form(sql));
  if (!(await isInvalid(session, index))) return;
  throw new MigrationError(`migration ${name} left the index ${index} invalid`);
}

/** As an interrupted CREATE INDEX CONCURRENTLY leaves it: it exists, slows writers down, and serves nobody. */
async function isInvalid(session: Session, index: string): Promise<boolean> {
  const found = await session.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1)) AND NOT indisvalid',
    [index],
  );
  return found.length > 0;
}

// Of tables and indexes, columns, other objects, functions, schemas; and of what a script drops.
export const alreadyDone: ReadonlySet<string> = new Set([
  ...['42P07', '42701', '42710', '42723', '42P06', '42704'],
]);

// lock_not_available, deadlock_detected
const lostLocks = new Set(['55P03', '40P01']);

/** Connections that end, servers that stop and cancelled statements say nothing against the script. */
function isRefusal(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !/^(08|53|57|58|XX)/.test(state);
}

/** Of a data exception only the SQLSTATE: its message holds the value. */
function reasonOf(error: unknown): string {
  const state = sqlState(error);
  const { message } = error as Error;
  return state?.startsWith('22') && state !== '22012' ? `SQLSTATE ${state}` : message;
}

/** The error itself is reported, whether or not its reason can be kept. */
async function keepReason(session: MigrationSession, migration: Migration, reason: string) {
  await inTransaction(session, begin(session), () =>
    recordRefused(session, migration, reason),
  ).catch(() => {});
}

/** Pauses between two attempts. Each says now and then what is waited for. */
function createWaits(session: Session, log: DatabaseLog) {
  let nextLine = 0;
  let blockedSince: number | undefined;
  let blockedPause = second;
  return {
    async forMigrator() {
      if (Date.now() >= nextLine) {
        nextLine = Date.now() + logInterval;
        const holders = await migratingSessions(session);
        log.info(
          { holders },
          `waiting for another migrator: ${describeSessions(holders) || 'it has just ended'}. One that is only a ` +
            'kept connection of a pooler never ends: give MIGRATE_DATABASE_URL the address of the server itself',
        );
      }
      await pause(pollInterval);
    },
    async forTables() {
      blockedSince ??= Date.now();
      const holders = await longestLockHolders(session);
      if (Date.now() - blockedSince > blockedFor) {
        throw new MigrationError(
          `a table stays locked, by ${describeSessions(holders)}; nothing was changed`,
        );
      }
      log.warn(
        { holders },
        `a table is locked, probably by ${describeSessions(holders) || 'a session that has ended'}; trying again soon`,
      );
      await pause(blockedPause * (0.5 + Math.random()));
      blockedPause = Math.min(2 * blockedPause, longestPause);
    },
  };
}
