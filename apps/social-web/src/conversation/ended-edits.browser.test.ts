import type { Page } from 'playwright-core';
import { openChat, sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
/** The same person in another browser, as on another device. */
let phone: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
  await sendText(people.bob.page, 'Alice', 'Hello');
  await rowOf(alice, 'Hello').waitFor();
  const storageState = await alice.context().storageState();
  const context = await people.browser.newContext({ storageState, locale: 'en-GB' });
  context.setDefaultTimeout(90_000);
  phone = await context.newPage();
  await phone.goto(alice.url());
});
afterEach(async () => {
  await openChat(alice, 'Bob');
  await newField(alice).fill('');
  await alice.getByText(toast).waitFor({ state: 'detached' });
});
afterAll(() => people?.close());

const newField = (page: Page) => page.getByLabel('Message Bob');
const editField = (page: Page) => page.getByLabel('Editing a message');
const rowOf = (page: Page, text: string) => page.locator('.message', { hasText: text });
const toast = 'The message that you were changing is gone. Your words are a draft to Bob now.';

async function send(text: string): Promise<void> {
  await sendText(alice, 'Bob', text);
  await alice.locator('.message-pending').waitFor({ state: 'detached' });
}

async function choose(page: Page, text: string, action: string): Promise<void> {
  await rowOf(page, text).hover();
  await rowOf(page, text).getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Shown at once, whether or not the server takes it. */
async function saveEdit(text: string, next: string): Promise<void> {
  await choose(alice, text, 'Edit');
  await editField(alice).fill(next);
  await editField(alice).press('Enter');
  await rowOf(alice, next).waitFor();
}

async function deleteOn(page: Page, text: string): Promise<void> {
  await choose(page, text, 'Delete for both');
  await page.getByRole('button', { name: 'Delete for both' }).click();
}

const holds = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => document.querySelector<HTMLTextAreaElement>('.composer textarea')?.value === wanted,
    text,
  );

it('what was changed of a message that another device deletes is a draft, below the one that is there', async () => {
  await send('first');
  await newField(alice).fill('a draft');
  await choose(alice, 'first', 'Edit');
  await editField(alice).fill('first, and more');
  await deleteOn(phone, 'first');
  await alice.getByText(toast).waitFor();
  await holds(alice, 'a draft\nfirst, and more');
  await newField(alice).press('Enter');
  await rowOf(people.bob.page, 'first, and more').waitFor();
});

it('also while something else is open', async () => {
  await send('second');
  await choose(alice, 'second', 'Edit');
  await editField(alice).fill('second, and more');
  await alice.getByRole('link', { name: 'Friends' }).click();
  await deleteOn(phone, 'second');
  await alice.getByText(toast).waitFor();
  await openChat(alice, 'Bob');
  expect(await newField(alice).inputValue()).toBe('second, and more');
});

it('and while something new is written in its place, which goes on', async () => {
  await send('third');
  await choose(alice, 'third', 'Edit');
  await editField(alice).fill('third, and more');
  await choose(alice, 'Hello', 'Reply');
  await newField(alice).pressSequentially('new ');
  await deleteOn(phone, 'third');
  for (let isSaid = false; !isSaid; isSaid = await alice.getByText(toast).isVisible())
    await newField(alice).pressSequentially('new ');
  await newField(alice).pressSequentially('!');
  await alice.waitForFunction(() =>
    /^(new )+!\nthird, and more$/.test(document.querySelector('textarea')!.value),
  );
});

it('what was saved without a network is one as well, where the message is gone by the time there is one', async () => {
  await send('fourth');
  await alice.route('**/api/message/edit', (route) => route.abort());
  await saveEdit('fourth', 'fourth, and more');
  await choose(phone, 'fourth', 'Delete for me');
  await phone.getByRole('button', { name: 'Delete for me' }).click();
  await rowOf(alice, 'fourth').waitFor({ state: 'detached' });
  await alice.unroute('**/api/message/edit');
  await alice.getByText(toast).waitFor();
  await holds(alice, 'fourth, and more');
});

it('and before there is one, also after a reload', async () => {
  await send('sixth');
  await alice.route('**/api/message/edit', (route) => route.abort());
  await saveEdit('sixth', 'sixth, and m');
  // The last words alone are meant.
  await saveEdit('sixth, and m', 'sixth, and more');
  await deleteOn(phone, 'sixth');
  await alice.getByText(toast).waitFor();
  await holds(alice, 'sixth, and more');
  await alice.reload();
  await holds(alice, 'sixth, and more');
  await alice.unroute('**/api/message/edit');
});

it('nothing is left of one of which nothing was changed', async () => {
  await send('fifth');
  await choose(alice, 'fifth', 'Edit');
  await editField(alice).fill('fifth, and more');
  await editField(alice).fill('fifth');
  await deleteOn(phone, 'fifth');
  await alice.getByText('The message was deleted meanwhile.').waitFor();
  await newField(alice).waitFor();
  expect(await newField(alice).inputValue()).toBe('');
});
