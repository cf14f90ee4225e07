import { openDatabase, type Database } from './database.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

const log = { info: () => {}, warn: () => {} };
const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);
const applicationName = 'prepared-test';

let place: TestDatabase;
let database: Database;
beforeAll(async () => {
  place = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  const { url } = place;
  database = await openDatabase({ url, dataDir: 'unused', applicationName, migrationsDir, log });
  await database.query('CREATE TABLE written (n int UNIQUE)');
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

const pid = async () => {
  const [row] = await database.prepared<{ pid: number }>({
    text: 'SELECT pg_backend_pid() AS pid',
    values: [],
  });
  return row!.pid;
};
const insert = `INSERT INTO written SELECT $1::int FROM pg_sleep($2::float8)`;

it('keeps its connection when a row is refused', async () => {
  const before = await pid();
  const refused = database.prepared({ text: 'SELECT $1::text::int', values: ['x'] });
  await expect(refused).rejects.toMatchObject({ code: '22P02' });
  expect(await pid()).toBe(before);
});

it('cancels a statement on the server, so that it writes nothing later, and leaves its connection', async () => {
  const before = await pid();
  const cancelling = new AbortController();
  const running = database.prepared({ text: insert, values: [1, 30] }, cancelling.signal);
  const refused = expect(running).rejects.toMatchObject({ code: '57014' });
  const begun = `SELECT 1 FROM pg_stat_activity WHERE pid = ${before} AND state = 'active' AND wait_event = 'PgSleep'`;
  while ((await database.query(begun)).length === 0);
  cancelling.abort();
  await refused;
  expect(await database.query('SELECT n FROM written')).toEqual([]);
  const left = `SELECT 1 FROM pg_stat_activity WHERE pid = ${before} AND wait_event = 'PgSleep'`;
  expect(await database.query(left)).toEqual([]);
});

it('sends nothing when it was aborted before', async () => {
  const running = database.prepared({ text: insert, values: [2, 0] }, AbortSignal.abort());
  await expect(running).rejects.toThrow('aborted');
  expect(await database.query('SELECT n FROM written')).toEqual([]);
});
