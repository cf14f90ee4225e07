import type { Page } from 'playwright-core';
import {
  befriend,
  openChat,
  sendText,
  signInAs,
  startTwoPeople,
  type Person,
  type TwoPeople,
} from '../testing/people.js';

let people: TwoPeople;
let page: Page;
let dora: Person;
let pages: HeldPages;
beforeAll(async () => {
  people = await startTwoPeople();
  const { browser, server, bob } = people;
  ({ page } = people.alice);
  await sendText(bob.page, 'Alice', 'of another conversation');
  const carol = await signInAs(browser, server.url, 'Carol');
  dora = await signInAs(browser, server.url, 'Dora');
  for (const [name, friend] of [
    ['Carol', carol],
    ['Dora', dora],
  ] as const) {
    await page.goto(`${server.url}/friends/all`);
    await befriend(page, friend.page, name);
  }
  await openChat(page, 'Carol');
  await sendText(page, 'Carol', 'one more');
  await page.locator('.message-pending').waitFor({ state: 'detached' });
  pages = await holdPages(page);
});
afterEach(() => pages.release());
afterAll(() => people?.close());

interface HeldPages {
  /** Pages of the list that were asked for since it was held. */
  asked(): number;
  hold(): void;
  release(): void;
}

/** Two conversations are more than a page, of which the second takes until it is released. */
async function holdPages(page: Page): Promise<HeldPages> {
  let [asked, release] = [0, () => {}];
  let released = Promise.resolve();
  await page.context().route('**/api/chats?*', async (route) => {
    asked += 1;
    if (new URL(route.request().url()).searchParams.has('cursor')) await released;
    await route.continue({ url: route.request().url().replace('limit=100', 'limit=1') });
  });
  return {
    asked: () => asked,
    hold: () => {
      asked = 0;
      released = new Promise((resolve) => (release = resolve));
    },
    release: () => release(),
  };
}

async function openDora(): Promise<void> {
  await page.getByRole('link', { name: 'Friends' }).click();
  await page.getByRole('link', { name: 'Message: Dora' }).click();
}

it('the first message to a friend can be written on while the list of chats is read anew, page by page', async () => {
  pages.hold();
  await openDora();
  const field = page.getByLabel('Message Dora');
  await field.pressSequentially('I have always wanted ');
  const written = await field.elementHandle();
  // A friend event has the list read anew.
  const eve = await signInAs(people.browser, people.server.url, 'Eve');
  await eve.page.getByRole('link', { name: 'Friends' }).click();
  await eve.page.getByLabel('Add a friend').fill('alice@example.test');
  await eve.page.getByRole('button', { name: 'Send request' }).click();
  while (pages.asked() === 0) await page.waitForTimeout(50);
  await page.waitForTimeout(300);
  await page.keyboard.type('to ask you something');
  expect(await written.evaluate((one) => one.isConnected && one === document.activeElement)).toBe(
    true,
  );
  expect(await field.inputValue()).toBe('I have always wanted to ask you something');
  await eve.page.context().close();
});

it('the first message to a friend is written and sent before the list of chats is read to its end', async () => {
  pages.hold();
  await page.reload();
  await openDora();
  await page.getByLabel('Message Dora').fill('at last');
  await page.keyboard.press('Enter');
  // Only then: the row of a friend moves when their first message comes.
  await dora.page.getByRole('link', { name: 'Chats' }).click();
  await dora.page.getByRole('link', { name: /Alice.*at last/ }).click();
  await dora.page.locator('.message', { hasText: 'at last' }).waitFor();
  pages.release();
  await page.locator('.message', { hasText: 'at last' }).waitFor();
});
