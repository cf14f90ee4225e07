import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@triptych/postgres/testing';
import { recordingLogger } from '@triptych/testing';
import { openAppDatabase } from '../database.js';
import { endServices, launchService, run } from '../testing/service-process.js';
import { postgresTestStores } from '../testing/test-app.js';
import { auditLogContract } from './audit-log.contract.js';

describe('the audit log on PostgreSQL', () => {
  auditLogContract(postgresTestStores);
});

describe('with the rights that docs/operations.md grants', () => {
  const role = `service_${randomBytes(6).toString('hex')}`;
  let database: TestDatabase;
  const asOwner = async (...statements: string[]) => {
    const config = { DATABASE_URL: database.url, DATA_DIR: 'unused', DATABASE_TIMEOUT_MS: 10_000 };
    const opened = await openAppDatabase(config, recordingLogger().logger);
    try {
      for (const statement of statements) await opened.query(statement);
    } finally {
      await opened.close();
    }
  };
  let url: string;
  beforeAll(async () => {
    database = await createTestDatabase(process.env['TEST_DATABASE_URL']);
    expect((await run(['migrate'], { DATABASE_URL: database.url }).exited)[0]).toBe(0);
    const rights = 'SELECT, INSERT, UPDATE, DELETE';
    await asOwner(
      `CREATE ROLE ${role} LOGIN PASSWORD 'for-this-test'`,
      `GRANT USAGE ON SCHEMA public TO ${role}`,
      `GRANT ${rights} ON ALL TABLES IN SCHEMA public TO ${role}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
      `REVOKE UPDATE, DELETE ON audit FROM ${role}`,
    );
    const own = new URL(database.url);
    [own.username, own.password] = [role, 'for-this-test'];
    url = own.href;
  });
  afterAll(async () => {
    endServices();
    await asOwner(`DROP OWNED BY ${role}`, `DROP ROLE ${role}`);
    await database.drop();
  });

  it('the service is ready, and writes every kind of entry', async () => {
    const service = await launchService({ DATABASE_URL: url, API_KEYS: 'key' });
    while ((await fetch(`${service.ops}/-/ready`)).status !== 200);
    const send = (method: string, path: string, body?: object) =>
      fetch(`${service.address}${path}`, {
        method,
        headers: { authorization: 'Bearer key' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const ann = { FullName: 'Ann', Email: 'ann@example.org' };
    const imported = await send('POST', '/users:import', ann);
    expect(await imported.text()).toContain('"status":200');
    expect((await send('PATCH', '/users/ann@example.org', { Phone: '1' })).status).toBe(200);
    expect((await send('DELETE', '/users/ann@example.org')).status).toBe(204);
    expect((await send('POST', '/keys', { name: 'x', scopes: ['read'] })).status).toBe(201);
    expect((await fetch(`${service.address}/users`)).status).toBe(401);
    expect(await service.stop()).toBe(0);

    const again = await launchService({ DATABASE_URL: url, API_KEYS: 'key' });
    const reply = await fetch(`${again.address}/audit`, {
      headers: { authorization: 'Bearer key' },
    });
    const { entries } = (await reply.json()) as { entries: { action: string }[] };
    expect(new Set(entries.map(({ action }) => action))).toEqual(
      new Set(['user.imported', 'user.updated', 'user.deleted', 'key.created', 'refused.key']),
    );
    await again.stop();
  });

  it.each([
    ["UPDATE audit SET key = 'other'"],
    ['DELETE FROM audit'],
    ['TRUNCATE audit'],
    ['DROP TABLE audit'],
    [`INSERT INTO audit (action) VALUES ('x') ON CONFLICT (id) DO UPDATE SET key = 'other'`],
  ])('the service cannot %s', async (statement) => {
    const config = { DATABASE_URL: url, DATA_DIR: 'unused', DATABASE_TIMEOUT_MS: 10_000 };
    const opened = await openAppDatabase(config, recordingLogger().logger);
    await expect(opened.query(statement)).rejects.toMatchObject({ code: '42501' });
    await opened.close();
  });

  it('old entries are removed by the owner alone', async () => {
    await asOwner(
      `INSERT INTO audit (action, at) VALUES ('user.deleted', now() - interval '40 days')`,
    );
    const service = { DATABASE_URL: url };
    const refused = run(['audit', 'prune', '30'], service);
    expect((await refused.exited)[0]).toBe(1);
    const owner = { ...service, MIGRATE_DATABASE_URL: database.url };
    const pruned = run(['audit', 'prune', '30'], owner);
    expect((await pruned.exited)[0]).toBe(0);
    expect(JSON.parse(pruned.lines.at(-1)!)).toMatchObject({ removed: 1 });
    const usage = run(['audit', 'prune', 'all'], owner);
    expect((await usage.exited)[0]).toBe(1);
    expect(usage.lines.join()).toContain('usage: audit prune DAYS');
  });
});
