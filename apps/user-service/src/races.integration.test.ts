import { createTestDatabase, type TestDatabase } from '@triptych/postgres/testing';
import { openAppDatabase } from './database.js';
import { recordingLogger } from '@triptych/testing';
import { endServices, launchService, run } from './testing/service-process.js';
import { type Reply, send } from './testing/steady-load.js';

const processes = 4;
// By hand: ADDRESSES=1000.
const addresses = Number(process.env['ADDRESSES'] ?? 120);
const attempts = 10 * addresses;
const atOnce = 64;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(process.env['TEST_DATABASE_URL']);
});
afterAll(async () => {
  endServices();
  await database.drop();
});

async function storedUsers(url: string): Promise<Map<string, string>> {
  const config = { DATABASE_URL: url, DATA_DIR: 'unused', DATABASE_TIMEOUT_MS: 10_000 };
  const opened = await openAppDatabase(config, recordingLogger().logger);
  const rows = await opened.query<{ id: string; email: string }>('SELECT id, email FROM users');
  await opened.close();
  expect(new Set(rows.map(({ email }) => email)).size).toBe(rows.length);
  return new Map(rows.map(({ id, email }) => [email, id]));
}

it('ten registrations of each of many addresses at four processes: one 200 each', async () => {
  const env = { DATABASE_URL: database.url };
  await run(['migrate'], env).exited;
  const services = await Promise.all(Array.from({ length: processes }, () => launchService(env)));
  const replies: Reply[] = [];
  let next = 0;
  const racer = async () => {
    for (let n = next++; n < attempts; n = next++) {
      // Neighbours in time ask for the same address, at different processes.
      const email = `racer-${Math.floor(n / 10) % addresses}@example.org`;
      const body = JSON.stringify({ FullName: `Racer ${n}`, Email: email });
      const { address } = services[n % processes]!;
      replies.push(await send(`${address}/users`, email, { method: 'POST', body }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, racer));

  const winners = replies.filter(({ status }) => status === 200);
  const losers = replies.filter(({ status, code }) => status === 409 && code === 'email_taken');
  expect([winners.length, losers.length]).toEqual([addresses, attempts - addresses]);
  const stored = await storedUsers(database.url);
  expect(new Map(winners.map(({ email, id }) => [email, id]))).toEqual(stored);
  expect(await Promise.all(services.map(({ stop }) => stop()))).toEqual([0, 0, 0, 0]);
});
