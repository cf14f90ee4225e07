import { type OwnServer, startOwnServer } from '@triptych/postgres/testing';
import { namesPerson, type ServiceProcess } from '@triptych/testing';
import { raceForEmails, randomNumbers } from './testing/contention.js';
import { endServices, launchService, run } from './testing/service-process.js';
import { startLoad, type SteadyLoad } from './testing/steady-load.js';

let server: OwnServer;
let service: ServiceProcess;
let load: SteadyLoad;

beforeAll(async () => {
  server = await startOwnServer();
  const env = { DATABASE_URL: server.url, DATABASE_TIMEOUT_MS: '1500', API_KEYS: 'key' };
  await run(['migrate'], env).exited;
  service = await launchService(env);
  load = startLoad(service.address, 'outage');
  await load.until(200, 50);
});

afterAll(async () => {
  endServices();
  await server?.destroy();
});

async function readiness(wanted: number): Promise<void> {
  for (;;) {
    const { status } = await fetch(`${service.ops}/-/ready`);
    if (status === wanted) return;
  }
}

// The load goes on through all of them; its results are checked in the end.
describe('under load, the service', () => {
  it('goes on when its connections are cut', async () => {
    for (let round = 0; round < 5; round += 1) {
      await server.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'user-service' AND datname = current_database()`,
      );
      await load.until(200, 20);
    }
    await readiness(200);
  });

  it('is not ready while PostgreSQL is down, and comes back with it', async () => {
    await server.crash();
    await load.until(500, 20);
    await readiness(503);
    await server.start();
    await load.until(200, 50);
    await readiness(200);
  });

  it('gives up in time while PostgreSQL is frozen, and comes back with it', async () => {
    await server.pause();
    await load.until(500, 16);
    await readiness(503);
    const once = await fetch(`${service.address}/users`, {
      method: 'POST',
      headers: { 'idempotency-key': 'frozen' },
      body: JSON.stringify({ FullName: 'F', Email: 'frozen@example.org' }),
    });
    expect(once.status).toBe(500);
    expect((await fetch(`${service.ops}/-/live`)).status).toBe(200);
    await server.resume();
    await load.until(200, 50);
    await readiness(200);
  });

  it('has replied to every request: 200, or 500 as documented', async () => {
    await load.stop();
    const replies = [...load.registrations, ...load.lookups];
    expect(new Set(load.registrations.map(({ status }) => status))).toEqual(new Set([200, 500]));
    const faults = replies.filter(({ status }) => status === 500);
    expect(new Set(faults.map(({ code }) => code))).toEqual(new Set(['internal_error']));
    expect(new Set(faults.map(({ contentType }) => contentType))).toEqual(
      new Set(['application/problem+json; charset=utf-8']),
    );
  });

  it('has lost no row and doubled none', async () => {
    const rows = await server.query<{ id: string; email: string }>('SELECT id, email FROM users');
    const stored = new Map(rows.map(({ id, email }) => [email, id]));
    expect(stored.size).toBe(rows.length);
    const sent = new Map(load.registrations.map((reply) => [reply.email, reply]));
    const kept = load.registrations.filter(({ status }) => status === 200);
    expect(kept.filter(({ email, id }) => stored.get(email) !== id)).toEqual([]);
    expect(rows.filter(({ email }) => !sent.has(email) && !email.startsWith('frozen'))).toEqual([]);
    // What was acknowledged was found, and nothing was found that had not been kept.
    const found = load.lookups.filter(({ status }) => status !== 500);
    expect(found.filter(({ email, status }) => stored.has(email) !== (status === 200))).toEqual([]);
  });

  it('lets registrations, changes and imports of the same people race', async () => {
    const statuses = await raceForEmails(service, 24, randomNumbers(7));
    expect(new Set(statuses)).toEqual(new Set([200, 204, 404, 409]));
  });

  it('finishes on SIGTERM what it has begun, and keeps nothing that it did not acknowledge', async () => {
    const last = startLoad(service.address, 'last');
    await last.until(200, 50);
    service.child.kill('SIGTERM');
    const [code] = await service.exited;
    await last.stop();
    expect(code).toBe(0);
    const acknowledged = last.registrations.filter(({ status }) => status !== 0);
    expect(acknowledged.filter(({ status }) => status !== 200)).toEqual([]);
    const unanswered = last.registrations.filter(({ status }) => status === 0);
    const rows = await server.query<{ email: string }>('SELECT email FROM users');
    const stored = new Set(rows.map(({ email }) => email));
    expect(unanswered.filter(({ email }) => stored.has(email))).toEqual([]);
  });

  it('has had PostgreSQL log no person, either', async () => {
    expect((await server.log()).split('\n').filter(namesPerson)).toEqual([]);
  });
});
