import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, type DatabaseLog, openDatabase, toDatabase } from '../database.js';
import { startEmbedded } from '../embedded.js';
import { type Migration, readMigrations } from '../migration-files.js';
import { migrate } from '../migrations.js';

export interface EmbeddedTestDatabase extends Database {
  /** Empties every table but the migration history, and lets identities begin anew: milliseconds, where a new database takes a second. */
  reset(): Promise<void>;
}

const silent: DatabaseLog = { info: () => {}, warn: () => {} };

// TRUNCATE makes a file anew for every table and index, which takes ten times as long. As it does, this calls no trigger.
const emptyAll = `DO $$
DECLARE
  one text;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR one IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
  LOOP
    EXECUTE 'DELETE FROM ' || one;
  END LOOP;
  PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    FROM pg_sequences WHERE schemaname = 'public';
END $$`;

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
  const reset = () => session.script(emptyAll);
  return { ...database, reset };
}

async function snapshot(migrations: readonly Migration[]): Promise<Blob> {
  const path = `${await pathOf(migrations)}.tar`;
  const kept = await readFile(path).catch(() => undefined);
  if (kept !== undefined) return new ReadBlob(kept);
  const built = await build(migrations);
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, built);
  await rename(own, path);
  return new ReadBlob(built);
}

/** Bytes for PGlite, which takes a Blob and asks it for an ArrayBuffer: Node's own collects 40 MB in pieces, half a second each time. */
class ReadBlob extends Blob {
  readonly #bytes: ArrayBuffer;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) {
    super([]);
    const isWhole = byteLength === buffer.byteLength;
    this.#bytes = isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes);
  }
}

/** Where what is made of these migrations is kept on this machine, without an ending. */
async function pathOf(migrations: readonly Migration[]): Promise<string> {
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const hash = createHash('sha256').update(await readFile(engine));
  for (const { name, checksum } of migrations) hash.update(name).update(checksum);
  const folder = join(tmpdir(), `triptych-test-snapshots-${process.getuid?.() ?? 0}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, hash.digest('hex').slice(0, 24));
}

/**
 * Lays out a migrated, embedded database in the folder of a service. The first call on a machine makes one for this set of
 * migrations (seconds); later ones copy it.
 *
 * @param dataDir of a service that has not been started; it is made where it is missing
 */
export async function layOutTestDatabase(
  migrationsDir: string | URL,
  dataDir: string,
): Promise<void> {
  const kept = await pathOf(await readMigrations(migrationsDir));
  if (!existsSync(kept)) {
    const own = `${kept}.${randomUUID()}`;
    const options = { dataDir: own, applicationName: 'test', migrationsDir, log: silent };
    const database = await openDatabase(options);
    await database.prepare();
    await database.close();
    // Another process may have been first; its database is the same.
    await rename(own, kept).catch(() => rm(own, { recursive: true }));
  }
  await cp(join(kept, 'pgdata'), join(dataDir, 'pgdata'), { recursive: true });
}

async function build(migrations: readonly Migration[]): Promise<Uint8Array<ArrayBuffer>> {
  const { engine, withMigrationSession, close } = await startEmbedded({});
  await withMigrationSession((session) => migrate(session, migrations, silent));
  // Each start lays out every file of the snapshot, and two thirds of them are of the databases that nobody opens.
  await engine.exec(
    'UPDATE pg_database SET datistemplate = false WHERE datname <> current_database()',
  );
  const { rows } = await engine.query<{ name: string }>(
    'SELECT quote_ident(datname) AS name FROM pg_database WHERE datname <> current_database()',
  );
  for (const { name } of rows) await engine.exec(`DROP DATABASE ${name}`);
  // What is dumped was not shut down: without this, each start would run through all that the migrations wrote.
  await engine.exec('CHECKPOINT');
  const dump = await engine.dumpDataDir('none');
  await close();
  return new Uint8Array(await dump.arrayBuffer());
}

export interface TestDatabase {
  /** `postgres://…` of a new, empty database. */
  readonly url: string;
  /** Ends its connections and removes it. */
  drop: () => Promise<void>;
}

/** Those that were made and not removed; the environment of Jest fails a test file that leaves one. */
const left = new Set<string>();
Object.assign(globalThis, { [Symbol.for('triptych test databases')]: left });

/**
 * Creates a database named `triptych_test_*` on the server of `adminUrl` (normally `TEST_DATABASE_URL`).
 *
 * @param copied what `CREATE DATABASE` says beside the name, if it is not to be empty
 * @throws when `adminUrl` is missing: an integration test fails without its server, it is never skipped.
 */
export async function createTestDatabase(
  adminUrl: string | undefined,
  copied = '',
): Promise<TestDatabase> {
  if (adminUrl === undefined || adminUrl === '') {
    throw new Error('set TEST_DATABASE_URL to an admin URL of a PostgreSQL server for tests');
  }
  const name = `triptych_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, `CREATE DATABASE ${name} ${copied}`);
  left.add(name);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      left.delete(name);
    },
  };
}

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
