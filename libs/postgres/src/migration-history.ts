import { randomUUID } from 'node:crypto';
import { type Migration, MigrationError } from './migration-files.js';
import type { Session } from './session.js';

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

/** A row that nobody has marked as rolled back. */
export interface HistoryRow {
  readonly id: string;
  readonly name: string;
  readonly checksum: string;
  readonly startedAt: string;
  /** Null: under way, or interrupted. */
  readonly finishedAt: string | null;
  readonly logs: string | null;
}

/** The rows of the history, oldest first; none while the table is not there. */
export async function readHistory(session: Session): Promise<HistoryRow[]> {
  if (!(await hasHistory(session))) return [];
  return session.query<HistoryRow>(
    `SELECT id, migration_name AS name, checksum, logs,
       to_json(started_at)#>>'{}' AS "startedAt", to_json(finished_at)#>>'{}' AS "finishedAt"
     FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
}

async function hasHistory(session: Session): Promise<boolean> {
  const [found] = await session.query<{ present: boolean }>(
    `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS present`,
  );
  return found?.present === true;
}

/** A history beside the migrations of this release. */
export interface MigrationState {
  readonly applied: readonly HistoryRow[];
  /** Migrations without a finished row, oldest first. */
  readonly pending: readonly Migration[];
  /** Rows that are neither finished nor rolled back: under way, or left by an interruption. */
  readonly unfinished: readonly HistoryRow[];
  /** Names that this release does not know, applied by a newer one. */
  readonly unknown: readonly string[];
}

/** @throws MigrationError when an applied file was edited since. */
export function compareHistory(
  history: readonly HistoryRow[],
  migrations: readonly Migration[],
): MigrationState {
  const applied = history.filter(({ finishedAt }) => finishedAt !== null);
  const checksums = new Map(applied.map((row) => [row.name, row.checksum]));
  for (const { name, checksum } of migrations) {
    if ((checksums.get(name) ?? checksum) !== checksum) {
      throw new MigrationError(
        `migration ${name} was edited after it had been applied; restore the file`,
      );
    }
  }
  const known = new Set(migrations.map(({ name }) => name));
  return {
    applied,
    pending: migrations.filter(({ name }) => !checksums.has(name)),
    unfinished: history.filter(({ finishedAt }) => finishedAt === null),
    unknown: history.map(({ name }) => name).filter((name) => !known.has(name)),
  };
}

/** To be committed together with what the migration did. */
export async function recordApplied(
  session: Session,
  { name, checksum }: Migration,
): Promise<void> {
  await session.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

/** A row that is neither finished nor rolled back, to be settled in the same transaction. */
export async function recordBegun(session: Session, { name, checksum }: Migration): Promise<void> {
  await session.query(
    'INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ($1, $2, $3)',
    [randomUUID(), checksum, name],
  );
}

/** Creates the history where there is none, inside of the caller's transaction. */
export async function createHistory(session: Session): Promise<void> {
  if (!(await hasHistory(session))) await session.script(historyTable);
}

/** Keeps the reason of a migration that was refused and rolled back; the same reason once. */
export async function recordRefused(
  session: Session,
  { name, checksum }: Migration,
  reason: string,
): Promise<void> {
  await createHistory(session);
  await session.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, logs, rolled_back_at)
     SELECT $1, $2::text, $3::text, $4::text, clock_timestamp() WHERE NOT EXISTS (
       SELECT FROM "_prisma_migrations" WHERE migration_name = $3 AND checksum = $2 AND logs = $4)`,
    [randomUUID(), checksum, name, reason],
  );
}
