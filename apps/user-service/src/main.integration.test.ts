import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@triptych/postgres/testing';
import { orderlyStop, stopInFlight } from '@triptych/testing';
import { killWhileWriting } from './testing/kill-rounds.js';
import { endServices, launchService, run } from './testing/service-process.js';

afterEach(endServices);

describe('the process on PostgreSQL', () => {
  let database: TestDatabase;
  let env: { DATABASE_URL: string };
  beforeEach(async () => {
    database = await createTestDatabase(process.env['TEST_DATABASE_URL']);
    env = { DATABASE_URL: database.url };
  });
  afterEach(() => database.drop());

  it('is not ready, and responds 500, until the migrate command has run', async () => {
    const service = await launchService(env);
    expect(await service.line('a dependency does not work; not ready until it does')).toMatchObject(
      {
        dependency: 'postgres',
        reason: 'migrations',
      },
    );
    expect((await fetch(`${service.ops}/-/ready`)).status).toBe(503);
    expect((await fetch(`${service.ops}/-/live`)).status).toBe(200);
    const health = await fetch(`${service.ops}/-/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ dependencies: { postgres: { status: 'NOT OK' } } });
    expect((await fetch(`${service.address}/users/ann@example.org`)).status).toBe(500);

    expect((await run(['migrate'], env).exited)[0]).toBe(0);
    for (;;) {
      const { status } = await fetch(`${service.ops}/-/ready`);
      if (status === 200) break;
    }
    expect((await fetch(`${service.address}/users/ann@example.org`)).status).toBe(404);
    service.child.kill('SIGTERM');
    expect((await service.exited)[0]).toBe(0);
    expect(service.lines.join()).not.toContain('ann@');
  });

  it('stops in order: not ready, what is in flight is answered, and it ends with 0', async () => {
    expect((await run(['migrate'], env).exited)[0]).toBe(0);
    const service = await launchService({ ...env, SHUTDOWN_DELAY_MS: '500' });
    const body = JSON.stringify({ FullName: 'Ann', Email: 'ann@example.org' });
    const head = `POST /users HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n`;
    const request = [head + body.slice(0, 9), body.slice(9)] as const;
    expect(await stopInFlight(service, request)).toEqual({ ...orderlyStop, status: 200 });
    const again = await launchService(env);
    expect((await fetch(`${again.address}/users/ann@example.org`)).status).toBe(200);
    expect(await again.stop()).toBe(0);
  });

  it('responds 500 and logs no person while the database is away', async () => {
    const service = await launchService({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect((await fetch(`${service.address}/users/ann@example.org`)).status).toBe(500);
    const body = JSON.stringify({ FullName: 'Ann', Email: 'ann@example.org' });
    const reply = await fetch(`${service.address}/users`, { method: 'POST', body });
    expect(reply.status).toBe(500);
    expect(await reply.json()).toMatchObject({ code: 'internal_error' });
    service.child.kill('SIGTERM');
    await service.exited;
    expect(service.lines.join()).not.toMatch(/ann@|"Ann"/);
  });

  // Side by side: a process that starts leaves a core to the other. By hand: KILL_ROUNDS=10.
  it('loses nothing that was acknowledged through kill after kill with -9 while writing, here and embedded', async () => {
    const rounds = Number(process.env['KILL_ROUNDS'] ?? 2);
    await run(['migrate'], env).exited;
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'user-service-'));
    const both = await Promise.all(
      [env, { DATA_DIR }].map((place) => killWhileWriting(place, rounds)),
    );
    for (const { acknowledged, lost } of both) {
      expect(acknowledged).toBeGreaterThanOrEqual(20 * rounds);
      expect(lost).toEqual([]);
    }
    await rm(DATA_DIR, { recursive: true });
  });
});
