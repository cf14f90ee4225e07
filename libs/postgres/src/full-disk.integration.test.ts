import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from './database.js';
import { type OwnServer, startOwnServer } from './testing/index.js';

// A disk that is full, provoked on a file system of its own in memory: mounting one takes root, and there is no skipping.

const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);
const applicationName = 'test';

const lines: { facts: Record<string, unknown>; message: string }[] = [];
const keep = (facts: object, message: string) => void lines.push({ facts: { ...facts }, message });
const log = { info: keep, warn: keep };
const failing = () => lines.filter(({ message }) => message.includes('does not work'));

let root: string;
const disks: string[] = [];
const mount = (options: string, path = mkdtempSync(join(root, 'disk-'))) => {
  mkdirSync(path, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
  disks.push(path);
  return path;
};
const unmountAll = () => disks.splice(0).forEach((disk) => execFileSync('umount', ['-l', disk]));
const fill = (disk: string) => {
  const rest = join(disk, 'rest');
  for (let size = 2 ** 20; size >= 1; size /= 4) {
    try {
      for (;;) appendFileSync(rest, Buffer.alloc(size));
    } catch {
      // Smaller pieces may still fit.
    }
  }
};
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'full-disk-'));
});
afterEach(() => void lines.splice(0));
afterAll(() => {
  unmountAll();
  rmSync(root, { recursive: true });
});

describe('the disk of an embedded database', () => {
  it.each([
    ['too small for the first start', 'size=20m', { reason: 'overloaded', code: 'ENOSPC' }],
    ['read-only', 'size=1m,ro', { reason: 'read_only', code: 'EROFS' }],
  ])('%s ends the start with what to do', async (_name, options, fault) => {
    const dataDir = join(mount(options), 'data');
    const error = (await openDatabase({ dataDir, applicationName, migrationsDir, log }).catch(
      (thrown: unknown) => thrown,
    )) as { advice: string };
    expect(error).toMatchObject({ ...fault, advice: expect.stringContaining('DATA_DIR') });
    expect(error.advice).not.toContain(root);
  });

  it('that fills up under way is reported by the statements that fail, once, and goes on when there is room', async () => {
    const disk = mount('size=150m');
    const options = { dataDir: join(disk, 'data'), applicationName, migrationsDir, log };
    const database = await openDatabase(options);
    await database.prepare();
    fill(disk);
    const insert = () =>
      database.query(`INSERT INTO notes (slug, text) SELECT gen_random_uuid(), repeat('x', 3000)
        FROM generate_series(1, 20)`);
    for (let round = 0; round < 3; round += 1) {
      await expect(insert()).rejects.toMatchObject({ code: '53100' });
    }
    expect(failing()).toEqual([
      {
        message: 'a dependency does not work; some of what is asked of it fails',
        facts: {
          ...{ dependency: 'postgres', reason: 'overloaded', code: '53100' },
          advice: expect.stringContaining('disk') as string,
        },
      },
    ]);
    await database.probe();
    rmSync(join(disk, 'rest'));
    await insert();
    await database.close();
  });
});

/** The server reads and writes it. */
const mountFor = ({ home }: OwnServer, options: string, name: string) => {
  const disk = mount(options, join(home, name));
  chownSync(disk, statSync(join(home, 'data')).uid, -1);
  return disk;
};

describe('a server', () => {
  let server: OwnServer;
  beforeAll(async () => {
    server = await startOwnServer();
  });
  afterAll(() => {
    unmountAll();
    return server.destroy();
  });

  it('without room on its disk or in memory, or a right or a column that was taken away, is reported by the statements that fail', async () => {
    const disk = mountFor(server, 'size=1m', 'small');
    await server.query(`CREATE TABLESPACE small LOCATION '${disk}'`);
    await server.query('CREATE TABLE big (text text) TABLESPACE small; CREATE ROLE service LOGIN');
    const url = `postgres://service@127.0.0.1:${server.port}/postgres`;
    const owner = await openDatabase({
      url: server.url,
      dataDir: '',
      applicationName,
      migrationsDir,
      log,
    });
    await owner.migrate();
    await server.query(
      'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO service',
    );
    const database = await openDatabase({ url, dataDir: '', applicationName, migrationsDir, log });
    await database.probe();
    lines.splice(0);

    const full = `INSERT INTO big SELECT repeat(md5(n::text), 50) FROM generate_series(1, 5000) AS n`;
    for (let round = 0; round < 3; round += 1) {
      await expect(database.query(full)).rejects.toMatchObject({ code: '53100' });
    }
    await database.probe();
    await server.query('REVOKE INSERT ON big FROM service');
    await expect(database.query(full)).rejects.toMatchObject({ code: '42501' });
    await server.query('ALTER TABLE notes DROP COLUMN text');
    await expect(database.query('SELECT text FROM notes')).rejects.toMatchObject({ code: '42703' });
    // Last: the server sends the error before it has given the memory back.
    const locks = 'SELECT pg_advisory_xact_lock(n) FROM generate_series(1, 100000) AS n';
    await expect(database.query(locks)).rejects.toMatchObject({ code: '53200' });
    expect(failing().map(({ facts: { reason, code } }) => [reason, code])).toEqual([
      ['overloaded', '53100'],
      ['missing_grant', '42501'],
      ['migrations', '42703'],
      ['overloaded', '53200'],
    ]);
    await Promise.all([database.close(), owner.close()]);
  });

  it('without room on its disk ends a migration with what to do; it goes on when there is room', async () => {
    const disk = mountFor(server, 'size=16m', 'fresh');
    await server.query(`CREATE TABLESPACE fresh LOCATION '${disk}'`);
    await server.query('CREATE DATABASE fresh TABLESPACE fresh');
    const url = `postgres://postgres@127.0.0.1:${server.port}/fresh`;
    const database = await openDatabase({ url, dataDir: '', applicationName, migrationsDir, log });
    fill(disk);
    // The first connection to a database writes a file, of which PostgreSQL 15 says no more than that it is an internal error.
    await expect(database.migrate()).rejects.toMatchObject({
      reason: 'overloaded',
      code: expect.stringMatching(/^(?:XX000|53100)$/) as string,
      advice: expect.stringContaining('disk') as string,
    });
    rmSync(join(disk, 'rest'));
    await expect(database.migrate()).resolves.not.toEqual([]);
    await database.close();
  });
});
