import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a migration, and every other statement outside of Prisma, needs of either kind of database. */
export interface Session {
  /** One statement with `$1` parameters. `int8` and `numeric` values arrive as strings. */
  query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Many statements in one simple query: all of them take effect, or none. */
  script(sql: string): Promise<void>;
}

/** Runs `work` while no other process can migrate the same database. */
export type WithMigrationLock = <T>(work: (session: Session) => Promise<T>) => Promise<T>;

/** The migration history forbids to go on; the message names what an operator has to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** One folder of `prisma/migrations`. `checksum` is the hex SHA-256 of the file's bytes, as Prisma records it. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Reads a Prisma migrations folder, in the order in which Prisma applies it. */
export async function readMigrations(folder: string | URL): Promise<Migration[]> {
  const root = typeof folder === 'string' ? folder : fileURLToPath(folder);
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(root, name)));
}

async function readMigration(root: string, name: string): Promise<Migration> {
  const bytes = await readFile(join(root, name, 'migration.sql'));
  const checksum = createHash('sha256').update(bytes).digest('hex');
  return { name, sql: bytes.toString('utf8'), checksum };
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
