import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqlQuery } from '@prisma/driver-adapter-utils';
import { type Database, openDatabase } from './database.js';
import { isUniqueViolation } from './database-errors.js';
import { FolderInUseError } from './folder-lock.js';

const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);
const log = { info: () => {}, warn: () => {} };
const sql = (text: string): SqlQuery => ({ sql: text, args: [], argTypes: [] });

describe('the embedded database', () => {
  let dataDir: string;
  let database: Database;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'embedded-'));
    database = await openDatabase({ dataDir, applicationName: 'test', migrationsDir, log });
    await database.prepare();
  });

  afterAll(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  it('is migrated by prepare and ready', async () => {
    expect(await database.pendingMigrations()).toEqual([]);
    await database.probe();
  });

  it('is refused to a second opener', async () => {
    await expect(
      openDatabase({ dataDir, applicationName: 'test', migrationsDir, log }),
    ).rejects.toThrow(FolderInUseError);
  });

  it('lets timers run while many queries wait in line', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await Promise.all(Array.from({ length: 200 }, () => database.query('SELECT 1')));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });

  it('returns int8 as a string, as PostgreSQL does', async () => {
    expect(await database.query('SELECT 9007199254740993::int8 AS big')).toEqual([
      { big: '9007199254740993' },
    ]);
  });

  it('commits and rolls back transactions, and rejects a commit that fails', async () => {
    const adapter = await database.clientOptions.adapter.connect();
    await database.query('CREATE TABLE pairs (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    const count = () => database.query('SELECT count(*)::int AS n FROM pairs');

    const kept = await adapter.startTransaction();
    await kept.executeRaw(sql('INSERT INTO pairs VALUES (1)'));
    await kept.commit();
    expect(await count()).toEqual([{ n: 1 }]);

    const dropped = await adapter.startTransaction();
    await dropped.executeRaw(sql('INSERT INTO pairs VALUES (2)'));
    await dropped.rollback();
    expect(await count()).toEqual([{ n: 1 }]);

    const refused = await adapter.startTransaction();
    await refused.executeRaw(sql('INSERT INTO pairs VALUES (1)'));
    const failure: unknown = await refused.commit().catch((error: unknown) => error);
    expect(isUniqueViolation(failure)).toBe(true);
    expect(await count()).toEqual([{ n: 1 }]);
  });

  it('rejects a script that fails', async () => {
    const adapter = await database.clientOptions.adapter.connect();
    await expect(adapter.executeScript('SELECT 1; SELECT 1/0')).rejects.toThrow('division by zero');
  });

  it('keeps its rows when it is closed and opened again', async () => {
    await database.query(`INSERT INTO notes (slug) VALUES ('kept')`);
    await database.close();
    database = await openDatabase({ dataDir, applicationName: 'test', migrationsDir, log });
    expect(await database.query('SELECT slug FROM notes')).toEqual([{ slug: 'kept' }]);
  });
});
