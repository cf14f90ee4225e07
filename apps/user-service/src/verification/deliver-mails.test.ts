import { setTimeout as pause } from 'node:timers/promises';
import { createRecordingMailServer, mailConfig } from '../testing/recording-mail-server.js';
import { createTestApp, embeddedTestStores, type TestStores } from '../testing/test-app.js';

let stores: TestStores;
beforeAll(async () => {
  stores = await embeddedTestStores(true);
});
beforeEach(() => stores.reset());
afterAll(() => stores.close());

const quick = { pollMs: 5, firstPauseMs: 10, firstServerPauseMs: 10, graceMs: 20 };
/** A replica on the database of the others. */
async function replica() {
  const server = createRecordingMailServer();
  const opened = { ...stores, close: async () => {} };
  const mails = { sender: server, settings: quick };
  const service = await createTestApp(opened, mailConfig, { rateLimitMax: 0 }, {}, mails);
  return { server, ...service };
}
const register = async ({ register: send }: { register: (body: object) => unknown }, n: number) =>
  send({ FullName: 'N', Email: `n${n}@example.org` });
const waiting = async () => {
  const [row] = (await stores.query(
    'SELECT count(*)::int AS rows FROM verification_mails WHERE due_at IS NOT NULL',
  )) as [{ rows: number }];
  return row.rows;
};
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
}
const warnings = (lines: readonly string[]) =>
  lines.filter((line) => line.includes('the mail server takes no mails')).length;

it('a mail that is not taken now is sent again, the same one, with another link', async () => {
  const one = await replica();
  one.server.reply({ outcome: 'deferred', reason: 'status_450' });
  await register(one, 1);
  await until(() => one.server.mails.length === 3);
  one.server.reply({ outcome: 'sent' });
  await until(async () => (await waiting()) === 0);
  const { mails } = one.server;
  expect(new Set(mails.map(({ id }) => id)).size).toBe(1);
  expect(new Set(mails.map(({ text }) => text)).size).toBe(mails.length);
  await one.close();
});

it('an address that is refused is not written to again', async () => {
  const one = await replica();
  one.server.reply({ outcome: 'refused', reason: 'status_550' });
  await register(one, 1);
  await until(async () => (await waiting()) === 0);
  expect(await one.metrics()).toMatch(
    /user_verification_mails_total\{[^}]*outcome="refused"[^}]*\} 1/,
  );
  await one.close();
  expect(one.server.mails).toHaveLength(1);
});

it('while the mail server is away it is asked by one mail at a time, said once, and nothing is lost', async () => {
  const one = await replica();
  one.server.reply({ outcome: 'unavailable', reason: 'ESOCKET' });
  await Promise.all(Array.from({ length: 8 }, (_, n) => register(one, n)));
  await until(() => one.server.mails.length > 5);
  const before = one.server.mails.length;
  let underWay = 0;
  let most = 0;
  one.server.reply(async () => {
    most = Math.max(most, (underWay += 1));
    await pause(5);
    underWay -= 1;
    return { outcome: 'unavailable', reason: 'ESOCKET' };
  });
  await until(() => one.server.mails.length > before + 2);
  expect(most).toBe(1);
  expect(warnings(one.lines)).toBe(1);
  one.server.reply({ outcome: 'sent' });
  await until(async () => (await waiting()) === 0);
  expect(new Set(one.server.mails.map(({ to }) => to)).size).toBe(8);
  await one.close();
});

it('replicas share: each mail is sent once', async () => {
  const [one, two] = [await replica(), await replica()];
  await Promise.all(Array.from({ length: 40 }, (_, n) => register(n % 2 ? one : two, n)));
  await until(async () => (await waiting()) === 0);
  const sent = [...one.server.mails, ...two.server.mails].map(({ to }) => to);
  expect(sent).toHaveLength(40);
  expect(new Set(sent).size).toBe(40);
  await one.close();
  await two.close();
});

it('a mail that a replica had when it was killed is sent by another, when the lease is over', async () => {
  const gone = await replica();
  gone.server.reply(() => new Promise(() => {}));
  await register(gone, 1);
  await until(() => gone.server.mails.length === 1);
  await gone.close();
  const other = await replica();
  await pause(50);
  expect(other.server.mails).toEqual([]);
  await stores.query(`UPDATE verification_mails SET claimed_until = now() - interval '1 second'`);
  await until(async () => (await waiting()) === 0);
  expect(other.server.mails.map(({ id }) => id)).toEqual(gone.server.mails.map(({ id }) => id));
  await other.close();
});

it.each([
  ['a name that is HTML', '<img src=x onerror=alert(1)>', 'ann@example.org'],
  ['a name with a header', 'Ann\r\nBcc: eve@example.org', 'ann@example.org'],
  ['a name that is an advertisement', 'You have won: https://evil.example', 'ann@example.org'],
  ['an address that looks like a link', 'Ann', 'www.evil.example/win@example.org'],
  ['an address with signs of HTML', 'Ann', "ann&'{x}@example.org"],
])('nothing of %s is in the mail', async (_name, FullName, Email) => {
  const one = await replica();
  expect((await one.register({ FullName, Email })).statusCode).toBe(200);
  await until(() => one.server.mails.length === 1);
  const [{ to, subject, text, html }] = one.server.mails as [(typeof one.server.mails)[0]];
  expect(to).toBe(Email);
  for (const part of [subject, text, html]) {
    expect(part).not.toContain(FullName);
    expect(part).not.toContain(Email.split('@')[0]);
    expect(part).not.toMatch(/evil|Bcc|onerror|won/);
  }
  await one.close();
});

it('without the settings there is nothing of it', async () => {
  const service = await createTestApp(undefined, { API_KEYS: 'key' });
  await service.register({ FullName: 'N', Email: 'n@example.org' });
  expect(await service.query('SELECT * FROM verification_mails')).toEqual([]);
  const ask = { method: 'POST', url: '/users/verification', payload: {} } as const;
  expect((await service.app.inject(ask)).statusCode).toBe(405);
  expect((await service.app.inject(`/users/verification/${'A'.repeat(43)}`)).statusCode).toBe(404);
  expect(await service.metrics()).not.toContain('verification');
  const users = await service.app.inject({
    url: '/users',
    headers: { authorization: 'Bearer key' },
  });
  expect(Object.keys(users.json<{ data: object[] }>().data[0]!)).toEqual([
    'ID',
    'FullName',
    'Email',
    'Phone',
    'ContactAddress',
  ]);
  expect((await service.app.inject('/openapi.json')).body).not.toContain('erification');
  await service.close();
});
