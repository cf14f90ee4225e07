import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { signInAs } from './testing/people.js';
import { scriptBytes } from './testing/script-bytes.js';
import { startSocialServer, type SocialServer } from './testing/social-server.js';

/** Less than the 110 kB that are promised: nothing of 10 kB is added unnoticed. */
const most = 104_000;

let server: SocialServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSocialServer(), startChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const options = { serviceWorkers: 'block' as const };

async function stranger(): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

async function signedIn(): Promise<Page> {
  const { page } = await signInAs(browser, server.url, 'Carol', options);
  // Of the other one, requests are still under way.
  return page.context().newPage();
}

describe('the script of a first visit', () => {
  it.each([
    ['the sign-in page', '/', stranger],
    ['the list of chats', '/chats', signedIn],
  ])('is small for %s', async (_page, path, open) => {
    const page = await open();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const bytes = await scriptBytes(page, server.url + path);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(most);
  });

  it('is a classic one, which alone is stored compiled (ADR 0071)', async () => {
    const page = await stranger();
    await page.goto(server.url);
    const scripts = page.locator('script[src]');
    expect(
      await scripts.evaluateAll((all: HTMLScriptElement[]) =>
        all.map((one) => [one.type, one.defer]),
      ),
    ).toEqual([['', true]]);
    // What is loaded later finds in it what it imports, and does not load it again.
    await page.getByRole('button').or(page.getByRole('link')).first().waitFor();
    const source = await page.request.get(
      await scripts.evaluate((one: HTMLScriptElement) => one.src),
    );
    expect(await source.text()).not.toMatch(/^\s*(import|export)\b/m);
  });
});
