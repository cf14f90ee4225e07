import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
  await sendText(alice, 'Bob', 'as it was');
  await alice.locator('.message-pending').waitFor({ state: 'detached' });
});
afterAll(() => people?.close());

const editField = (page: Page) => page.getByLabel('Editing a message');
const rowOf = (page: Page, text: string) => page.locator('.message', { hasText: text });
const holds = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => document.querySelector<HTMLTextAreaElement>('.composer textarea')?.value === wanted,
    text,
  );

async function edit(page: Page): Promise<void> {
  await rowOf(page, 'as it was').hover();
  await rowOf(page, 'as it was').getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await editField(page).waitFor();
}

async function openTab(): Promise<Page> {
  const tab = await alice.context().newPage();
  await tab.goto(alice.url());
  await rowOf(tab, 'as it was').waitFor();
  return tab;
}

it('what is changed of a message is there after its tab was loaded anew, or was killed', async () => {
  await edit(alice);
  await editField(alice).fill('half done');
  await alice.reload();
  await holds(alice, 'half done');
  const url = alice.url();
  await alice.close({ runBeforeUnload: false });
  alice = await people.alice.page.context().newPage();
  await alice.goto(url);
  await editField(alice).waitFor();
  expect(await editField(alice).inputValue()).toBe('half done');
  await editField(alice).press('Escape');
});

it('what another device makes of a message meanwhile is told, and overwritten by nobody who does not want that', async () => {
  const storageState = await alice.context().storageState();
  const context = await people.browser.newContext({ storageState, locale: 'en-GB' });
  context.setDefaultTimeout(90_000);
  const phone = await context.newPage();
  await phone.goto(alice.url());
  const said = alice.getByText('The message was changed meanwhile:');
  await edit(alice);
  await editField(alice).fill('as it was here');
  await edit(phone);
  await editField(phone).fill('as it was there');
  await editField(phone).press('Enter');
  const told = alice.getByRole('status').filter({ has: said });
  await told.getByText('as it was there').waitFor();
  expect(await axeFindings(alice)).toEqual([]);
  await alice.reload();
  await told.getByText('as it was there').waitFor();
  await editField(alice).press('Enter');
  await rowOf(people.bob.page, 'as it was here').waitFor();
  await edit(alice);
  await editField(alice).fill('as it was here, and better');
  expect(await said.count()).toBe(0);
  await editField(alice).fill('as it was here');
  await edit(phone);
  await editField(phone).fill('as it was');
  await editField(phone).press('Enter');
  await told.getByText('as it was').waitFor();
  await editField(alice).press('Enter');
  await alice.getByLabel('Message Bob').waitFor();
  await alice.locator('.message', { hasText: /as it was(?! here)/ }).waitFor();
  await context.close();
});

it('is in another tab that edits it, as whoever typed last has it, and ended with it', async () => {
  const tab = await openTab();
  await edit(tab);
  await edit(alice);
  await editField(alice).fill('of the first tab');
  await holds(tab, 'of the first tab');
  await editField(tab).pressSequentially(', and of the second');
  await holds(alice, 'of the first tab, and of the second');
  await editField(tab).press('Escape');
  for (const page of [tab, alice]) await page.getByLabel('Message Bob').waitFor();
  await edit(alice);
  await editField(alice).fill('as it was, and better');
  await edit(tab);
  await holds(tab, 'as it was, and better');
  await editField(alice).press('Enter');
  await rowOf(people.bob.page, 'and better').waitFor();
  await tab.getByLabel('Message Bob').waitFor();
  await tab.close();
});

it('an edit that another one or a reply took the place of is said to be there still, and goes on', async () => {
  await sendText(alice, 'Bob', 'the second one');
  await alice.locator('.message-pending').waitFor({ state: 'detached' });
  const left = alice.getByText('A change that you began is not saved yet.');
  await edit(alice);
  await editField(alice).fill('as it was, in hand');
  const other = rowOf(alice, 'the second one');
  await other.hover();
  await other.getByRole('button', { name: 'Message actions' }).click();
  await alice.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await editField(alice).fill('the second one, done');
  await editField(alice).press('Enter');
  await left.waitFor();
  await alice.getByRole('button', { name: 'Go on' }).click();
  expect(await editField(alice).inputValue()).toBe('as it was, in hand');
  await other.hover();
  await other.getByRole('button', { name: 'Message actions' }).click();
  await alice.getByRole('menuitem', { name: 'Reply', exact: true }).click();
  await left.waitFor();
  await sendText(alice, 'Bob', 'the answer');
  await alice.getByRole('button', { name: 'Go on' }).click();
  await editField(alice).press('Escape');
  await alice.getByLabel('Message Bob').waitFor();
  expect(await left.count()).toBe(0);
});
