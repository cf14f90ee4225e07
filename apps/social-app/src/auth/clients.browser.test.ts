import { freePort } from '@triptych/free-port';
import { callbackPath, startLocalIdp, type LocalIdp } from '@triptych/local-idp';
import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bundleAuthjsClient } from '../testing/authjs-clients.js';
import { newSessionOf } from '../testing/sign-in-steps.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the page's side is untyped
declare const window: any;

let idp: LocalIdp;
let test: TestApp;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const client = { id: 'app', secret: 'a-client-secret', name: 'App' };
  idp = await startLocalIdp({
    port: 0,
    clients: [{ ...client, redirectUris: [`${origin}${callbackPath}`] }],
  });
  test = await createTestApp({
    config: {
      PUBLIC_URL: origin,
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
    },
  });
  await test.app.listen({ host: '127.0.0.1', port });
  browser = await startChromium();
});
afterAll(async () => {
  await browser.close();
  await test.close();
  await idp.close();
});

describe.each([4, 5] as const)('the browser code of next-auth %i, unmodified', (version) => {
  let bundle: string;
  let context: BrowserContext;
  let page: Page;
  const posted: string[] = [];
  beforeAll(async () => {
    bundle = await bundleAuthjsClient(version);
    // Our pages forbid scripts; the application that uses this code has pages of its own.
    context = await browser.newContext({ bypassCSP: true });
    page = await context.newPage();
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
    });
    await open('/');
  });
  afterAll(() => context.close());

  async function open(path: string) {
    await page.goto(origin + path);
    await load();
  }
  const load = () => page.addScriptTag({ content: bundle });
  const call = (name: string, ...args: unknown[]) =>
    page.evaluate(([method, values]) => window.client[method](...values), [name, args] as const);

  it('getProviders, getCsrfToken, and getSession of nobody', async () => {
    expect(await call('getProviders')).toEqual({
      oidc: {
        id: 'oidc',
        name: 'Test',
        type: 'oidc',
        signinUrl: `${origin}/api/auth/signin/oidc`,
        callbackUrl: `${origin}/api/auth/callback/oidc`,
      },
    });
    expect(await call('getCsrfToken')).toMatch(/^[0-9a-f]{64}$/);
    expect(await call('getSession')).toBeNull();
  });

  it('signIn leads to the provider and back to where one wanted to go', async () => {
    void page.evaluate(() => window.client.signIn('oidc', { callbackUrl: '/?welcome' }));
    await page.getByRole('button', { name: 'Alice' }).click();
    await page.waitForURL(`${origin}/?welcome`);
    await load();
    expect(await call('getSession')).toEqual(newSessionOf('Alice'));
  });

  it('SessionProvider shows the session, and update asks for it anew', async () => {
    await page.evaluate(() => window.watch());
    await page.waitForFunction(() => window.seen?.status === 'authenticated');
    posted.length = 0;
    expect(await page.evaluate(() => window.update({ any: 'data' }))).toMatchObject({
      user: { name: 'Alice' },
    });
    expect(posted).toEqual(['/api/auth/session']);
  });

  it('a tab is notified that another one signed out', async () => {
    const other = await context.newPage();
    await other.goto(`${origin}/`);
    await other.addScriptTag({ content: bundle });
    const { url } = (await other.evaluate(() =>
      window.client.signOut({ redirect: false, callbackUrl: '/bye' }),
    )) as { url: string };
    expect(url).toBe(`${origin}/bye`);
    await page.waitForFunction(() => window.seen?.status === 'unauthenticated');
    expect(await call('getSession')).toBeNull();
    const cookies = await context.cookies(origin);
    expect(cookies.filter(({ name }) => name.endsWith('session-token'))).toEqual([]);
    await other.close();
  });

  it('signIn with what is no provider ends on our sign-in page', async () => {
    await open('/');
    void page.evaluate(() => window.client.signIn('nobody', { callbackUrl: '/x' }));
    await page.waitForURL(`${origin}/api/auth/signin?**`);
    expect(await page.getByRole('button', { name: 'Sign in with Test' }).isVisible()).toBe(true);
  });

  it('cancelling at the provider shows a page of ours', async () => {
    await open('/');
    void page.evaluate(() => window.client.signIn('oidc', { callbackUrl: '/' }));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(`${origin}/api/auth/error?error=AccessDenied`);
    expect(await page.getByRole('heading', { name: 'Access denied' }).isVisible()).toBe(true);
  });
});
