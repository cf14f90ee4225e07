import { startAppWithProvider } from '../testing/app-with-provider.js';
import { createBrowser, type Browser } from '../testing/browser.js';
import { sessionOf } from '../testing/sign-in-steps.js';
import { publicUrl } from '../testing/test-app.js';

const sessionCookie = 'authjs.session-token';
const errorUrl = (error: string) => `${publicUrl}/api/auth/error?error=${error}`;

const { idp, test } = await startAppWithProvider();

/** From the button to the provider; gives the address of the callback. */
async function begin(browser: Browser, sub: string, fields: Record<string, string> = {}) {
  idp.claims = { sub, name: sub, email: `${sub}@example.test` };
  const form = { csrfToken: await browser.csrfToken(), callbackUrl: '/account', ...fields };
  const { headers } = await browser.post('/api/auth/signin/oidc', form);
  const location = headers.get('location') ?? '';
  return location.startsWith(idp.issuer) ? idp.authorize(location).href : location;
}

async function signIn(browser: Browser, sub: string, fields: Record<string, string> = {}) {
  const { headers } = await browser.get(await begin(browser, sub, fields));
  return headers.get('location');
}

const link = { link: 'true' };
const countUsers = async () => (await test.query('SELECT id FROM users')).length;

it('adds a way to sign in and keeps the session and the profile', async () => {
  const browser = createBrowser(test.app);
  await signIn(browser, 'alice');
  const before = [await sessionOf(browser), browser.cookies.get(sessionCookie)];
  expect(await signIn(browser, 'alice-at-work', link)).toBe(`${publicUrl}/account`);
  expect([await sessionOf(browser), browser.cookies.get(sessionCookie)]).toEqual(before);

  const elsewhere = createBrowser(test.app);
  await signIn(elsewhere, 'alice-at-work');
  expect(await sessionOf(elsewhere)).toMatchObject({ user: { name: 'alice' } });
  expect(await countUsers()).toBe(1);
});

it('is nothing for somebody who is not signed in', async () => {
  const browser = createBrowser(test.app);
  expect(await begin(browser, 'alice', link)).toBe(errorUrl('SessionRequired'));
  expect(await test.query('SELECT state FROM auth_flows')).toEqual([]);
});

it('never takes an account that another user signs in with', async () => {
  const [alice, bob] = [createBrowser(test.app), createBrowser(test.app)];
  await signIn(alice, 'alice');
  await signIn(bob, 'bob');
  expect(await signIn(alice, 'bob', link)).toBe(errorUrl('OAuthAccountNotLinked'));
  expect(await signIn(bob, 'bob')).toBe(`${publicUrl}/account`);
  expect(await sessionOf(bob)).toMatchObject({ user: { name: 'bob' } });
});

it('links to whoever asked, or to nobody: not after signing out, not to the next person', async () => {
  const browser = createBrowser(test.app);
  await signIn(browser, 'alice');
  const callback = await begin(browser, 'alice-at-work', link);
  await signIn(browser, 'bob');
  const { headers } = await browser.get(callback);
  expect(headers.get('location')).toBe(errorUrl('SessionRequired'));
  const rows = await test.query<{ subject: string }>('SELECT subject FROM accounts ORDER BY 1');
  expect(rows.map(({ subject }) => subject)).toEqual(['alice', 'bob']);
});

it('a sign-in that did not ask for it changes the person and links nothing', async () => {
  const browser = createBrowser(test.app);
  await signIn(browser, 'alice');
  await signIn(browser, 'bob');
  expect(await sessionOf(browser)).toMatchObject({ user: { name: 'bob' } });
  expect(await countUsers()).toBe(2);
});

it('lets one of two users have an account that both link at once', async () => {
  const [alice, bob] = [createBrowser(test.app), createBrowser(test.app)];
  await signIn(alice, 'alice');
  await signIn(bob, 'bob');
  const callbacks = [await begin(alice, 'shared', link), await begin(bob, 'shared', link)];
  const responses = await Promise.all([alice.get(callbacks[0] ?? ''), bob.get(callbacks[1] ?? '')]);
  const to = responses.map(({ headers }) => headers.get('location')).sort();
  expect(to).toEqual([`${publicUrl}/account`, errorUrl('OAuthAccountNotLinked')].sort());
});
