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
  const rest = { dataDir: '', applicationName: 'pg-test', migrationsDir, log, timeoutMs: 60_000 };
  database = await openDatabase({ url, ...rest });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const sleep = (seconds: number) => database.query('SELECT pg_sleep($1)', [seconds]);
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const fails = (work: Promise<unknown>) => expect(work).rejects.toThrow('did not respond in time');

it('counts all statements of a request, ends the last one, and leaves the others alone', async () => {
  const time = new RequestTime(2000);
  await time.run(async () => {
    await sleep(0.5);
    // Nothing of this is spent waiting.
    await pause(2);
    await sleep(0.5);
    // By itself it would be in time.
    await fails(sleep(1.8));
    await fails(sleep(0));
  });
  await sleep(0);
  time.end();
  await time.run(() => sleep(0));
});

it('counts the wait for a connection', async () => {
  const held = sleep(1);
  await new RequestTime(400).run(async () => {
    await fails(sleep(0));
  });
  await held;
  await sleep(0);
  const heldAgain = sleep(1);
  await new RequestTime(1500).run(async () => {
    // By itself it would be in time.
    await fails(sleep(1.2));
  });
  await heldAgain;
});

it('counts what waits side by side once', async () => {
  const time = new RequestTime(1000);
  await time.run(() => Promise.all([sleep(0.3), sleep(0.3)]));
  await time.run(() => sleep(0.1));
});
