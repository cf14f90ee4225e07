import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let chat: string;

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
  chat = alice.url();
  await sendText(alice, 'Bob', 'The first');
  await sendText(alice, 'Bob', 'The last');
});
beforeEach(async () => {
  await alice.goto(chat);
  await alice.locator('.message', { hasText: 'The last' }).waitFor();
});
afterAll(() => people?.close());

const menuOf = (name: string) => alice.getByRole('button', { name });

describe('an open menu', () => {
  it.each(['Message actions', 'Actions for the chat with Bob', 'More about Bob'])(
    'has no finding of axe in both themes: %s',
    async (name) => {
      await menuOf(name).last().press('Enter');
      await alice.getByRole('menuitem').first().waitFor();
      expect(await axeFindings(alice)).toEqual([]);
    },
  );

  it.each([
    ['Message actions', 'Tab', 'BUTTON Attach files'],
    ['Message actions', 'Shift+Tab', 'ARTICLE The last'],
    ['More about Bob', 'Tab', 'ARTICLE The last'],
    ['More about Bob', 'Shift+Tab', 'A Back'],
  ])('is left for what is beside its button: %s, %s', async (name, key, next) => {
    const button = menuOf(name).last();
    await button.press('Enter');
    await alice.getByRole('menuitem').first().waitFor();
    await alice.keyboard.press(key);
    await alice.getByRole('menu').waitFor({ state: 'detached' });
    // A menu that closes gives the focus back to its button a moment later, unless it is somewhere else by then.
    await alice.waitForTimeout(300);
    const focused = await alice.evaluate(() => {
      const one = document.activeElement!;
      return `${one.tagName} ${one.ariaLabel ?? one.querySelector('.bubble')?.textContent}`;
    });
    expect(focused).toBe(next);
  });

  it('gives the focus back to its button where it is closed', async () => {
    const button = menuOf('Message actions').last();
    await button.press('Enter');
    await alice.getByRole('menuitem').first().waitFor();
    await alice.keyboard.press('Escape');
    await alice.getByRole('menu').waitFor({ state: 'detached' });
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  });
});
