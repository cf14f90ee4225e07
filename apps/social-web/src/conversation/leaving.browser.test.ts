import type { Dialog, Page } from 'playwright-core';
import { keepsNothing, sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let questions: string[];

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
  // Whoever is asked stays.
  alice.on('dialog', (dialog: Dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
});
beforeEach(() => {
  questions = [];
});
afterAll(() => people?.close());

/** As another tab that has taken a new release does it. */
async function loadAnew(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What is drawn is asked about from the frame after that on.
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    location.reload();
  });
  await page.waitForTimeout(500);
}

/** A busy machine may take long to ask. */
async function loadAnewIfAsked(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog');
  await loadAnew(page);
  await asked;
}

it('a page that has nothing of its own is left without a question', async () => {
  await sendText(alice, 'Bob', 'taken');
  await alice.locator('.message-pending').waitFor({ state: 'detached' });
  await alice.getByLabel('Message Bob').fill('a draft, which is kept');
  await alice.reload();
  await alice.getByLabel('Message Bob').waitFor();
  expect(await alice.getByLabel('Message Bob').inputValue()).toBe('a draft, which is kept');
  expect(questions).toEqual([]);
});

it('a message that is being changed is there after a look at another page, and a load there', async () => {
  await alice.getByLabel('Message Bob').fill('');
  const field = alice.getByLabel('Editing a message');
  const chat = alice.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chats' });
  const edit = async (text: string) => {
    await alice.getByLabel('Message Bob').press('ArrowUp');
    await field.fill(text);
  };
  const comeBack = async () => {
    await alice.getByRole('link', { name: 'Friends' }).click();
    await alice.getByRole('heading', { level: 1, name: 'Friends' }).waitFor();
    await loadAnew(alice);
    await chat.click();
    await alice.getByRole('link', { name: 'Bob' }).click();
  };
  await edit('taken, and much better');
  await comeBack();
  await field.waitFor();
  expect(await field.inputValue()).toBe('taken, and much better');
  await field.press('Enter');
  await people.bob.page.locator('.message', { hasText: 'and much better' }).waitFor();
  await comeBack();
  await alice.getByLabel('Message Bob').waitFor();
  await edit('given up');
  await field.press('Escape');
  await edit('taken, and much better');
  await comeBack();
  await alice.getByLabel('Message Bob').waitFor();
  expect(questions).toEqual([]);
});

it('and after a reply, or another message that is changed: each is there until it is saved or given up', async () => {
  const field = alice.getByLabel('Editing a message');
  const composer = alice.getByLabel('Message Bob');
  const choose = async (text: string, action: string) => {
    const row = alice.locator('.message-line', { hasText: text }).last();
    await row.hover();
    await row.getByRole('button', { name: 'Message actions' }).click();
    await alice.getByRole('menuitem', { name: action, exact: true }).click();
  };
  for (const text of ['the first of two', 'the second of two']) {
    await sendText(alice, 'Bob', text);
    await alice.locator('.message-pending').waitFor({ state: 'detached' });
  }
  await choose('the first of two', 'Edit');
  await field.fill('the first, half done');
  await choose('the second of two', 'Reply');
  await composer.fill('a reply');
  await composer.press('Enter');
  await choose('the second of two', 'Edit');
  await field.fill('the second, half done');
  await choose('the first of two', 'Edit');
  expect(await field.inputValue()).toBe('the first, half done');
  await alice.getByRole('link', { name: 'Friends' }).click();
  await alice.getByRole('link', { name: 'Chats', exact: true }).click();
  await alice.getByRole('link', { name: 'Bob' }).click();
  await field.waitFor();
  expect(await field.inputValue()).toBe('the first, half done');
  await field.press('Escape');
  await loadAnew(alice);
  await field.waitFor();
  expect(await field.inputValue()).toBe('the second, half done');
  await choose('the first of two', 'Edit');
  await choose('the second of two', 'Edit');
  expect(await field.inputValue()).toBe('the second, half done');
  await field.press('Enter');
  await people.bob.page.locator('.bubble', { hasText: 'the second, half done' }).waitFor();
  await choose('the first of two', 'Edit');
  expect(await field.inputValue()).toBe('the first of two');
  await field.press('Escape');
  await alice.reload();
  await composer.waitFor();
  expect(questions).toEqual([]);
});

it('of a message that is deleted meanwhile the words are a draft, and nobody is asked', async () => {
  await sendText(alice, 'Bob', 'for a moment');
  await alice.locator('.message-pending').waitFor({ state: 'detached' });
  const other = await alice.context().newPage();
  await other.goto(alice.url());
  const row = other.locator('.message', { hasText: 'for a moment' });
  await row.waitFor();
  await alice.getByLabel('Message Bob').press('ArrowUp');
  await alice.getByLabel('Editing a message').fill('for a moment, and longer');
  await row.hover();
  await row.getByRole('button', { name: 'Message actions' }).click();
  await other.getByRole('menuitem', { name: 'Delete for both' }).click();
  await other.getByRole('button', { name: 'Delete for both' }).click();
  await alice.getByLabel('Message Bob').waitFor();
  await other.close();
  await alice.reload();
  await alice.getByLabel('Message Bob').waitFor();
  expect(await alice.getByLabel('Message Bob').inputValue()).toBe('for a moment, and longer');
  await alice.getByLabel('Message Bob').fill('');
  expect(questions).toEqual([]);
});

it('what the device does not keep is not lost without a question', async () => {
  await keepsNothing(alice);
  await alice.reload();
  await alice.getByLabel('Message Bob').waitFor();
  await alice.context().setOffline(true);
  const file = { name: 'film.txt', mimeType: 'text/plain', buffer: Buffer.from('a film') };
  await alice.locator('.composer input[type=file]').setInputFiles(file);
  await alice.locator('.chosen').getByText('film.txt').waitFor();
  await sendText(alice, 'Bob', 'here alone');
  await alice.locator('.message-pending').getByText('film.txt').waitFor();
  await alice.getByText('not kept by this device').waitFor();
  await loadAnewIfAsked(alice);
  expect(questions).toEqual(['beforeunload']);
  await alice.context().setOffline(false);
  await people.bob.page.locator('.message', { hasText: 'here alone' }).waitFor();
  await alice.locator('.message-pending').waitFor({ state: 'detached' });
  await alice.reload();
  await alice.getByLabel('Message Bob').waitFor();
  expect(questions).toEqual(['beforeunload']);
});

it('nor is a message that is being changed, where it keeps nothing', async () => {
  await alice.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await alice.reload();
  const skip = alice.getByRole('button', { name: 'Skip for now' });
  await skip.or(alice.getByLabel('Message Bob')).first().waitFor();
  if (await skip.isVisible()) await skip.click();
  await alice.locator('.message', { hasText: 'here alone' }).waitFor();
  await alice.getByLabel('Message Bob').press('ArrowUp');
  const field = alice.getByLabel('Editing a message');
  await field.fill('here alone, and changed');
  await loadAnewIfAsked(alice);
  expect(questions).toEqual(['beforeunload']);
  expect(await field.inputValue()).toBe('here alone, and changed');
});
