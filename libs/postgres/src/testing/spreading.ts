import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '../database.js';
import { createEmbeddedTestDatabase } from './test-databases.js';

/** What a distributed engine needs to know of the tables (ADR 0052). */
export interface SpreadTables {
  /** The columns by which the rows of a table would be spread over machines, of every table. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Unique indexes without those columns, and what would keep their values unique instead. */
  readonly elsewhere: Readonly<Record<string, string>>;
}

interface UniqueIndex {
  readonly table: string;
  readonly index: string;
  readonly columns: readonly string[];
}

/** What stands in the way of spreading the tables that these migrations make: unique keys, and foreign keys. */
export async function unspreadTables(
  migrationsDir: string | URL,
  tables: SpreadTables,
): Promise<string[]> {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  const found = [...(await unspreadKeys(database, tables)), ...(await cascadesOnUpdate(database))];
  await database.close();
  return found;
}

/** Unique indexes that hold on one machine alone and are not named in `elsewhere`, and tables without columns. */
export async function unspreadKeys(
  database: Pick<Database, 'query'>,
  { columns, elsewhere }: SpreadTables,
): Promise<string[]> {
  const indexes = await database.query<UniqueIndex>(
    `SELECT i.indrelid::regclass::text AS table, i.indexrelid::regclass::text AS index,
       ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = i.indexrelid ORDER BY a.attnum) AS columns
     FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
     WHERE i.indisunique AND t.relnamespace = 'public'::regnamespace AND t.relname <> '_prisma_migrations'`,
  );
  return indexes
    .filter(({ table, index, columns: key }) => {
      const spreadBy = columns[table];
      if (spreadBy === undefined) return true;
      return !(index in elsewhere) && !spreadBy.every((column) => key.includes(column));
    })
    .map(({ index, columns: key }) => `${index} (${key.join(', ')})`);
}

/** Foreign keys that change rows when the key they refer to changes, which engines refuse for spread tables. */
export async function cascadesOnUpdate(database: Pick<Database, 'query'>): Promise<string[]> {
  const keys = await database.query<{ name: string }>(
    `SELECT conname::text AS name FROM pg_constraint WHERE contype = 'f' AND confupdtype <> 'a'`,
  );
  return keys.map(({ name }) => name);
}

const changing = /\b(?:clock_timestamp|timeofday|random)\(\)/g;
const generated = /\b(?:gen_random_uuid|nextval)\(/g;
const ofStatement = /\b(?:now|statement_timestamp|transaction_timestamp)\(\)/;
const assignments =
  /\bSET\b(?!\s+(?:LOCAL|search_path)\b)([^`]*?)(?:\bWHERE\b|\bFROM\b|\bRETURNING\b|`|;|$)/g;

/**
 * Assignments of a source text that engines refuse for spread tables: values that differ from row to row, in what an insert
 * finds in its place also the time of the statement (`excluded` has it), and columns that rows are spread by.
 *
 * @param text of a file with statements
 */
export function unspreadAssignments(text: string, columns: SpreadTables['columns']): string[] {
  // A list of assignments may stand by itself, so these are refused anywhere.
  const found = [...text.matchAll(changing)].map(([call]) => call);
  for (const { 1: list = '', index } of text.matchAll(assignments)) {
    for (const [call] of list.matchAll(generated)) found.push(call);
    const before = text.slice(0, index);
    const keys = columns[tableOf(before)] ?? [];
    for (const [, column = ''] of list.matchAll(/(?:^|,)\s*"?(\w+)"?\s*=/g))
      if (keys.includes(column)) found.push(`${column} =`);
    const isInsert = /DO UPDATE\s*$/.test(before);
    if (isInsert) found.push(...(ofStatement.exec(list)?.slice(0, 1) ?? []));
  }
  return found;
}

/** Of the statement that goes on where the text ends. */
function tableOf(text: string): string {
  return [...text.matchAll(/\b(?:UPDATE|INSERT INTO) "?([a-z_]+)"?/g)].at(-1)?.[1] ?? '';
}

/** The same of every file with statements in a folder, by its path. */
export async function unspreadStatements(
  source: URL,
  columns: SpreadTables['columns'],
): Promise<string[]> {
  const folder = fileURLToPath(source);
  const files = await readdir(folder, { recursive: true });
  const texts = files
    .filter((file) => /\.(sql|prisma)\.ts$/.test(file))
    .map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') }));
  const read = await Promise.all(texts);
  return read.flatMap(({ file, text }) =>
    unspreadAssignments(text, columns).map((what) => `${file}: ${what}`),
  );
}
