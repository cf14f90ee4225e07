import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '@triptych/postgres/testing';
import { recordingLogger, type ServiceProcess } from '@triptych/testing';
import { openAppDatabase } from './database.js';
import { endServices, launchService, run } from './testing/service-process.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase(process.env['TEST_DATABASE_URL']);
});
afterEach(async () => {
  endServices();
  await database.drop();
});

const register = async (service: ServiceProcess, Email: string) => {
  const body = JSON.stringify({ FullName: 'N', Email });
  return (await fetch(`${service.address}/users`, { method: 'POST', body })).status;
};
const ready = async (service: ServiceProcess, status: number) => {
  while ((await fetch(`${service.ops}/-/ready`)).status !== status);
};

describe('a change of EMAIL_UNIQUENESS', () => {
  it('is refused while e-mails collide, and otherwise takes effect for every process', async () => {
    const DATABASE_URL = database.url;
    const exact = { DATABASE_URL };
    const casefold = { DATABASE_URL, EMAIL_UNIQUENESS: 'casefold' };
    expect((await run(['migrate'], exact).exited)[0]).toBe(0);
    const before = await launchService(exact);
    for (const email of ['Ann@example.org', 'ann@example.org', 'bob@example.org']) {
      expect(await register(before, email)).toBe(200);
    }

    const after = await launchService(casefold);
    await ready(after, 503);
    expect(after.lines.join()).toContain('keeps e-mails unique by exact');
    expect(await register(after, 'eve@example.org')).toBe(500);
    for (const command of ['collisions', 'rekey']) {
      const { exited, lines, errors } = run([command], casefold);
      expect((await exited)[0]).toBe(1);
      expect(JSON.parse(errors())).toEqual([
        { ID: expect.any(String), Email: 'Ann@example.org' },
        { ID: expect.any(String), Email: 'ann@example.org' },
      ]);
      expect(lines.at(-1)).toContain('1 e-mail is shared by several users under casefold');
    }

    await removeUser('Ann@example.org');
    expect((await run(['collisions'], casefold).exited)[0]).toBe(0);
    expect((await run(['rekey'], casefold).exited)[0]).toBe(0);
    await ready(after, 200);
    expect(await register(after, 'BOB@example.org')).toBe(409);
    expect(await register(after, 'eve@example.org')).toBe(200);
    await ready(before, 503);
    expect(await register(before, 'EVE@example.org')).toBe(500);
    expect((await fetch(`${before.address}/users/bob@example.org`)).status).toBe(200);
  });
});

describe('a move from the embedded database to PostgreSQL', () => {
  it.each(['casefold', 'canonical'])('keeps users and rule of %s', async (mode) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'user-service-'));
    const EMAIL_UNIQUENESS = mode;
    const before = await launchService({ DATA_DIR, EMAIL_UNIQUENESS });
    expect(await register(before, 'Ann@gmail.com')).toBe(200);
    expect(await before.stop()).toBe(0);

    const root = new URL('../../../', import.meta.url);
    const tool = 'tools/copy-database/src/main.ts';
    const flags = ['--conditions=@triptych/source', '--import', 'tsx', tool, 'user-service'];
    await promisify(execFile)(process.execPath, flags, {
      cwd: root,
      env: { PATH: process.env['PATH'], DATA_DIR, DATABASE_URL: database.url },
    });

    const after = await launchService({ DATABASE_URL: database.url, EMAIL_UNIQUENESS });
    await ready(after, 200);
    expect((await fetch(`${after.address}/users/Ann@gmail.com`)).status).toBe(200);
    expect(await register(after, 'ann@gmail.com')).toBe(409);
    expect(await register(after, 'A.nn@gmail.com')).toBe(mode === 'canonical' ? 409 : 200);
    expect(await register(after, 'bob@gmail.com')).toBe(200);
    await after.stop();
    await rm(DATA_DIR, { recursive: true });
  });
});

async function removeUser(email: string): Promise<void> {
  const { logger } = recordingLogger();
  const config = { DATABASE_URL: database.url, DATA_DIR: 'unused', DATABASE_TIMEOUT_MS: 10_000 };
  const open = await openAppDatabase(config, logger);
  await open.query('DELETE FROM users WHERE email = $1', [email]);
  await open.close();
}
