import { createHash, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, type DatabaseLog, toDatabase } from '../database.js';
import { startEmbedded } from '../embedded.js';
import { migrate } from '../migrate.js';
import { type Migration, readMigrations } from '../migration-folder.js';

export interface EmbeddedTestDatabase extends Database {
  /** Empties every table but the migration history: milliseconds, where a new database takes a second. */
  reset(): Promise<void>;
}

const silent: DatabaseLog = { info: () => {}, warn: () => {} };

/**
 * A migrated PGlite in memory, for one test file. The first call on a machine builds a snapshot for this set of
 * migrations (seconds); later ones start from it.
 */
export async function createEmbeddedTestDatabase(
  migrationsDir: string | URL,
): Promise<EmbeddedTestDatabase> {
  const migrations = await readMigrations(migrationsDir);
  const embedded = await startEmbedded({ loadDataDir: await snapshot(migrations) });
  const { session } = embedded;
  const database = toDatabase({ kind: 'embedded', ...embedded }, migrations, silent);
  const reset = async () => {
    const tables = await database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
    );
    if (tables.length === 0) return;
    await session.script(
      `TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`,
    );
  };
  return { ...database, reset };
}

async function snapshot(migrations: readonly Migration[]): Promise<Blob> {
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const hash = createHash('sha256').update(await readFile(engine));
  for (const { name, checksum } of migrations) hash.update(name).update(checksum);
  const folder = join(tmpdir(), `triptych-test-snapshots-${process.getuid?.() ?? 0}`);
  const path = join(folder, `${hash.digest('hex').slice(0, 24)}.tar`);
  const kept = await readFile(path).catch(() => undefined);
  if (kept !== undefined) return new Blob([kept]);
  const built = await build(migrations);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, built);
  await rename(own, path);
  return new Blob([built]);
}

async function build(migrations: readonly Migration[]): Promise<Uint8Array<ArrayBuffer>> {
  const { engine, session, close } = await startEmbedded({});
  await migrate(session, migrations);
  const dump = await engine.dumpDataDir('none');
  await close();
  return new Uint8Array(await dump.arrayBuffer());
}
