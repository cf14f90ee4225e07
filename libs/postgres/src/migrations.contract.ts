import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from './database.js';
import { MigrationError } from './migration-files.js';

const fixture = fileURLToPath(new URL('./testing/fixtures/migrations', import.meta.url));
const first = '20261101000000_first';
const second = '20261102000000_second';
const broken = '20261103000000_broken';

export interface Fresh {
  /** Opens the same new, empty database with another state of the folder. */
  open: (migrationsDir: string) => Promise<Database>;
  done: () => Promise<void>;
}

/** What every migration run must do, on whichever database. */
export function migrationContract(createFresh: () => Promise<Fresh>): void {
  let fresh: Fresh;
  let folder: string;

  beforeEach(async () => {
    fresh = await createFresh();
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    await cp(fixture, folder, { recursive: true });
  });

  afterEach(async () => {
    await fresh.done();
    await rm(folder, { recursive: true });
  });

  const addBroken = async (sql: string) => {
    await mkdir(join(folder, broken), { recursive: true });
    await writeFile(join(folder, broken, 'migration.sql'), sql);
  };
  const history = (database: Database) =>
    database.query<Record<string, unknown>>(
      `SELECT migration_name, finished_at IS NOT NULL AS finished, rolled_back_at, applied_steps_count, logs,
              length(checksum) AS checksum_length, length(id) AS id_length
       FROM _prisma_migrations ORDER BY started_at, migration_name`,
    );
  const finishedRow = (name: string) => ({
    migration_name: name,
    finished: true,
    rolled_back_at: null,
    applied_steps_count: 1,
    logs: null,
    checksum_length: 64,
    id_length: 36,
  });

  it('applies what is missing in order, once, and records it as Prisma does', async () => {
    const database = await fresh.open(folder);
    expect(await database.pendingMigrations()).toEqual([first, second]);
    expect(await database.migrate()).toEqual([first, second]);
    expect(await database.pendingMigrations()).toEqual([]);
    expect(await database.migrate()).toEqual([]);
    expect(await history(database)).toEqual([finishedRow(first), finishedRow(second)]);
    expect(await database.query(`SELECT shout('a') AS word`)).toEqual([{ word: 'A' }]);
  });

  it('is not ready before the migrations are there, and ready afterwards', async () => {
    const database = await fresh.open(folder);
    await expect(database.probe()).rejects.toThrow('lacks 2 migration(s)');
    await database.migrate();
    await database.probe();
    await database.probe();
  });

  it('rolls a failing file back whole, records it and then refuses to go on', async () => {
    await addBroken('CREATE TABLE half (id int); SELECT 1/0;');
    const database = await fresh.open(folder);
    await expect(database.migrate()).rejects.toThrow(
      /20261103000000_broken failed.*division by zero/,
    );
    expect(await database.query(`SELECT to_regclass('half') AS found`)).toEqual([{ found: null }]);
    expect((await history(database))[2]).toMatchObject({
      migration_name: broken,
      finished: false,
      applied_steps_count: 0,
      logs: expect.stringContaining('division by zero'),
    });
    await expect(database.migrate()).rejects.toThrow(MigrationError);
    await expect(database.probe()).rejects.toMatchObject({ reason: 'migrations' });
  });

  it('goes on once an operator has marked the failed migration as rolled back', async () => {
    await addBroken('SELECT 1/0;');
    const database = await fresh.open(folder);
    await expect(database.migrate()).rejects.toThrow(MigrationError);
    await database.query(
      'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL',
    );
    await addBroken('SELECT 1;');
    const again = await fresh.open(folder);
    expect(await again.migrate()).toEqual([broken]);
  });

  it('tries a failed migration again, and keeps one reason once', async () => {
    await addBroken('SELECT 1/0;');
    const database = await fresh.open(folder);
    await expect(database.migrate()).rejects.toThrow('division by zero');
    await expect(database.migrate()).rejects.toThrow('division by zero');
    expect(await history(database)).toHaveLength(3);
    await addBroken('CREATE TABLE whole (id int);');
    expect(await (await fresh.open(folder)).migrate()).toEqual([broken]);
  });

  it('keeps no value of a row as the reason', async () => {
    await addBroken(`SELECT 'secret'::int;`);
    const database = await fresh.open(folder);
    await expect(database.migrate()).rejects.toThrow(/rolled back: SQLSTATE 22P02$/);
    expect((await history(database))[2]).toMatchObject({ logs: 'SQLSTATE 22P02' });
  });

  it('makes and drops an index outside of a transaction, and again after an interruption', async () => {
    const marked = (statement: string) => `-- migrate: without transaction\n${statement};`;
    const valid = async (database: Database) =>
      (
        await database.query<{ ok: boolean }>(
          `SELECT indisvalid AS ok FROM pg_index WHERE indexrelid = to_regclass('notes_text')`,
        )
      ).map(({ ok }) => ok);
    await addBroken(marked('CREATE INDEX CONCURRENTLY IF NOT EXISTS notes_text ON notes (text)'));
    const database = await fresh.open(folder);
    expect(await database.migrate()).toEqual([first, second, broken]);
    expect(await valid(database)).toEqual([true]);

    // As an interruption leaves it: an index that serves nobody, and no row.
    await database.query(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'notes_text'::regclass`,
    );
    await database.query(`DELETE FROM _prisma_migrations WHERE migration_name = '${broken}'`);
    expect(await database.migrate()).toEqual([broken]);
    expect(await valid(database)).toEqual([true]);

    await database.query(`DELETE FROM _prisma_migrations WHERE migration_name = '${broken}'`);
    await addBroken(marked('DROP INDEX CONCURRENTLY IF EXISTS notes_text'));
    expect(await (await fresh.open(folder)).migrate()).toEqual([broken]);
    expect(await valid(database)).toEqual([]);
  });

  it('fills a table in portions, and from the first one again after an interruption', async () => {
    await addBroken(`-- migrate: without transaction, in portions
      WITH next AS (SELECT n FROM generate_series(1, 5) AS n
        WHERE n > coalesce(nullif(current_setting('migrate.position', true), ''), '0')::int LIMIT 2),
      kept AS (INSERT INTO notes (slug, text) SELECT gen_random_uuid(), n::text FROM next)
      SELECT max(n)::text AS position FROM next HAVING count(*) > 0`);
    const database = await fresh.open(folder);
    expect(await database.migrate()).toEqual([first, second, broken]);
    const texts = async () =>
      (await database.query<{ text: string }>(`SELECT text FROM notes WHERE text ~ '^[1-5]$'`)).map(
        ({ text }) => text,
      );
    expect((await texts()).sort()).toEqual(['1', '2', '3', '4', '5']);
    await database.query(`DELETE FROM _prisma_migrations WHERE migration_name = '${broken}'`);
    expect(await database.migrate()).toEqual([broken]);
    expect(await texts()).toHaveLength(10);
  });

  it.each([
    ['BEGIN;\nSELECT 1;\nCOMMIT;', 'begins or ends a transaction itself'],
    ['-- migrate: without transaction\nDROP TABLE notes;', 'one statement alone'],
    [
      '-- migrate: without transaction\nDROP INDEX CONCURRENTLY IF EXISTS a; SELECT 1;',
      'one statement alone',
    ],
  ])('refuses a file that could be applied in halves: %j', async (sql, reason) => {
    await addBroken(sql);
    await expect(fresh.open(folder)).rejects.toThrow(reason);
  });

  it('refuses a file that was edited after it had been applied', async () => {
    await (await fresh.open(folder)).migrate();
    await writeFile(join(folder, second, 'migration.sql'), 'SELECT 2;');
    const database = await fresh.open(folder);
    await expect(database.migrate()).rejects.toThrow(/20261102000000_second was edited/);
  });

  it('tolerates migrations of a newer release in the database', async () => {
    await (await fresh.open(folder)).migrate();
    await rm(join(folder, second), { recursive: true });
    const older = await fresh.open(folder);
    expect(await older.migrate()).toEqual([]);
    await older.probe();
  });

  it('applies each migration once when three migrate at the same time', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => fresh.open(folder)));
    const applied = await Promise.all(databases.map((database) => database.migrate()));
    expect(applied.flat().sort()).toEqual([first, second]);
    expect(await history(databases[0]!)).toHaveLength(2);
  });
}
