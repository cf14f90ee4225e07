import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startReleases, type Releases } from '../testing/releases.js';
import { isControlled } from '../testing/worker.js';

let server: Releases;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startReleases(), startChromium()]);
});
beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-GB' });
  page = await context.newPage();
});
afterEach(() => context.close());
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** The worker's own request: pages are at other addresses. */
const stored = /^\/index\.html$/;

async function opensOffline(tab: Page): Promise<void> {
  await context.setOffline(true);
  await tab.reload();
  await tab.getByText('You are offline.').waitFor();
}

it('a page that was on its way while the first worker became active is opened without a network', async () => {
  const install = server.replyOtherwise(stored, 'none');
  await page.goto(server.url);
  // Signing in leads away and back, while the worker stores the files.
  const reply = server.replyOtherwise(/^\/chats$/, 'none');
  const arriving = await context.newPage();
  const asked = arriving.waitForRequest(/chats$/);
  const opened = arriving.goto(`${server.url}/chats`);
  await asked;
  install();
  await page.evaluate('navigator.serviceWorker.ready');
  await isControlled(page);
  reply();
  await opened;
  await isControlled(arriving);
  await opensOffline(arriving);
});

it('what could not be stored is stored when the person comes back to the tab', async () => {
  const undo = server.replyOtherwise(stored, 503);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Continue with Local' }).waitFor();
  await page.waitForFunction(async () => !(await navigator.serviceWorker.getRegistration()));
  undo();
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await isControlled(page);
  await opensOffline(page);
});
