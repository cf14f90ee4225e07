import type { Page } from 'playwright-core';
import { openChat, sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
  await sendText(people.bob.page, 'Alice', 'Hello');
  await alice.locator('.message').waitFor();
});
afterAll(() => people?.close());

const entries = () => alice.evaluate(() => history.length);

it('"Back" leads to the page before, however often the link to this one was pressed', async () => {
  await alice.getByRole('link', { name: 'Friends' }).click();
  await alice.waitForURL(/\/friends/);
  const friends = alice.url();
  const before = await entries();
  await alice.getByRole('link', { name: 'Settings' }).click({ clickCount: 3 });
  await alice.waitForURL(/\/settings/);
  expect(await entries()).toBe(before + 1);
  await alice.goBack();
  await alice.waitForURL(friends);
  await alice.getByRole('link', { name: 'Chats' }).click();
  await alice.locator('.chat-link').dblclick();
  await alice.locator('.message').waitFor();
  await alice.goBack();
  await alice.waitForURL(/\/chats$/);
});

it('but a link to another place on the same page is one to come back from', async () => {
  await openChat(alice, 'Bob');
  const chat = alice.url();
  await alice.evaluate(() => history.pushState(null, '', '?at=1'));
  await alice.locator('.chat-link').click();
  await alice.waitForURL(chat);
  await alice.goBack();
  await alice.waitForURL(`${chat}?at=1`);
});

it('a notification of the chat that is open adds none either', async () => {
  await openChat(alice, 'Bob');
  const before = await entries();
  const path = new URL(alice.url()).pathname;
  // As the worker tells the tab that it has chosen.
  await alice.evaluate((chat) => {
    const data = { kind: 'open', path: chat };
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  }, path);
  await alice.locator('.message').waitFor();
  expect(await entries()).toBe(before);
});
