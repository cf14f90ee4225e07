import type { Page } from 'playwright-core';
import { sendText, signInAs, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
});
afterAll(() => people?.close());

const row = (text: string) => alice.locator('.chat-row', { hasText: text });

async function rename(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.person-name', { hasText: name }).waitFor();
}

it('a friend has the same name in the list of chats and where one goes to a conversation as in the conversation', async () => {
  await sendText(alice, 'Bob', 'hello');
  await row('hello').getByText('Bob', { exact: true }).waitFor();
  await rename(bob, 'Robert');
  await alice.getByRole('heading', { name: 'Robert' }).waitFor();
  await row('hello').getByText('Robert', { exact: true }).waitFor();
  await alice.keyboard.press('Control+k');
  await alice.getByRole('option', { name: 'Robert' }).waitFor();
  await alice.keyboard.press('Escape');
  await row('hello').hover();
  await row('hello').getByRole('button', { name: 'Actions for the chat with Robert' }).click();
  await alice.getByRole('menuitem', { name: 'Archive' }).click();
  await alice.getByRole('link', { name: 'Archived' }).click();
  await rename(bob, 'Bobby');
  await row('hello').getByText('Bobby', { exact: true }).waitFor();
});

it('whoever asks has the name of now where the open requests are looked at', async () => {
  const cat = await signInAs(people.browser, people.server.url, 'Cat');
  await cat.page.getByRole('link', { name: 'Friends' }).click();
  await cat.page.getByLabel('Add a friend').fill('alice@example.test');
  await cat.page.getByRole('button', { name: 'Send request' }).click();
  await cat.page.getByText('The request is on its way.').waitFor();
  await alice.getByRole('link', { name: 'Friends' }).click();
  await alice.getByRole('link', { name: 'Pending' }).click();
  await alice.getByText('Cat', { exact: true }).waitFor();
  await rename(cat.page, 'Catherine');
  await alice.getByRole('link', { name: 'All', exact: true }).click();
  await alice.getByRole('link', { name: 'Pending' }).click();
  await alice.getByText('Catherine', { exact: true }).waitFor();
  await cat.page.context().close();
});

it('the own name that another device has given is in the field for it, unless something is written there', async () => {
  const { page: other } = await signInAs(people.browser, people.server.url, 'Bob');
  await other.getByRole('link', { name: 'Settings' }).click();
  const field = other.getByLabel('Name', { exact: true });
  await rename(bob, 'Bob of two');
  await other.locator('.person-name', { hasText: 'Bob of two' }).waitFor();
  expect(await field.inputValue()).toBe('Bob of two');
  await field.fill('Half a na');
  await rename(bob, 'Bob of three');
  await other.locator('.person-name', { hasText: 'Bob of three' }).waitFor();
  expect(await field.inputValue()).toBe('Half a na');
  await other.context().close();
});

it('a name that nobody could see is refused for what it is', async () => {
  await bob.getByRole('link', { name: 'Settings' }).click();
  await bob.getByLabel('Name', { exact: true }).fill('\u200b\u0301');
  await bob.getByRole('button', { name: 'Save' }).click();
  await bob.getByText('A name needs a character that can be seen.').waitFor();
});
