import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from './database.js';
import { type OwnServer, startOwnServer, startPgBouncer } from './testing/index.js';

// The table of faults in docs/operations.md, each provoked on a real server.

const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);
const log = { info: () => {}, warn: () => {} };
const secret = 'p/a#s%@ s';

let server: OwnServer;
let pems: string;
const at = (login: string, rest = 'ready') =>
  `postgres://${login}@127.0.0.1:${server.port}/${rest}`;
const owner = () => at('postgres');
const pem = (name: string) => join(pems, `${name}.pem`);

beforeAll(async () => {
  server = await startOwnServer();
  pems = await mkdtemp(join(tmpdir(), 'pems-'));
  makeCertificates();
  await chmod(pems, 0o755);
  // PostgreSQL wants to own its key.
  execFileSync('cp', [pem('server'), pem('server-key'), pem('ca'), server.home]);
  execFileSync('chown', ['-R', '--reference', join(server.home, 'data'), server.home]);
  const file = (name: string) => `'${join(server.home, `${name}.pem`)}'`;
  await server.configure(
    [
      ...['ssl = on', `ssl_cert_file = ${file('server')}`, `ssl_key_file = ${file('server-key')}`],
      ...[`ssl_ca_file = ${file('ca')}`, 'max_connections = 20'],
    ],
    [
      'host all outsider 127.0.0.1/32 reject',
      'hostssl all tls_only 127.0.0.1/32 cert',
      'hostnossl all tls_only 127.0.0.1/32 reject',
      'host all app 127.0.0.1/32 scram-sha-256',
    ],
  );
  await server.query(`CREATE ROLE app LOGIN PASSWORD '${secret}'; CREATE ROLE outsider LOGIN;
    CREATE ROLE tls_only LOGIN; CREATE ROLE few LOGIN CONNECTION LIMIT 0; CREATE ROLE poor LOGIN`);
  await server.query('CREATE DATABASE ready');
  await server.query(
    `CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
  );
  const database = await open(owner());
  await database.migrate();
  await database.close();
});
afterAll(async () => {
  await server.destroy();
  await rm(pems, { recursive: true, force: true });
});

function makeCertificates(): void {
  const openssl = (...parameters: string[]) =>
    execFileSync('openssl', parameters, { stdio: 'ignore', cwd: pems });
  const request = ['req', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  for (const ca of ['ca', 'other-ca']) {
    openssl(
      ...request,
      '-x509',
      '-subj',
      `/CN=${ca}`,
      '-keyout',
      `${ca}-key.pem`,
      '-out',
      `${ca}.pem`,
    );
  }
  for (const [name, subject] of [
    ['server', '/CN=elsewhere.test'],
    ['client', '/CN=tls_only'],
  ] as const) {
    openssl(...request, '-subj', subject, '-keyout', `${name}-key.pem`, '-out', `${name}.csr`);
    const signing = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-CAcreateserial', '-days', '2'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...signing, '-out', `${name}.pem`);
  }
}

const open = (url: string, timeoutMs = 2000) =>
  openDatabase({ url, dataDir: '', applicationName: 'pg-test', migrationsDir, log, timeoutMs });

/** What readiness would log of a database at this address. */
async function faultAt(url: string): Promise<{ reason: string; code: string | undefined } | null> {
  const database = await open(url);
  const fault = await faultOf(database);
  await database.close();
  return fault;
}

async function faultOf(database: Database) {
  try {
    await database.probe();
    return null;
  } catch (error) {
    const { reason, code, advice } = error as { reason: string; code?: string; advice: string };
    expect(advice).not.toMatch(/p\/a|p%2Fa|127\.0\.0\.1|none_such|outsider|poor\b/);
    expect(advice.length).toBeGreaterThan(20);
    return { reason, code };
  }
}

const app = `app:${encodeURIComponent(secret)}`;

it.each<[string, () => string, string, string | undefined]>([
  ['wrong port', () => 'postgres://a@127.0.0.1:1/d', 'unreachable', 'ECONNREFUSED'],
  ['unknown host', () => 'postgres://a@none..such/d', 'unknown_host', 'ENOTFOUND'],
  [
    'unknown setting',
    () => at('postgres', 'ready?options=-c%20none_such%3D1'),
    'unsupported',
    '42704',
  ],
  [
    'a setting of another kind',
    () => at('postgres', 'ready?options=-c%20work_mem%3Dnone_such'),
    'unsupported',
    '22023',
  ],
  ['unknown role', () => at('none_such'), 'login_refused', '28000'],
  ['wrong password', () => at('app:wrong'), 'login_refused', '28P01'],
  ['no password', () => at('app'), 'login_refused', undefined],
  ['pg_hba.conf', () => at('outsider'), 'login_refused', '28000'],
  ['no such database', () => at('postgres', 'none_such'), 'unknown_database', '3D000'],
  ['no such schema', () => at('postgres', 'ready?schema=none_such'), 'unknown_database', '3F000'],
  ['another encoding', () => at('postgres', 'latin'), 'unsupported', undefined],
  ['no migrations', () => at('postgres', 'template1'), 'migrations', undefined],
  ['no right to read', () => at('poor'), 'missing_grant', '42501'],
  ['too many connections', () => at('few'), 'overloaded', '53300'],
  ['TLS wanted', () => at('tls_only'), 'login_refused', '28000'],
  [
    'CA unknown',
    () => at('postgres', 'ready?sslmode=verify-full'),
    'tls',
    'SELF_SIGNED_CERT_IN_CHAIN',
  ],
  [
    'another CA',
    () => at('postgres', `ready?sslmode=verify-ca&sslrootcert=${pem('other-ca')}`),
    'tls',
    'SELF_SIGNED_CERT_IN_CHAIN',
  ],
  [
    'another name',
    () => at('postgres', `ready?sslmode=verify-full&sslrootcert=${pem('ca')}`),
    'tls',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ],
])('%s is told', async (_name, url, reason, code) => {
  expect(await faultAt(url())).toEqual({ reason, code });
});

it('nothing is migrated in another encoding than UTF8', async () => {
  const database = await open(at('postgres', 'latin'));
  await expect(database.migrate()).rejects.toThrow(/encoding is not UTF8.*TEMPLATE template0/);
  await database.close();
});

it.each([
  ['a password of odd signs', () => at(app, 'ready?sslmode=require'), 'login'],
  ['a private CA', () => at('postgres', `ready?sslmode=verify-ca&sslrootcert=${pem('ca')}`), 'tls'],
  ['TLS where there is some', () => at('postgres', 'ready?sslmode=prefer'), 'tls'],
])('%s works', async (_name, url) => {
  const database = await open(url());
  const [row] = await database.query<{ ssl: boolean }>(
    'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  );
  expect(row).toEqual({ ssl: true });
  await database.close();
});

it('a client certificate is a login', async () => {
  const tls = `sslmode=verify-ca&sslrootcert=${pem('ca')}&sslcert=${pem('client')}&sslkey=${pem('client-key')}`;
  const database = await open(at('tls_only', `ready?${tls}`));
  expect(await database.query('SELECT current_user AS name')).toEqual([{ name: 'tls_only' }]);
  await database.close();
});

it('a role with the documented rights is enough, and each one that is missing is told', async () => {
  await server.query('CREATE ROLE service LOGIN');
  const inReady = async (sql: string) => {
    const database = await open(owner());
    await database.query(sql);
    await database.close();
  };
  const database = await open(at('service'));
  expect(await faultOf(database)).toEqual({ reason: 'missing_grant', code: '42501' });
  await inReady('GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO service');
  expect(await faultOf(database)).toEqual({ reason: 'missing_grant', code: '42501' });
  await inReady('GRANT DELETE ON ALL TABLES IN SCHEMA public TO service');
  expect(await faultOf(database)).toBeNull();
  await database.close();
});

it('a lost connection never ends the process, whatever it was doing', async () => {
  const database = await open(owner());
  const adapter = await database.clientOptions.adapter.connect();
  const statement = (sql: string) => ({ sql, args: [], argTypes: [] });
  const end = () =>
    server.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pg-test'`,
    );
  // The end of an idle connection may be noticed by the next statement alone.
  const begin = () => adapter.startTransaction().catch(() => adapter.startTransaction());
  for (let round = 0; round < 12; round += 1) {
    const transaction = await begin();
    if (round % 2) await transaction.executeRaw(statement('SELECT 1'));
    const running = database.query('SELECT pg_sleep(5)').catch(() => {});
    await end();
    await running;
    await transaction.executeRaw(statement('ROLLBACK')).catch(() => {});
    await transaction.rollback();
  }
  const queryAll = () => Array.from({ length: 30 }, () => database.query('SELECT 1'));
  await Promise.allSettled(queryAll());
  // No connection was kept by any of them.
  await Promise.all(queryAll());
  await database.close();
});

it('a server that recovers and takes no connections yet is told', async () => {
  const standby = await server.addStandby();
  await standby.configure(['hot_standby = off']);
  expect(await faultAt(`postgres://postgres@127.0.0.1:${standby.port}/ready`)).toEqual({
    reason: 'starting',
    code: '57P03',
  });
  await standby.destroy();
});

it('a database that is closed to connections is told', async () => {
  await server.query('CREATE DATABASE closed ALLOW_CONNECTIONS false');
  expect(await faultAt(`postgres://postgres@127.0.0.1:${server.port}/closed`)).toEqual({
    reason: 'starting',
    code: '55000',
  });
});

it('what PgBouncer says of its own is told', async () => {
  const bouncer = await startPgBouncer(owner(), { mode: 'transaction' });
  const { port } = new URL(bouncer.url);
  expect(await faultAt(`postgres://postgres@127.0.0.1:${port}/none_such`)).toMatchObject({
    reason: expect.stringMatching(/^(unknown_database|unsupported|connection_lost)$/) as string,
  });
  await bouncer.close();
});
