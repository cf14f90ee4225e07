import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Database } from '@triptych/postgres';
import pg from 'pg';
import { copyRules } from './rules.js';
import {
  copyTable,
  inOrderOfDependency,
  readContent,
  readTables,
  type Content,
  type Side,
  type Table,
} from './tables.js';

/** The copy cannot begin, or did not succeed; nothing was written. The message names the reason. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

export interface CopyOptions {
  /** The folder of an embedded database, which no process may be using. */
  readonly dataDir: string;
  /** `postgres://…` of a database without rows; migrations are applied to it. */
  readonly url: string;
  /** The `prisma/migrations` folder of the service. */
  readonly migrationsDir: string | URL;
}

export interface CopiedTable extends Content {
  /** As SQL quotes it. */
  readonly name: string;
}

/**
 * Copies every row of an embedded database to a PostgreSQL server, in one transaction there, and commits only when
 * each table holds the same on both sides.
 *
 * @throws FolderInUseError while a service runs on the folder; CopyError when the target holds rows, or tables differ.
 */
export async function copyDatabase(options: CopyOptions): Promise<CopiedTable[]> {
  const source = await openSource(options.dataDir, options.migrationsDir);
  try {
    await migrateTarget(options.url, options.migrationsDir);
    return await withClient(options.url, (target) => copyAll(source, target));
  } finally {
    await source.close();
  }
}

const log = { info: () => {}, warn: () => {} };

/**
 * Opens an embedded database that exists and is up to date, as its only owner.
 *
 * @throws FolderInUseError while a service runs on it; CopyError when there is none, or it lacks migrations.
 */
async function openSource(dataDir: string, migrationsDir: string | URL): Promise<Database> {
  if (!existsSync(join(dataDir, 'pgdata', 'PG_VERSION'))) {
    throw new CopyError(`there is no embedded database in ${dataDir}`);
  }
  const applicationName = 'copy-database';
  const source = await openDatabase({ dataDir, migrationsDir, applicationName, log });
  const pending = await source.pendingMigrations();
  if (pending.length === 0) return source;
  await source.close();
  throw new CopyError(
    `the embedded database lacks ${pending.join(', ')}: start the service on it once, then stop it`,
  );
}

/** Applies the migrations to the PostgreSQL server of `url`. */
async function migrateTarget(url: string, migrationsDir: string | URL): Promise<void> {
  const applicationName = 'copy-database';
  const target = await openDatabase({ url, dataDir: '', migrationsDir, applicationName, log });
  try {
    await target.migrate();
  } finally {
    await target.close();
  }
}

async function withClient<T>(url: string, work: (side: Side) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'copy-database' });
  await client.connect();
  try {
    return await work({
      query: async (sql, params = []) => (await client.query<never>(sql, [...params])).rows,
    });
  } finally {
    await client.end();
  }
}

async function copyAll(source: Side, target: Side): Promise<CopiedTable[]> {
  // Values are written and read in one zone and one style, whatever the servers' own are.
  for (const side of [source, target]) {
    await side.query('BEGIN');
    await side.query("SET LOCAL TimeZone = 'UTC'");
    await side.query("SET LOCAL DateStyle = 'ISO, YMD'");
  }
  const tables = inOrderOfDependency(await readTables(source));
  await assertSameTables(tables, await readTables(target));
  await assertEmpty(target, tables);
  await copyRules(source, target);
  for (const table of tables) await copyTable(source, target, table);
  const copied = await compare(source, target, tables);
  await target.query('COMMIT');
  await source.query('COMMIT');
  return copied;
}

async function assertSameTables(source: readonly Table[], target: readonly Table[]) {
  const shape = (tables: readonly Table[]) =>
    JSON.stringify(tables.map(({ name, columns }) => `${name}(${columns.join()})`).sort());
  if (shape(source) !== shape(target)) {
    throw new CopyError(
      'the two databases have different tables; was one of them changed by hand?',
    );
  }
}

async function assertEmpty(target: Side, tables: readonly Table[]) {
  const filled: string[] = [];
  for (const { name } of tables) {
    // Until the end of the transaction nobody else writes: a service may be running on the target already.
    await target.query(`LOCK TABLE ${name} IN EXCLUSIVE MODE`);
    const [row] = await target.query<{ some: boolean }>(
      `SELECT EXISTS (SELECT FROM ${name}) AS some`,
    );
    if (row?.some === true) filled.push(name);
  }
  if (filled.length > 0) {
    throw new CopyError(
      `the target already holds rows in ${filled.join(', ')}; nothing was copied`,
    );
  }
}

async function compare(source: Side, target: Side, tables: readonly Table[]) {
  const copied: CopiedTable[] = [];
  for (const { name } of tables) {
    const before = await readContent(source, name);
    const after = await readContent(target, name);
    if (before.rows !== after.rows || before.digest !== after.digest) {
      throw new CopyError(
        `${name} differs after the copy (${before.rows} and ${after.rows} rows); nothing was kept`,
      );
    }
    copied.push({ name, ...after });
  }
  return copied;
}
