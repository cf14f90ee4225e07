import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { signInAs } from './testing/people.js';
import { startReleases, type Releases } from './testing/releases.js';

let server: Releases;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startReleases(), startChromium()]);
  ({ page } = await signInAs(browser, server.url, 'Alice'));
  await page.evaluate('navigator.serviceWorker.ready');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** The policy of a visit for which the worker replies. */
async function storedPolicy(): Promise<string | undefined> {
  const response = await page.goto(`${server.url}/chats`);
  expect(response?.fromServiceWorker()).toBe(true);
  return response?.headers()['content-security-policy'];
}

const navigation = (tab: Page) => tab.getByRole('navigation', { name: 'Main' });
const scriptOf = (tab: Page) => tab.evaluate<string>('document.scripts[0].src');

describe('the stored document', () => {
  it('has its policy, which is enforced', async () => {
    expect(await storedPolicy()).toContain("default-src 'none'");
    await navigation(page).waitFor();
    const script = 'globalThis.wasRun = true';
    await page.addScriptTag({ content: script }).catch(() => {});
    expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();
  });

  it('follows a policy that has changed while the document has not', async () => {
    const changed = `${await storedPolicy()}; media-src 'self'`;
    server.setPolicy(changed);
    // A visit shows what is stored, and looks for what has changed meanwhile.
    await storedPolicy();
    await page.evaluate(async (wanted) => {
      for (;;) {
        const stored = await caches.match('/index.html');
        if (stored?.headers.get('content-security-policy') === wanted) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }, changed);
    expect(await storedPolicy()).toBe(changed);
  });
});

describe('a release', () => {
  it('is offered to open tabs, which go on with their own files until it is taken, and then all have it', async () => {
    const other = await page.context().newPage();
    await other.goto(`${server.url}/friends/all`);
    const before = await scriptOf(page);
    server.release();
    // As the browser does when the person comes back to the tab.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    for (const tab of [page, other]) await tab.getByText('A new version is here.').waitFor();
    await other.reload();
    await navigation(other).waitFor();
    expect(await scriptOf(other)).toBe(before);
    // A page whose script this tab has not loaded yet, and which the server no longer has.
    await other.getByRole('link', { name: 'Search' }).click();
    await other.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    await page.getByRole('button', { name: 'Load it' }).click();
    for (const tab of [page, other]) {
      await tab.waitForFunction((old) => document.scripts[0]?.src !== old, before);
      await navigation(tab).waitFor();
      await tab.getByText('A new version is here.').waitFor({ state: 'detached' });
    }
    await other.close();
  });
});

describe('without the network', () => {
  it('the client says so at once, and comes back by itself', async () => {
    await page.goto(`${server.url}/chats`);
    await navigation(page).waitFor();
    await page.context().setOffline(true);
    await page.reload();
    // Beside what the device keeps.
    await page.getByText('You are offline.').waitFor();
    await navigation(page).waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
  });
});

describe('a page is never blank', () => {
  it.each(['index', 'en'])('when the script %s cannot be loaded', async (name) => {
    const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-GB' });
    const tab = await context.newPage();
    const script = new RegExp(`/assets/${name}-[^/]*\\.js$`);
    await tab.route(script, (route) => route.abort());
    await tab.goto(server.url);
    await tab.getByRole('link', { name: 'Triptych' }).waitFor();
    await tab.unroute(script);
    await tab.getByRole('link', { name: 'Triptych' }).click();
    await tab.getByRole('button', { name: 'Continue with Local' }).waitFor();
    await context.close();
  });

  it('on a phone, for a conversation that is not there', async () => {
    await page.setViewportSize({ width: 375, height: 700 });
    const nobody = '00000000-0000-7000-8000-000000000000';
    const reply = await page.request.get(`${server.url}/api/auth/session`);
    const { user } = (await reply.json()) as { user: { id: string } };
    await page.goto(`${server.url}/chats/${nobody}--${user.id}`);
    await page.getByText('There is no such conversation.').waitFor();
    await page.getByRole('link', { name: 'All conversations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Chats' }).waitFor();
  });
});
