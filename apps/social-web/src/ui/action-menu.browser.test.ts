import type { Locator, Page } from 'playwright-core';
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
  await alice.setViewportSize({ width: 1280, height: 720 });
  await alice.goto(chat);
  await alice.locator('.message', { hasText: 'The last' }).waitFor();
});
afterAll(() => people?.close());

const menuOf = (name: string) => alice.getByRole('button', { name });
const isInWindow = (shown: Locator) =>
  shown.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

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

  // As large as a window at 200 %, or a phone that lies on its side.
  it.each(['Message actions', 'Actions for the chat with Bob', 'More about Bob'])(
    'shows each of its items in a low window: %s',
    async (name) => {
      await alice.setViewportSize({ width: 640, height: 360 });
      // Which has the list of chats on a page of its own.
      if (name.startsWith('Actions')) await alice.getByRole('link', { name: 'Back' }).click();
      await menuOf(name).last().press('Enter');
      const items = alice.getByRole('menuitem');
      await items.first().waitFor();
      expect(await axeFindings(alice)).toEqual([]);
      expect(await isInWindow(alice.getByRole('menu'))).toBe(true);
      const cutOff: string[] = [];
      for (const item of await items.all()) {
        await item.and(alice.locator('[data-active-item]')).waitFor();
        if (!(await isInWindow(item))) cutOff.push(await item.innerText());
        await alice.keyboard.press('ArrowDown');
      }
      expect(cutOff).toEqual([]);
    },
  );

  it('gives the focus back to its button where it is closed', async () => {
    const button = menuOf('Message actions').last();
    await button.press('Enter');
    await alice.getByRole('menuitem').first().waitFor();
    await alice.keyboard.press('Escape');
    await alice.getByRole('menu').waitFor({ state: 'detached' });
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  });
});
