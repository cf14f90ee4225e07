// Signing in, or linking a further account, while the same person erases theirs.
import { openLockSession, type LockSession } from '@triptych/postgres/testing';
import { settingsFor } from '../testing/app-with-provider.js';
import { createBrowser, type Browser } from '../testing/browser.js';
import { startFakeIdp, type FakeIdp } from '../testing/fake-idp.js';
import { openPostgresApp } from '../testing/postgres-app.js';
import { begin, sessionOf } from '../testing/sign-in-steps.js';
import { publicUrl } from '../testing/test-app.js';

let idp: FakeIdp;
let world: Awaited<ReturnType<typeof openPostgresApp>>;
let session: LockSession;
beforeAll(async () => {
  idp = await startFakeIdp();
  world = await openPostgresApp({ config: settingsFor(idp) });
  session = await openLockSession(world.databaseUrl);
});
afterAll(async () => {
  await session.end();
  await world.close();
  await idp.close();
});

let people = 0;
/** Somebody new who is signed in, and another browser of theirs at the way back from the provider. */
async function newPerson() {
  const sub = `person-${(people += 1)}`;
  idp.claims = { sub, name: sub, email: `${sub}@example.test` };
  const browser = createBrowser(world.app);
  await browser.get(idp.authorize(await begin(browser)).href);
  const { user } = (await sessionOf(browser))!;
  const elsewhere = createBrowser(world.app);
  const callback = idp.authorize(await begin(elsewhere)).href;
  return { browser, user, elsewhere, callback };
}

const cookieOf = (browser: Browser) => ({
  cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
});
const erase = async (browser: Browser, confirm: string) => {
  const request = { method: 'DELETE', url: '/api/account', payload: { confirm } } as const;
  return (await world.app.inject({ ...request, headers: cookieOf(browser) })).statusCode;
};

/** The account that was erased has left nothing, and everything there is belongs to somebody. */
async function expectGone(userId: string) {
  const left = await world.query(
    `SELECT user_id FROM accounts WHERE user_id = $1 UNION ALL SELECT user_id FROM sessions WHERE user_id = $1
     UNION ALL SELECT id FROM users WHERE id = $1`,
    [userId],
  );
  expect(left).toEqual([]);
  expect(
    await world.query('SELECT 1 FROM users WHERE id NOT IN (SELECT user_id FROM accounts)'),
  ).toEqual([]);
}

it('at once: the account is gone, and who has signed in is a newcomer, or signed out with it', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const { browser, user, elsewhere, callback } = await newPerson();
    const pause = new Promise((resolve) => setTimeout(resolve, round % 10));
    const [signedIn, erased] = await Promise.all([
      elsewhere.get(callback),
      pause.then(() => erase(browser, user.email)),
    ]);
    expect(erased).toBe(200);
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([302, publicUrl + '/']);
    await expectGone(user.id);
    const now = await sessionOf(elsewhere);
    expect(now?.user.id).not.toBe(user.id);
    outcomes.add(now ? 'newcomer' : 'signed out');
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

const holdErasure = async (userId: string) => {
  await session.query('BEGIN');
  await session.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
  await session.query('DELETE FROM users WHERE id = $1', [userId]);
};

it('who comes back before the erasure commits is a newcomer', async () => {
  const { user, elsewhere, callback } = await newPerson();
  await holdErasure(user.id);
  const reply = elsewhere.get(callback);
  await session.untilBlocking('accounts');
  await session.query('COMMIT');
  expect((await reply).headers.get('location')).toBe(publicUrl + '/');
  expect((await sessionOf(elsewhere))?.user).toMatchObject({ email: user.email });
  await expectGone(user.id);
});

it('who is erased between being recognised and the session is a newcomer', async () => {
  const { user, elsewhere, callback } = await newPerson();
  await session.query('BEGIN');
  await session.query('LOCK TABLE sessions IN SHARE ROW EXCLUSIVE MODE');
  const reply = elsewhere.get(callback);
  await session.untilBlocking('sessions');
  await session.query('DELETE FROM users WHERE id = $1', [user.id]);
  await session.query('COMMIT');
  expect((await reply).headers.get('location')).toBe(publicUrl + '/');
  expect((await sessionOf(elsewhere))?.user).toMatchObject({ email: user.email });
  await expectGone(user.id);
});

it('a further account is linked to nobody', async () => {
  const { browser, user } = await newPerson();
  const form = { csrfToken: await browser.csrfToken(), link: 'true' };
  idp.claims = { sub: `further-${user.id}`, name: 'Further', email: 'further@example.test' };
  const { headers } = await browser.post('/api/auth/signin/oidc', form);
  const callback = idp.authorize(headers.get('location') ?? '').href;
  await holdErasure(user.id);
  const reply = browser.get(callback);
  await session.untilBlocking('accounts');
  await session.query('COMMIT');
  const location = (await reply).headers.get('location');
  expect(location).toBe(`${publicUrl}/api/auth/error?error=SessionRequired`);
  await expectGone(user.id);
});
