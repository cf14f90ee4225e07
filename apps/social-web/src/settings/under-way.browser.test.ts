// What a person asked of the server, before there is a reply.
import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { signInAs } from '../testing/people.js';
import { startSocialServer, type SocialServer } from '../testing/social-server.js';

let server: SocialServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([startSocialServer(), startChromium([])]);
  ({ page } = await signInAs(browser, server.url, 'Alice'));
  await page.getByRole('link', { name: 'Settings' }).click();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Requests to change what is at the path wait until they are released; how many there have been is counted. */
async function holdChanges(path: string) {
  let [asked, release] = [0, () => {}];
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    asked += 1;
    await released;
    return route.fallback();
  });
  return { asked: () => asked, release };
}

it('a name that is saved is shown to be under way, and is asked for once', async () => {
  const held = await holdChanges('/api/account');
  await page.getByLabel('Name', { exact: true }).fill('Alice the Second');
  const save = page.getByRole('button', { name: 'Save' });
  for (let press = 0; press < 3; press += 1) await save.click({ force: true });
  await page.locator('button[aria-busy=true]', { hasText: 'Save' }).waitFor();
  held.release();
  await page.locator('.settings-me').getByText('Alice the Second').waitFor();
  await page.locator('button[aria-busy=false]', { hasText: 'Save' }).waitFor();
  expect(held.asked()).toBe(1);
});

it('two switches stand where they were put while the server has not answered, whichever reply comes last', async () => {
  const receipts = page.getByRole('switch', { name: 'how far I have read' });
  const typing = page.getByRole('switch', { name: 'typing' });
  const before = await Promise.all([receipts.isChecked(), typing.isChecked()]);
  const held = await holdChanges('/api/settings');
  // The first to be answered is the last to arrive.
  let isFirst = true;
  let last = () => {};
  const isLast = new Promise<void>((resolve) => (last = resolve));
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() === 'GET' || !isFirst) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    await isLast;
    await route.fulfill({ response });
  });
  await receipts.click();
  await page.waitForTimeout(300);
  await typing.click();
  const now = () => Promise.all([receipts.isChecked(), typing.isChecked()]);
  const wanted = before.map((isOn) => !isOn);
  expect(await now()).toEqual(wanted);
  await page.locator('[role=switch][aria-busy=true]').nth(1).waitFor();
  held.release();
  await page.locator('[role=switch][aria-busy=true]').nth(1).waitFor({ state: 'detached' });
  last();
  await page.locator('[role=switch][aria-busy=true]').waitFor({ state: 'detached' });
  expect(await now()).toEqual(wanted);
  await page.reload();
  await receipts.waitFor();
  expect(await now()).toEqual(wanted);
});

it('a switch that the server does not take goes back, and says why', async () => {
  const typing = page.getByRole('switch', { name: 'typing' });
  const before = await typing.isChecked();
  await page.route('**/api/settings', (route) => route.abort());
  await typing.click();
  await page.getByRole('alert').getByText('The server cannot be reached').waitFor();
  expect(await typing.isChecked()).toBe(before);
  await page.unroute('**/api/settings');
});

it('signing out is shown to be under way while the server hangs', async () => {
  const held = await holdChanges('/api/auth/signout');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.locator('button[aria-busy=true]', { hasText: 'Sign out' }).waitFor();
  held.release();
  await page.getByRole('button', { name: 'Continue with Local' }).waitFor();
});
