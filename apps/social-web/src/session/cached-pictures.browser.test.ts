import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { befriend, signInAs } from '../testing/people.js';
import { startSocialServer, type SocialServer } from '../testing/social-server.js';

let server: SocialServer;
let browser: Browser;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSocialServer({ pictures: true }), startChromium()]);
  alice = (await signInAs(browser, server.url, 'Alice')).page;
  bob = (await signInAs(browser, server.url, 'Bob')).page;
  await befriend(alice, bob, 'Bob');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** The address of the picture that a page shows, once it does. */
async function shownPicture(page: Page): Promise<string> {
  const picture = page.locator('img[src^="/api/pictures/"]').first();
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  return (await picture.getAttribute('src'))!;
}

/** Whether the browser itself still has it. */
function isCached(page: Page, path: string): Promise<boolean> {
  return page.evaluate(async (url) => {
    const options = { cache: 'only-if-cached', mode: 'same-origin' } as const;
    const response = await fetch(url, options).catch(() => null);
    return response?.ok === true;
  }, path);
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${server.url}/settings`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Continue with Local' }).waitFor();
}

// Five pages are loaded, one after the other.
it('pictures of friends are gone from the browser after signing out; the client itself still opens without a network', async () => {
  await bob.goto(`${server.url}/friends/all`);
  const picture = await shownPicture(bob);
  expect(await isCached(bob, picture)).toBe(true);
  await bob.evaluate('navigator.serviceWorker.ready');
  const other = await bob.context().newPage();
  await other.goto(`${server.url}/friends/all`);
  await shownPicture(other);
  await signOut(bob);
  expect(await isCached(bob, picture)).toBe(false);
  await other.getByRole('button', { name: 'Continue with Local' }).waitFor();
  expect(await isCached(other, picture)).toBe(false);
  await bob.context().setOffline(true);
  await bob.reload();
  await bob.getByRole('alert').waitFor();
  await bob.context().setOffline(false);
});

// Somebody signs in anew.
it('also where the session was ended on another device', async () => {
  await alice.goto(`${server.url}/friends/all`);
  const picture = await shownPicture(alice);
  expect(await isCached(alice, picture)).toBe(true);
  const elsewhere = (await signInAs(browser, server.url, 'Alice')).page;
  await elsewhere.goto(`${server.url}/settings`);
  await elsewhere.evaluate(() => fetch('/api/account/sessions', { method: 'DELETE' }));
  await alice.getByRole('button', { name: 'Continue with Local' }).waitFor();
  await alice.reload();
  await alice.getByRole('button', { name: 'Continue with Local' }).waitFor();
  expect(await isCached(alice, picture)).toBe(false);
});
