import { openDatabase } from '@triptych/postgres';
import { startOwnServer, type OwnServer } from '@triptych/postgres/testing';
import { namesPerson } from '@triptych/testing';
import type { SignedInUser } from './testing/signed-in-user.js';
import { createTestApp, migrationsDir, type TestApp } from './testing/test-app.js';

const timeoutMs = 1500;
const log = { info: () => {}, warn: () => {} };

let server: OwnServer;
let world: TestApp;
let alice: SignedInUser;
let bob: SignedInUser;

beforeAll(async () => {
  server = await startOwnServer();
  const database = await openDatabase({
    ...{ url: server.url, dataDir: '', applicationName: 'social-app', migrationsDir, log },
    timeoutMs,
  });
  await database.migrate();
  world = await createTestApp({ database, config: { DATABASE_TIMEOUT_MS: timeoutMs } });
  ({ alice, bob } = await world.joinFriends());
});
afterAll(async () => {
  await world.close();
  await server.destroy();
});

/** One of each kind: a statement, a transaction, a batch. */
const requests = () =>
  [
    { method: 'GET', url: '/api/friends' },
    { method: 'POST', url: '/api/friends/cancel', payload: { id: bob.id } },
    {
      method: 'POST',
      url: '/api/message/send',
      payload: { chatId: [alice.id, bob.id].sort().join('--'), text: 'x' },
    },
    { method: 'GET', url: '/api/account' },
  ] as const;

async function sendAll() {
  const headers = { cookie: alice.cookie };
  return Promise.all(requests().map((request) => world.app.inject({ ...request, headers })));
}

async function expectAway(): Promise<void> {
  const replies = await sendAll();
  const [friends, cancel, send, account] = replies;
  // The document of the service says so of this route alone.
  expect(send?.statusCode).toBe(500);
  expect(send?.json()).toMatchObject({ code: 'internal_error' });
  for (const reply of [friends!, cancel!, account!]) {
    expect(reply.statusCode).toBe(503);
    expect(reply.headers['retry-after']).toBe('2');
    expect(reply.json()).toMatchObject({ code: 'database_unavailable' });
  }
}

async function expectBack(): Promise<void> {
  for (;;) {
    const replies = await sendAll();
    if (replies.every(({ statusCode }) => statusCode < 500)) return;
  }
}

it('a database that is away is 503 with Retry-After, and works again when it is back', async () => {
  await server.crash();
  await expectAway();
  await server.start();
  await expectBack();
});

it('one that is frozen is 503 in time', async () => {
  await server.pause();
  await expectAway();
  await server.resume();
  await expectBack();
});

it('one that is read-only is 503 for what writes, and not ready', async () => {
  await server.query('ALTER SYSTEM SET default_transaction_read_only = on');
  await server.query('SELECT pg_reload_conf()');
  await expect(world.parts.checks.database()).rejects.toMatchObject({ reason: 'read_only' });
  const replies = await sendAll();
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 503, 500, 200]);
  await server.query('ALTER SYSTEM RESET default_transaction_read_only');
  await server.query('SELECT pg_reload_conf()');
  await expectBack();
});

it('a lock that somebody holds is 503 in time', async () => {
  const held = server.query('BEGIN; LOCK TABLE relations; SELECT pg_sleep(4); COMMIT');
  for (let granted = 0; granted === 0;) {
    const [row] = await server.query<{ count: string }>(
      `SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'relations'::regclass AND granted`,
    );
    granted = Number(row?.count);
  }
  const replies = await sendAll();
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([503, 503, 500, 200]);
  await held;
  await expectBack();
});

it('a role with the rights that docs/operations.md lists runs the service', async () => {
  await server.query(`CREATE ROLE service LOGIN;
    GRANT USAGE ON SCHEMA public TO service;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO service`);
  const url = server.url.replace('postgres@', 'service@');
  const database = await openDatabase({
    ...{ url, dataDir: '', applicationName: 'social-app', migrationsDir, log },
  });
  const limited = await createTestApp({ database, config: { DATABASE_TIMEOUT_MS: timeoutMs } });
  await limited.parts.checks.database();
  const { alice: ann, bob: ben, chatId } = await limited.joinFriends();
  const sent = await limited.post(ann, '/api/message/send', { chatId, text: 'hello' });
  expect(sent.status).toBe(200);
  expect((await limited.get(ben, '/api/chats')).status).toBe(200);
  expect((await limited.get(ben, '/api/search/messages?q=hello')).status).toBeLessThan(500);
  expect((await limited.delete(ann, '/api/account')).status).toBeLessThan(500);
  await limited.close();
});

it('PostgreSQL logs no person, whoever signs in with whose address', async () => {
  const database = await openDatabase({
    ...{ url: server.url, dataDir: '', applicationName: 'social-app', migrationsDir, log },
  });
  const patient = await createTestApp({ database });
  const { accounts } = patient.parts;
  const one = (count: number) => Math.floor(Math.random() * count);
  const someone = () => {
    const email = `nobody-${one(4)}@example.org`;
    const emailKey = one(5) ? email : null;
    const who = { provider: 'oidc', issuer: 'https://idp.test', subject: `subject-${one(8)}` };
    return { ...who, name: 'Nobody', email, emailKey, image: null };
  };
  const side = async () => {
    for (let n = 0; n < 12; n += 1) {
      const user = await accounts.admit(someone());
      if (user === 'email-taken') continue;
      if (one(2)) await accounts.link(user.id, someone());
      const [first] = await accounts.listAccounts(user.id);
      if (first && one(2)) await accounts.unlink(user.id, first.id);
    }
  };
  const before = (await server.log()).length;
  await Promise.all(Array.from({ length: 8 }, side));
  await patient.close();
  expect(
    (await server.log())
      .slice(before)
      .split('\n')
      .filter((line) => /ERROR|DETAIL/.test(line)),
  ).toEqual([]);
  const text = await server.log();
  expect(text.split('\n').filter(namesPerson)).toEqual([]);
  expect(text).not.toContain('subject-');
});
