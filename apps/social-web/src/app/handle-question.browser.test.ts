import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { continueAs } from '../testing/people.js';
import { startSocialServer, type SocialServer } from '../testing/social-server.js';

let server: SocialServer;
let browser: Browser;
let context: BrowserContext;
/** Who has replied is not asked again: another try is of another person. */
let people = 0;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSocialServer(), startChromium()]);
});
beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-GB' });
});
afterEach(() => context.close());
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const skip = (page: Page) => page.getByRole('button', { name: 'Skip for now' });
const headed = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(server.url + path);
  return page;
}

/** A tab at the question, of somebody who has signed in there. */
async function signedIn(): Promise<Page> {
  const page = await open('/');
  await continueAs(page, `Person ${++people}`);
  await skip(page).waitFor();
  return page;
}

it('a handle that is chosen in one tab is asked for in no other one, which shows it', async () => {
  const one = await signedIn();
  const other = await open('/settings');
  // Its own reply was read before the choice, and comes after it.
  const late = await context.newPage();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await late.route('**/api/auth/session', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  const asked = late.waitForRequest('**/api/auth/session');
  const opened = late.goto(`${server.url}/settings`);
  await asked;
  await skip(other).waitFor();
  await one.getByLabel('Your handle').fill(`person_${people}`);
  await one.getByRole('button', { name: 'Choose' }).click();
  await headed(one, 'Chats');
  await opened;
  release();
  for (const page of [other, late]) {
    await headed(page, 'Settings');
    await page.getByText(`@person_${people}`).first().waitFor();
  }
});

it('a tab whose person signs out in another one does not come back to the question before it hears of it', async () => {
  const one = await signedIn();
  await skip(one).click();
  await headed(one, 'Chats');
  const other = await open('/chats');
  await headed(other, 'Chats');
  // The first that goes at sign-out; a slow device may tell other tabs of the rest much later.
  await one.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('skipped-handle/')) localStorage.removeItem(key);
  });
  await other.waitForFunction(() => !JSON.stringify(localStorage).includes('skipped-handle/'));
  await other.waitForTimeout(500);
  expect(await other.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Chats']);
  await one.goto(`${server.url}/settings`);
  await skip(one).click();
  await one.getByRole('button', { name: 'Sign out', exact: true }).click();
  await headed(one, 'Triptych');
  await headed(other, 'Triptych');
});

it('the question of somebody who has signed out in another tab is not answered in the name of who signs in there', async () => {
  const one = await signedIn();
  const other = await context.newPage();
  // Hears and reads of nothing that others write, as a tab that sleeps.
  await other.addInitScript(() => {
    addEventListener('storage', (event) => event.stopImmediatePropagation());
    const { value: getItem } = Object.getOwnPropertyDescriptors(Storage.prototype).getItem;
    Storage.prototype.getItem = function (key) {
      return key.startsWith('skipped-handle/') ? null : getItem!.call(this, key);
    };
  });
  await other.goto(server.url);
  await skip(other).waitFor();
  await other.getByLabel('Your handle').fill(`left_${people}`);
  await skip(one).click();
  await one.goto(`${server.url}/settings`);
  await one.getByRole('button', { name: 'Sign out', exact: true }).click();
  await continueAs(one, `Person ${++people}`);
  await skip(one).waitFor();
  await other.getByRole('button', { name: 'Choose' }).click();
  // It is asked of that one, and holds nothing of what the other wrote.
  await other.waitForFunction(() => document.querySelector('input')?.value === '');
  await skip(other).waitFor();
  const session = await one.evaluate(async () => (await fetch('/api/auth/session')).text());
  expect(session).toContain(`Person ${people}`);
  expect(session).not.toContain('left_');
});

it('the question is asked of who has signed in in another tab', async () => {
  const one = await signedIn();
  const other = await open('/chats');
  await skip(other).waitFor();
  // As when a session ends on the server.
  await context.clearCookies();
  await one.goto(server.url);
  const asked = other.waitForResponse('**/api/auth/session');
  await continueAs(one, `Person ${++people}`);
  await skip(one).waitFor();
  await (await asked).finished();
  await other.getByLabel('Your handle').fill(`second_${people}`);
  await other.getByRole('button', { name: 'Choose' }).click();
  for (const page of [one, other]) await headed(page, 'Chats');
});

it('a choice on another device is seen when one comes back to the question', async () => {
  const one = await signedIn();
  const device = await browser.newContext({ locale: 'en-GB' });
  const there = await device.newPage();
  await there.goto(server.url);
  await continueAs(there, `Person ${people}`);
  await there.getByLabel('Your handle').fill(`there_${people}`);
  await there.getByRole('button', { name: 'Choose' }).click();
  await headed(there, 'Chats');
  await one.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await headed(one, 'Chats');
  await device.close();
});

it('a tab at the page for signing in goes with who has signed in in another one, once it is looked at', async () => {
  const other = await open('/chats');
  await headed(other, 'Triptych');
  const one = await signedIn();
  await skip(one).click();
  await headed(one, 'Chats');
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await headed(other, 'Chats');
});

it('a choice without a network is refused for as long as there is none', async () => {
  const page = await signedIn();
  await page.getByLabel('Your handle').fill(`person_${people}`);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Choose' }).click();
  await page.getByRole('status').getByText('You are offline.').waitFor();
  await context.setOffline(false);
  await page.getByRole('status').getByText('3 to 30 letters').waitFor();
  await page.getByRole('button', { name: 'Choose' }).click();
  await headed(page, 'Chats');
});
