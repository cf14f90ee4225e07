import { randomUUID } from 'node:crypto';
import type { Migration } from './migration-folder.js';
import type { Session } from './session.js';

/** The database's migration history does not allow to go on; the message says what an operator has to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface HistoryRow {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

// Column by column what Prisma 7's engine creates, so that `prisma migrate` reads it as its own.
const historyTable = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Applies what is missing, oldest first, and returns the names applied. The caller holds the migration lock.
 * Each file runs as one simple query, so it takes effect whole or not at all.
 *
 * @throws MigrationError when an earlier migration never finished, or an applied file was edited since.
 */
export async function migrate(
  session: Session,
  migrations: readonly Migration[],
): Promise<string[]> {
  await session.script(historyTable);
  const missing = unapplied(await readHistory(session), migrations);
  for (const migration of missing) await apply(session, migration);
  return missing.map(({ name }) => name);
}

/** Names of the migrations that a database still lacks; a database without any history lacks them all. */
export async function pendingMigrations(
  session: Session,
  migrations: readonly Migration[],
): Promise<string[]> {
  const [found] = await session.query<{ present: boolean }>(
    `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS present`,
  );
  const history = found?.present === true ? await readHistory(session) : [];
  return unapplied(history, migrations).map(({ name }) => name);
}

function readHistory(session: Session): Promise<HistoryRow[]> {
  return session.query<HistoryRow>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished
     FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
}

function unapplied(history: readonly HistoryRow[], migrations: readonly Migration[]): Migration[] {
  const unfinished = history.find((row) => !row.finished);
  if (unfinished !== undefined) {
    throw new MigrationError(
      `migration ${unfinished.migration_name} failed or was interrupted; see its "logs" in _prisma_migrations, ` +
        `then run \`prisma migrate resolve --rolled-back ${unfinished.migration_name}\``,
    );
  }
  const applied = new Map(history.map((row) => [row.migration_name, row.checksum]));
  for (const { name, checksum } of migrations) {
    if ((applied.get(name) ?? checksum) !== checksum) {
      throw new MigrationError(
        `migration ${name} was edited after it had been applied; restore the file`,
      );
    }
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(session: Session, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  await session.query(
    'INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ($1, $2, $3)',
    [id, checksum, name],
  );
  try {
    await session.script(sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await session.query('UPDATE "_prisma_migrations" SET logs = $2 WHERE id = $1', [id, reason]);
    throw new MigrationError(`migration ${name} failed and was rolled back: ${reason}`, {
      cause: error,
    });
  }
  await session.query(
    'UPDATE "_prisma_migrations" SET finished_at = now(), applied_steps_count = 1 WHERE id = $1',
    [id],
  );
}
