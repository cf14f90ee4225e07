import { type Database, openDatabase } from './database.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);

describe('a PostgreSQL database', () => {
  let server: TestDatabase;
  let database: Database;
  const log = { info: () => {}, warn: () => {} };
  const rest = { dataDir: 'unused', applicationName: 'pg-test', migrationsDir, log };
  const open = (url: string) => openDatabase({ url, ...rest });

  beforeAll(async () => {
    server = await createTestDatabase(process.env['TEST_DATABASE_URL']);
    database = await open(server.url);
  });
  afterAll(async () => {
    await database.close();
    await server.drop();
  });

  it('is not migrated by prepare, and says what to do', async () => {
    await database.prepare();
    expect(await database.pendingMigrations()).toHaveLength(2);
    await expect(database.probe()).rejects.toMatchObject({
      reason: 'migrations',
      advice: expect.stringContaining('migrate') as string,
    });
  });

  it('works in UTC, under its name, with time limits', async () => {
    const [row] = await database.query(
      `SELECT current_setting('TimeZone') AS zone, current_setting('application_name') AS name,
              current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
    );
    expect(row).toEqual({ zone: 'UTC', name: 'pg-test', statement: '10s', lock: '5s' });
  });

  it('keeps the options and the name that an operator put into the address', async () => {
    const url = `${server.url}?application_name=mine&options=${encodeURIComponent('-c work_mem=5MB')}`;
    const other = await open(url);
    const [row] = await other.query(
      `SELECT current_setting('TimeZone') AS zone, current_setting('work_mem') AS memory,
              current_setting('application_name') AS name`,
    );
    expect(row).toEqual({ zone: 'UTC', memory: '5MB', name: 'mine' });
    await other.close();
  });

  it('plans for large tables with preferIndexes, whatever the size now and without statistics', async () => {
    await database.query('CREATE TABLE few (id int PRIMARY KEY)');
    await database.query('INSERT INTO few SELECT generate_series(1, 9)');
    await database.query('ANALYZE few');
    const firm = await openDatabase({ url: server.url, preferIndexes: true, ...rest });
    const planOf = async (asked: Database) =>
      JSON.stringify(await asked.query('EXPLAIN SELECT 1 FROM few WHERE id = 1'));
    expect(await planOf(database)).toContain('Seq Scan');
    expect(await planOf(firm)).toContain('few_pkey');
    const [row] = await firm.query(
      `SELECT current_setting('jit') AS jit, current_setting('enable_mergejoin') AS merge,
              current_setting('max_parallel_workers_per_gather') AS workers`,
    );
    expect(row).toEqual({ jit: 'off', merge: 'off', workers: '0' });
    await firm.close();
  });

  it('starts, and is not ready, while the server is away', async () => {
    const away = await open('postgres://nobody@127.0.0.1:1/none');
    await away.prepare();
    await expect(away.probe()).rejects.toThrow();
    await away.close();
  });

  it('survives that the server ends its connections', async () => {
    await database.migrate();
    await database.probe();
    const other = await open(server.url);
    await other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await other.close();
    await database.probe().catch(() => {});
    await database.probe();
  });
});
