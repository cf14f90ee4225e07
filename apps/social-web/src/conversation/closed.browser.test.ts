import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { befriend, openChat, sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
  await sendText(alice, 'Bob', 'as it was');
  await bob.locator('.message', { hasText: 'as it was' }).waitFor();
});
afterAll(() => people?.close());

const closed = (page: Page) => page.locator('.conversation-closed');
const isSaved = (page: Page, text: string) =>
  page.waitForFunction(
    (saved) =>
      Object.entries(localStorage).some(
        ([key, value]) => key.endsWith('/saved') && String(value).includes(saved),
      ),
    text,
  );

async function removeFriend(page: Page, name: string): Promise<void> {
  await openChat(page, name);
  await page.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove friend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove friend' }).click();
  await closed(page).waitFor();
}

it('who may write there no more still has the words that they had begun, also after a reload, and in the list of chats', async () => {
  await alice.getByLabel('Message Bob').fill('a draft');
  await isSaved(alice, 'a draft');
  const row = alice.locator('.message', { hasText: 'as it was' });
  await row.hover();
  await row.getByRole('button', { name: 'Message actions' }).click();
  await alice.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await alice.getByLabel('Editing a message').fill('an edit');
  await removeFriend(bob, 'Alice');
  await closed(alice).getByText('a draft').waitFor();
  expect(await closed(alice).textContent()).toContain('an edit');
  expect(await axeFindings(alice)).toEqual([]);
  await alice.reload();
  await closed(alice).getByText('a draft').waitFor();
  expect(await closed(alice).textContent()).toContain('an edit');
  await alice.getByRole('link', { name: 'Friends' }).click();
  await alice.getByRole('link', { name: 'Chats' }).click();
  await alice.locator('.chat-preview', { hasText: 'a draft' }).click();
  await closed(alice).getByText('a draft').waitFor();
});

it('finds them in the composer once it is there again', async () => {
  await befriend(alice, bob, 'Bob');
  await alice.getByRole('link', { name: 'Message: Bob' }).click();
  await alice.getByLabel('Editing a message').waitFor();
  expect(await alice.getByLabel('Editing a message').inputValue()).toBe('an edit');
  await alice.getByRole('button', { name: 'Cancel' }).click();
  expect(await alice.getByLabel('Message Bob').inputValue()).toBe('a draft');
});

it('sees the files that they had chosen, and discards them with the words', async () => {
  const files = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') };
  await alice.locator('.composer input[type=file]').setInputFiles(files);
  await alice.locator('.chosen').getByText('plan.txt').waitFor();
  await removeFriend(bob, 'Alice');
  await closed(alice).getByText('plan.txt').waitFor();
  await alice.reload();
  await closed(alice).getByText('plan.txt').waitFor();
});

it('or discards them, and is not asked about them when they sign out', async () => {
  await closed(alice).getByText('a draft').waitFor();
  await closed(alice).getByRole('button', { name: 'Discard' }).click();
  await closed(alice).getByText('a draft').waitFor({ state: 'detached' });
  await alice.reload();
  await closed(alice).waitFor();
  expect(await closed(alice).textContent()).not.toMatch(/a draft|plan/);
  await alice.getByRole('link', { name: 'Settings' }).click();
  await alice.getByRole('button', { name: 'Sign out', exact: true }).click();
  await alice.getByRole('heading', { level: 1, name: 'Triptych', exact: true }).waitFor();
});
