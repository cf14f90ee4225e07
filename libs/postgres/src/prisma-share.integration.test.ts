import { freePort } from '@triptych/free-port';
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
const rest = { dataDir: '', applicationName: 'pg-test', migrationsDir, log, timeoutMs: 60_000 };

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
function watched<T>(work: Promise<T>) {
  let isOver = false;
  work.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  return { work, isOver: () => isOver };
}
async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await check()));
}
const asleep = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
/** Longer than any test. */
const sleep = () => watched(byPrisma('SELECT pg_sleep(50)'));
/** Ends them, also those that only now begin. */
async function wake(...sleeping: ReturnType<typeof sleep>[]): Promise<void> {
  await until(async () => {
    await session.query(`SELECT pg_cancel_backend(pid) ${asleep}`);
    return sleeping.every(({ isOver }) => isOver());
  });
}
const hold = () => session.query('BEGIN; SELECT FROM rows WHERE n = 1 FOR UPDATE');

it('statements of Prisma leave a connection to others, and give theirs back', async () => {
  for (let n = 0; n < 3; n += 1) expect(await byPrisma('SELECT pg_sleep(0.1)')).toBe(1);
  const sleeping = [sleep(), sleep()];
  await until(async () => (await session.query(`SELECT pid ${asleep}`)).length > 0);
  await database.query('SELECT 1');
  expect(sleeping.map(({ isOver }) => isOver())).toEqual([false, false]);
  await wake(...sleeping);
});

it('the wait for a share is counted, and ends with the time of the request', async () => {
  const sleeping = sleep();
  const late = new RequestTime(300).run(() => byPrisma('SELECT 1'));
  await expect(late).rejects.toThrow();
  expect(sleeping.isOver()).toBe(false);
  await wake(sleeping);
});

it('a server that is away keeps no share', async () => {
  const url = `postgres://nobody@127.0.0.1:${await freePort()}/none?connection_limit=2`;
  const away = await openDatabase({ url, ...rest });
  for (let n = 0; n < 3; n += 1) {
    await expect(byPrisma('SELECT 1', away)).rejects.toThrow('DatabaseNotReachable');
  }
  await away.close();
});

it('a request that waits for the lock of another has no connection meanwhile, and goes on after it', async () => {
  await hold();
  const held = watched(new RequestTime(30_000).run(() => change(1)));
  for (let n = 0; n < 5; n += 1) await change(2);
  expect(held.isOver()).toBe(false);
  await session.query('ROLLBACK');
  expect(await held.work).toBe(1);
});

it('and fails within its time', async () => {
  await hold();
  const others = watched(change(1));
  const refused = new RequestTime(500).run(() => change(1));
  await expect(refused).rejects.toThrow();
  // One without a limit waits on.
  expect(others.isOver()).toBe(false);
  await session.query('ROLLBACK');
  await others.work;
});
