import type { Page } from 'playwright-core';
import { sendText, startTwoPeople, type Person, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  people = await startTwoPeople();
  ({ alice, bob } = people);
  await sendText(bob.page, 'Alice', 'Shall we meet?');
  await rowOf(alice.page, 'Shall we meet?').waitFor();
});
afterAll(() => people?.close());

const rowOf = (page: Page, text: string) =>
  page.locator('.message', { has: page.locator('.bubble', { hasText: text }) });
const quoteOf = (page: Page, text: string) => rowOf(page, text).locator('.quote-text');

async function choose(page: Page, text: string, action: string): Promise<void> {
  await rowOf(page, text).hover();
  await rowOf(page, text).getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const quotes = (page: Page, text: string, quoted: string) =>
  quoteOf(page, text).filter({ hasText: quoted }).waitFor();

describe('a reply', () => {
  it('is begun in the menu, taken back by Escape, kept with the draft, and quotes on both screens', async () => {
    const { page } = alice;
    const bar = page.locator('.composer-reply');
    await choose(page, 'Shall we meet?', 'Reply');
    await bar.getByText('Shall we meet?').waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await choose(page, 'Shall we meet?', 'Reply');
    await page.keyboard.type('At eight');
    await page.reload();
    await bar.getByText('Shall we meet?').waitFor();
    await page.getByLabel('Message Bob').press('Enter');
    await bar.waitFor({ state: 'detached' });
    for (const one of [alice, bob]) await quotes(one.page, 'At eight', 'Shall we meet?');
  });

  it('is begun by a key on the row', async () => {
    await rowOf(bob.page, 'At eight').focus();
    await bob.page.keyboard.press('r');
    await bob.page.keyboard.type('Fine');
    await bob.page.keyboard.press('Enter');
    await quotes(alice.page, 'Fine', 'At eight');
  });

  it('follows an edit, leads to the message, and says that it was deleted', async () => {
    const field = bob.page.getByLabel('Message Alice');
    await field.press('ArrowUp');
    await bob.page.getByLabel('Editing a message').fill('Very well');
    await bob.page.keyboard.press('Enter');
    await choose(alice.page, 'Very well', 'Reply');
    await alice.page.keyboard.type('Good');
    await alice.page.keyboard.press('Enter');
    await quotes(bob.page, 'Good', 'Very well');
    await rowOf(bob.page, 'Good').getByRole('link', { name: 'In reply to You: Very well' }).click();
    await bob.page.locator('.message-found', { hasText: 'Very well' }).waitFor();
    await choose(bob.page, 'Very well', 'Delete for both');
    await bob.page.getByRole('dialog').getByRole('button', { name: 'Delete for both' }).click();
    for (const one of [alice, bob]) await quotes(one.page, 'Good', 'This message was deleted.');
  });

  it('that the server refuses says why, and can be sent without the quote', async () => {
    await alice.page.context().setOffline(true);
    await choose(alice.page, 'At eight', 'Reply');
    await alice.page.keyboard.type('Too late?');
    await choose(alice.page, 'At eight', 'Delete for me');
    await alice.page.getByRole('dialog').getByRole('button', { name: 'Delete for me' }).click();
    await alice.page.getByLabel('Message Bob').press('Enter');
    await alice.page.context().setOffline(false);
    await rowOf(alice.page, 'Too late?').getByText('not there any more').waitFor();
    await alice.page.getByRole('button', { name: 'Send without the quote' }).click();
    await rowOf(bob.page, 'Too late?').waitFor();
    expect(await quoteOf(bob.page, 'Too late?').count()).toBe(0);
  });
});
