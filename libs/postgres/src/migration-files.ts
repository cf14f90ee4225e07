import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The migration history or a migration file forbids to go on; the message names what an operator has to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** One folder of `prisma/migrations`. `checksum` is the hex SHA-256 of the file's bytes, as Prisma records it. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** The index that the file creates or drops outside of a transaction. */
  readonly concurrentIndex?: string | undefined;
  /**
   * The file is one statement that fills what an earlier one has made, a portion at a time: it is run again, with the
   * `position` of its one row as the setting `migrate.position`, until it returns none. Without this and an index, a file
   * runs in one transaction.
   */
  readonly inPortions?: boolean | undefined;
}

/**
 * Reads a Prisma migrations folder, in the order in which Prisma applies it.
 *
 * @throws MigrationError for a file that could neither take effect whole nor be repeated.
 */
export async function readMigrations(folder: string | URL): Promise<Migration[]> {
  const root = typeof folder === 'string' ? folder : fileURLToPath(folder);
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(root, name)));
}

async function readMigration(root: string, name: string): Promise<Migration> {
  const bytes = await readFile(join(root, name, 'migration.sql'));
  const checksum = createHash('sha256').update(bytes).digest('hex');
  const sql = bytes.toString('utf8');
  const inPortions = sql.split('\n').includes(portionsMarker);
  return { name, sql, checksum, concurrentIndex: concurrentIndexOf(name, sql), inPortions };
}

const marker = '-- migrate: without transaction';
const portionsMarker = `${marker}, in portions`;
// Both can be run again after an interruption: what was done is skipped.
const repeatable =
  /^(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS) "?([a-z0-9_]+)(?=[" ;]|$)/i;
const endsTransaction = /^(?:BEGIN|START|COMMIT|ROLLBACK|ABORT)(?: (?:TRANSACTION|WORK))? ?;/i;

function concurrentIndexOf(name: string, sql: string): string | undefined {
  const lines = sql.split('\n').map((line) => line.trim());
  const statements = lines.filter((line) => line !== '' && !line.startsWith('--'));
  if (!lines.includes(marker)) {
    if (!statements.some((line) => endsTransaction.test(line))) return undefined;
    throw new MigrationError(
      `migration ${name} begins or ends a transaction itself, so that it could be applied in halves`,
    );
  }
  const statement = statements.join(' ');
  const index = repeatable.exec(statement)?.[1];
  if (index !== undefined && !statement.slice(0, -1).includes(';')) return index;
  throw new MigrationError(
    `migration ${name} is to run without a transaction, so it must hold one statement alone: ` +
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS … or DROP INDEX CONCURRENTLY IF EXISTS …',
  );
}
