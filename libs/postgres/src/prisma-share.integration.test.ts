import getPort from 'get-port';
import { type Database, openDatabase } from './database.js';
import { RequestTime } from './request-time.js';
import {
  createTestDatabase,
  type LockSession,
  openLockSession,
  type TestDatabase,
} from './testing/index.js';

const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);
const log = { info: () => {}, warn: () => {} };
const rest = { dataDir: '', applicationName: 'pg-test', migrationsDir, log, timeoutMs: 4000 };

let server: TestDatabase;
let database: Database;
let session: LockSession;
beforeAll(async () => {
  server = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  // One of them is for Prisma.
  database = await openDatabase({ url: `${server.url}?connection_limit=2`, ...rest });
  await database.query('CREATE TABLE rows (n int PRIMARY KEY, text text)');
  await database.query(`INSERT INTO rows VALUES (1, 'held'), (2, 'free')`);
  session = await openLockSession(server.url);
});
afterAll(async () => {
  await session.end();
  await database.close();
  await server.drop();
});

async function byPrisma(sql: string, on = database) {
  const adapter = await on.clientOptions.adapter.connect();
  return adapter.executeRaw({ sql, args: [], argTypes: [] });
}
const change = (n: number) => byPrisma(`UPDATE rows SET text = text || '!' WHERE n = ${n}`);
const hold = () => session.query('BEGIN; SELECT FROM rows WHERE n = 1 FOR UPDATE');

it('statements of Prisma leave a connection to others, and give theirs back', async () => {
  for (let n = 0; n < 3; n += 1) expect(await byPrisma('SELECT pg_sleep(0.1)')).toBe(1);
  const sleeping = Promise.all([1, 2].map(() => byPrisma('SELECT pg_sleep(1)')));
  const asleep = `SELECT 1 AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  while ((await session.query(asleep)).length === 0);
  const began = performance.now();
  await database.query('SELECT 1');
  expect(performance.now() - began).toBeLessThan(700);
  expect(await sleeping).toEqual([1, 1]);
});

it('the wait for a share is counted, and ends with the time of the request', async () => {
  const sleeping = byPrisma('SELECT pg_sleep(2)');
  const began = performance.now();
  const late = new RequestTime(300).run(() => byPrisma('SELECT 1'));
  await expect(late).rejects.toThrow();
  expect(performance.now() - began).toBeLessThan(1500);
  await sleeping;
});

it('a server that is away keeps no share', async () => {
  const url = `postgres://nobody@127.0.0.1:${await getPort()}/none?connection_limit=2`;
  const away = await openDatabase({ url, ...rest });
  for (let n = 0; n < 3; n += 1) {
    await expect(byPrisma('SELECT 1', away)).rejects.toThrow('DatabaseNotReachable');
  }
  await away.close();
});

it('a request that waits for the lock of another has no connection meanwhile, and goes on after it', async () => {
  await hold();
  const held = new RequestTime(3000).run(() => change(1));
  const began = performance.now();
  for (let n = 0; n < 5; n += 1) await change(2);
  expect(performance.now() - began).toBeLessThan(1500);
  await session.query('ROLLBACK');
  expect(await held).toBe(1);
});

it('and fails within its time', async () => {
  await hold();
  const began = performance.now();
  const refused = new RequestTime(500).run(() => change(1));
  await expect(refused).rejects.toThrow();
  expect(performance.now() - began).toBeLessThan(1000);
  await session.query('ROLLBACK');
});
