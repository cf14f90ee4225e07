import pg from 'pg';
import { CopyError } from './copy-error.js';
import { copyTable } from './copy-table.js';
import { migrateTarget, openSource } from './open-source.js';
import {
  inOrderOfDependency,
  readContent,
  readTables,
  type Content,
  type Side,
  type Table,
} from './tables.js';

export { CopyError } from './copy-error.js';

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
