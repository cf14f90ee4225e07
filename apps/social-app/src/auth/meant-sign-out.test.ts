import { createBrowser } from '../testing/browser.js';
import { createSignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('signing out that names whom it is meant for does not end the session of anybody else', async () => {
  const [ann, bob] = [
    await createSignedInUser(test.parts, 'Ann'),
    await createSignedInUser(test.parts, 'Bob'),
  ];
  const browser = createBrowser(test.app);
  browser.cookies.set('authjs.session-token', ann.token);
  const form = { csrfToken: await browser.csrfToken() };
  const named = (id: string) => browser.post('/api/auth/signout', form, { 'expected-user': id });
  const isSignedIn = async () => (await test.parts.sessions.read(ann.token)) !== null;
  const { status, text, headers } = await named(bob.id);
  expect([status, JSON.parse(text)]).toEqual([
    401,
    expect.objectContaining({ code: 'unauthenticated' }),
  ]);
  expect(headers.has('clear-site-data')).toBe(false);
  expect(await isSignedIn()).toBe(true);
  expect((await named(ann.id)).status).toBe(302);
  expect(await isSignedIn()).toBe(false);
  // Of a session that is over.
  expect((await named(bob.id)).status).toBe(302);
});
