import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@triptych/postgres/testing';
import { endServices, launchService, run } from '../testing/service-process.js';
import { age } from './api-keys.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(process.env['TEST_DATABASE_URL']);
});
afterAll(async () => {
  endServices();
  await database.drop();
});

// Longer than five seconds, because a key that has ended may be believed for as long.
it('a key of the command is valid at every replica at once, and one that has ended at none soon', async () => {
  const env = { DATABASE_URL: database.url, MANAGEMENT: 'true' };
  expect((await run(['migrate'], env).exited)[0]).toBe(0);
  const replicas = [await launchService(env), await launchService(env)];
  const command = run(['keys', 'create', 'first', '--scopes', 'admin,read'], env);
  expect((await command.exited)[0]).toBe(0);
  const first = JSON.parse(command.lines.at(-1)!) as { key: { id: string }; secret: string };

  const send = (n: number, secret: string, path: string, init: RequestInit = {}) =>
    fetch(`${replicas[n]!.address}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${secret}` },
    });
  const body = JSON.stringify({ name: 'reader', scopes: ['read'] });
  const created = await send(0, first.secret, '/keys', { method: 'POST', body });
  expect(created.status).toBe(201);
  const { key, secret } = (await created.json()) as typeof first;
  for (const n of [1, 0]) expect((await send(n, secret, '/users')).status).toBe(200);

  expect((await send(0, first.secret, `/keys/${key.id}`, { method: 'DELETE' })).status).toBe(204);
  const endedAt = performance.now();
  const statuses = new Set<number>();
  while (performance.now() - endedAt <= age.longest) {
    statuses.add((await send(1, secret, '/users')).status);
    await pause(100);
  }
  expect([...statuses].filter((status) => status !== 200 && status !== 401)).toEqual([]);
  for (const n of [0, 1]) expect((await send(n, secret, '/users')).status).toBe(401);
  const listed = (await (await send(1, first.secret, '/keys')).json()) as {
    keys: { lastUsed: string | null }[];
  };
  expect(listed.keys.map(({ lastUsed }) => lastUsed)).toEqual([
    expect.any(String),
    expect.any(String),
  ]);
  const logs = [...replicas.flatMap(({ lines }) => lines)].join();
  expect(logs).not.toContain(secret);
  expect(await Promise.all(replicas.map(({ stop }) => stop()))).toEqual([0, 0]);
});
