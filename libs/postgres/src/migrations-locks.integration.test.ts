import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Database, openDatabase } from './database.js';
import { startMigrator } from './testing/migration-kills.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

// The same number as Prisma's.
const lockOfMigrations = 72707369;

describe('a migration beside others', () => {
  let server: TestDatabase;
  let folder: string;
  let lines: { facts: Record<string, unknown>; message: string }[];
  const opened: { end?: () => Promise<void>; close?: () => Promise<void> }[] = [];
  const keep = (facts: object, message: string) =>
    void lines.push({ facts: facts as Record<string, unknown>, message });

  const open = async (timeoutMs = 10_000): Promise<Database> => {
    const options = { url: server.url, dataDir: '', migrationsDir: folder, timeoutMs };
    const log = { info: keep, warn: keep };
    const database = await openDatabase({ ...options, applicationName: 'under-test', log });
    opened.push(database);
    return database;
  };
  const connect = async (application_name: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: server.url, application_name });
    client.on('error', () => {});
    await client.connect();
    opened.push(client);
    return client;
  };
  const add = async (name: string, sql: string) => {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'migration.sql'), sql);
  };
  const addIndex = () =>
    add(
      '2_index',
      '-- migrate: without transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS notes_id ON notes (id);',
    );
  const line = async (part: string) => {
    for (;;) {
      const found = lines.find(({ message }) => message.includes(part));
      if (found) return found;
      await pause(20);
    }
  };
  /** Resolves with true once a session of this application waits for a lock, and with false when it is over. */
  const waiting = async (observer: pg.Client, application: string, isOver = () => false) => {
    for (;;) {
      const { rowCount } = await observer.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = $1 AND wait_event_type = 'Lock'`,
        [application],
      );
      if (rowCount !== 0 || isOver()) return rowCount !== 0;
      await pause(5);
    }
  };

  beforeEach(async () => {
    lines = [];
    server = await createTestDatabase(process.env['TEST_DATABASE_URL']);
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    await add('1_notes', 'CREATE TABLE notes (id INT)');
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await (one.close ?? one.end)?.call(one);
    await server.drop();
    await rm(folder, { recursive: true });
  });

  it('lets others pass that would wait behind it, and goes on when the table is free', async () => {
    const database = await open();
    await database.migrate();
    await add('2_column', 'ALTER TABLE notes ADD COLUMN text TEXT');
    const holder = await connect('report');
    await holder.query('BEGIN');
    await holder.query('SELECT FROM notes');
    const observer = await connect('observer');
    const reader = await connect('reader');

    const migrated = (await open()).migrate();
    // On a busy machine the migration may step back before the reader arrives; then it comes again.
    for (let wasSeen = false; !wasSeen;) {
      await waiting(observer, 'under-test');
      let isRead = false;
      const read = reader.query('SELECT FROM notes').then(() => (isRead = true));
      wasSeen = await waiting(observer, 'reader', () => isRead);
      await read;
    }
    // The holder still holds: the migration has stepped back.
    const { facts, message } = await line('a table is locked');
    expect(message).toContain('report (pid');
    expect((facts['holders'] as object[])[0]).toMatchObject({
      application: 'report',
      state: 'idle in transaction',
    });
    await holder.query('COMMIT');
    expect(await migrated).toEqual(['2_column']);
  });

  it('waits for another migrator, says who it is, and leaves nothing to do twice', async () => {
    const holder = await connect('prisma');
    await holder.query(`SELECT pg_advisory_lock(${lockOfMigrations})`);
    const database = await open();
    const migrated = database.migrate();
    const { message } = await line('waiting for another migrator');
    expect(message).toContain('prisma (pid');
    expect(message).toContain('MIGRATE_DATABASE_URL');
    // A replica that starts meanwhile says so, too, and becomes ready afterwards.
    const replica = await open();
    await expect(replica.probe()).rejects.toThrow(
      /lacks 1 migration.*prisma \(pid \d+, idle since/,
    );
    expect((await replica.migrationReport()).lines.at(-1)).toContain('migrating now: prisma');
    await holder.end();
    expect(await migrated).toEqual(['1_notes']);
    await replica.probe();
  });

  it('takes longer than any time limit of the service', async () => {
    await add('2_slow', 'SELECT pg_sleep(1.5); CREATE TABLE late (id INT)');
    const database = await open(200);
    expect(await database.migrate()).toEqual(['1_notes', '2_slow']);
    await database.probe();
  });

  it('is rolled back by the server soon after its process was killed', async () => {
    const holder = await connect('observer');
    // The slow one of these sleeps as long as this trigger lets it.
    await holder.query(`CREATE FUNCTION pg_sleep(numeric) RETURNS void LANGUAGE sql
      AS 'SELECT pg_catalog.pg_sleep(60)'`);
    await holder.query(`ALTER ROLE CURRENT_USER IN DATABASE ${new URL(server.url).pathname.slice(1)}
      SET search_path = public, pg_catalog`);
    const migrator = startMigrator(
      { url: server.url },
      { way: 'SIGKILL', statement: -1, phase: 'before' },
    );
    const active = async (state: string) => {
      const { rowCount } = await holder.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'migrator'
         AND query LIKE $1`,
        [state],
      );
      return rowCount !== 0;
    };
    while (!(await active('%pg_sleep(0.05)%'))) await pause(20);
    migrator.kill();
    await migrator.exited;
    while (await active('%')) await pause(50);
    const { rows } = await holder.query('SELECT migration_name FROM _prisma_migrations');
    expect(rows).toEqual([{ migration_name: '20261101000000_table' }]);
  });

  it('survives that the server ends its connection, and is as if it had not begun', async () => {
    await add('2_slow', 'CREATE TABLE late (id INT); SELECT pg_sleep(60)');
    const database = await open();
    const failed = database.migrate().catch((error: Error) => error);
    const observer = await connect('observer');
    for (let ended = 0; ended === 0; await pause(20)) {
      const { rows } = await observer.query<{ n: number }>(
        `SELECT count(pg_terminate_backend(pid))::int AS n FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()`,
      );
      ended = rows[0]!.n;
    }
    expect(await failed).toMatchObject({ code: '57P01' });
    await add('2_slow', 'CREATE TABLE late (id INT)');
    expect(await (await open()).migrate()).toEqual(['2_slow']);
  });

  it('builds an index beside a migrator that waits, and beside writers', async () => {
    await (await open()).migrate();
    await addIndex();
    const writer = await connect('writer');
    await writer.query('BEGIN');
    await writer.query('INSERT INTO notes VALUES (1)');
    const observer = await connect('observer');
    const both = Promise.all([(await open()).migrate(), (await open()).migrate()]);
    await waiting(observer, 'under-test');
    await line('waiting for another migrator: under-test');
    await observer.query('INSERT INTO notes VALUES (2)');
    await writer.query('COMMIT');
    expect((await both).flat()).toEqual(['2_index']);
  });

  it('does not take an index for built that another session has left invalid meanwhile', async () => {
    await (await open()).migrate();
    await addIndex();
    const other = await connect('other');
    await other.query('BEGIN; LOCK TABLE notes IN SHARE UPDATE EXCLUSIVE MODE');
    const failed = (await open()).migrate().catch((error: Error) => error);
    await waiting(await connect('observer'), 'under-test');
    await other.query(`CREATE INDEX notes_id ON notes (id);
      UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'notes_id'::regclass; COMMIT`);
    expect(await failed).toMatchObject({ message: expect.stringContaining('invalid') });
    expect(await (await open()).migrate()).toEqual(['2_index']);
  });
});
