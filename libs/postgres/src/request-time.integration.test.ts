import { type Database, openDatabase } from './database.js';
import { RequestTime } from './request-time.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);
const log = { info: () => {}, warn: () => {} };

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  const url = `${server.url}?connection_limit=1`;
  const rest = { dataDir: '', applicationName: 'pg-test', migrationsDir, log, timeoutMs: 5000 };
  database = await openDatabase({ url, ...rest });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const sleep = (seconds: number) => database.query('SELECT pg_sleep($1)', [seconds]);
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
async function fails(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await expect(work).rejects.toThrow('did not respond in time');
  return performance.now() - began;
}

it('counts all statements of a request, ends the last one, and leaves the others alone', async () => {
  const time = new RequestTime(1500);
  await time.run(async () => {
    await sleep(0.5);
    // Nothing of this is spent waiting.
    await pause(1);
    await sleep(0.5);
    expect(await fails(sleep(5))).toBeLessThan(800);
    expect(await fails(sleep(0))).toBeLessThan(300);
  });
  await sleep(0);
  time.end();
  await time.run(() => sleep(0));
});

it('counts the wait for a connection', async () => {
  const held = sleep(1);
  await new RequestTime(400).run(async () => {
    expect(await fails(sleep(0))).toBeLessThan(800);
  });
  await held;
  await sleep(0);
  const heldAgain = sleep(1);
  await new RequestTime(1500).run(async () => {
    expect(await fails(sleep(5))).toBeLessThan(2200);
  });
  await heldAgain;
});

it('counts what waits side by side once', async () => {
  const time = new RequestTime(1000);
  await time.run(() => Promise.all([sleep(0.3), sleep(0.3)]));
  await time.run(() => sleep(0.1));
});
