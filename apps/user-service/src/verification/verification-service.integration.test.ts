// The service as it is deployed: with no more rights than docs/operations.md grants, and a mail server that wants TLS and a password.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  createTestDatabase,
  openLockSession,
  type LockSession,
  type TestDatabase,
} from '@triptych/postgres/testing';
import { SMTPServer } from 'smtp-server';
import { endServices, launchService, run } from '../testing/service-process.js';

const role = `service_${randomBytes(6).toString('hex')}`;
const password = 'p/w:for this@test';
let folder: string;
let database: TestDatabase;
let owner: LockSession;
let url: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'triptych-mail-'));
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=mail', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const files = ['-keyout', 'mail.key', '-out', 'mail.pem'];
  const parameters = ['req', '-x509', ...curve, ...names, ...files];
  execFileSync('openssl', parameters, { stdio: 'ignore', cwd: folder });

  database = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  expect((await run(['migrate'], { DATABASE_URL: database.url }).exited)[0]).toBe(0);
  owner = await openLockSession(database.url);
  for (const statement of [
    `CREATE ROLE ${role} LOGIN PASSWORD 'for-this-test'`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    `REVOKE UPDATE, DELETE ON audit FROM ${role}`,
  ]) {
    await owner.query(statement);
  }
  const own = new URL(database.url);
  [own.username, own.password] = [role, 'for-this-test'];
  url = own.href;
});
afterAll(async () => {
  endServices();
  await owner.query(`DROP OWNED BY ${role}`);
  await owner.query(`DROP ROLE ${role}`);
  await owner.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Takes mails from who knows the password. */
async function startMailServer(secure: boolean) {
  const mails: { readonly isEncrypted: boolean; readonly source: string }[] = [];
  const smtp = new SMTPServer({
    key: readFileSync(join(folder, 'mail.key')),
    cert: readFileSync(join(folder, 'mail.pem')),
    ...{ secure, logger: false, closeTimeout: 100, disableReverseLookup: true },
    onAuth: (login, _session, done) =>
      login.username === 'me@example.org' && login.password === password
        ? done(null, { user: 'me' })
        : done(new Error('wrong')),
    onData: (stream, session, done) => {
      text(stream).then((source) => {
        mails.push({ isEncrypted: session.secure, source });
        done();
      }, done);
    },
  });
  smtp.on('error', () => {});
  const listening = smtp.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return { mails, port, close: () => new Promise<void>((resolve) => smtp.close(resolve)) };
}

async function until<Found>(find: () => Promise<Found> | Found): Promise<NonNullable<Found>> {
  for (;;) {
    const found = await find();
    if (found !== null && found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// A process for each, since Node reads the certificates it trusts once.
it.each(['smtps', 'smtp'])(
  'a user is registered, written to by %s with a password, and proven',
  async (scheme) => {
    const server = await startMailServer(scheme === 'smtps');
    const login = `me%40example.org:${encodeURIComponent(password)}`;
    const service = await launchService({
      DATABASE_URL: url,
      API_KEYS: 'key',
      SMTP_URL: `${scheme}://${login}@127.0.0.1:${server.port}`,
      MAIL_FROM: 'Triptych <noreply@example.org>',
      PUBLIC_URL: 'https://users.example.org',
      NODE_EXTRA_CA_CERTS: join(folder, 'mail.pem'),
    });
    while ((await fetch(`${service.ops}/-/ready`)).status !== 200);
    const Email = `${scheme}@example.org`;
    const send = (path: string, body?: object) =>
      fetch(service.address + path, {
        method: 'POST',
        ...(body && { body: JSON.stringify(body) }),
      });
    expect((await send('/users', { FullName: 'Ann', Email })).status).toBe(200);
    const { isEncrypted, source } = await until(() => server.mails[0]);
    expect(isEncrypted).toBe(true);
    const [path] = /\/users\/verification\/[\w-]{43}/.exec(source.replaceAll('=\r\n', ''))!;
    expect((await send('/users/verification', { Email })).status).toBe(202);
    expect((await send(path)).status).toBe(200);
    const headers = { authorization: 'Bearer key' };
    const list = await fetch(`${service.address}/users?email_prefix=${scheme}@`, { headers });
    expect(await list.json()).toMatchObject({ data: [{ EmailVerifiedAt: expect.any(String) }] });
    // What was asked for is dealt with, too, and sends nothing to who is proven.
    await until(async () => {
      const [row] = await owner.query<{ left: number }>(
        'SELECT count(*)::int AS left FROM verification_requests',
      );
      return row!.left === 0 || null;
    });
    expect(server.mails).toHaveLength(1);
    expect(await service.stop()).toBe(0);
    expect(service.lines.join('\n')).not.toMatch(/example\.org|for this/);
    await server.close();
  },
);
