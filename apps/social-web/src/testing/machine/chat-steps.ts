// What the people of the machine test do with a conversation as a whole, and with each other.
import type { Page } from 'playwright-core';
import { choose, isThere, partnerOf, type Step } from './page-actions.js';
import { pick, type Weighted } from './random.js';

const headMenu = (page: Page) =>
  page.locator('.conversation-header').getByRole('button', { name: /^More about/ });

const mute: Step = async (_person, page) => {
  const menu = headMenu(page);
  if (!(await menu.isVisible())) return null;
  await menu.click();
  return (await choose(page, /^(Mute for an hour|Unmute)$/)) ? 'mutes or unmutes' : null;
};

/** In the menu of a row, or in the head of the conversation. */
const setOfChat =
  (names: RegExp): Step =>
  async (_person, page, random) => {
    const rows = page.locator('.chat-row', { has: page.locator('.chat-menu') });
    const count = await rows.count();
    const inHead = headMenu(page);
    if (count > 0 && random(3) > 0) {
      const row = rows.nth(random(count));
      await row.hover();
      await row.getByRole('button').click();
    } else if (await inHead.isVisible()) await inHead.click();
    else return null;
    return (await choose(page, names)) ? `chooses ${names.source}` : null;
  };

const toArchive: Step = async (_person, page) => {
  const way = page.locator('[data-list]');
  if (!(await way.first().isVisible())) return null;
  await way.first().click();
  return 'goes to the archive, or back';
};

/** Ends a friendship, or begins one again. */
const relate: Step = async (person, page, random) => {
  const other = pick(
    random,
    ['Alice', 'Bob', 'Cleo'].filter((name) => name !== person.name),
  );
  await page.getByRole('link', { name: 'Friends' }).click();
  await page.getByLabel('Add a friend').waitFor();
  const views = page.getByRole('navigation', { name: 'Friends' });
  await views.getByRole('link', { name: 'All' }).click();
  const more = page.getByRole('button', { name: `More about ${other}` });
  if (await isThere(more, 300)) {
    if (random(3) > 0) return `is a friend of ${other}`;
    await more.click();
    const name = pick(random, ['Remove friend', 'Block']);
    return (await choose(page, name, name)) ? `${name}: ${other}` : null;
  }
  await views.getByRole('link', { name: 'Blocked' }).click();
  const unblock = page.getByRole('button', { name: /^Unblock/ }).first();
  if (await isThere(unblock, 300)) {
    await unblock.click();
    return 'unblocks';
  }
  await views.getByRole('link', { name: 'Pending' }).click();
  const accept = page.getByRole('button', { name: /^Accept/ }).first();
  if (await isThere(accept, 300)) {
    await accept.click();
    return 'accepts';
  }
  await page.getByLabel('Add a friend').fill(`${other.toLowerCase()}@example.test`);
  await page.keyboard.press('Enter');
  return `asks ${other}`;
};

/** Or sets that they stay, and so do those that are sent from then on. */
const letEnd: Step = async (person, page, random) => {
  const [menu, partner] = [headMenu(page), await partnerOf(page)];
  if (!partner || !(await menu.isVisible())) return null;
  await menu.click();
  if (!(await choose(page, 'Let messages end'))) return null;
  const choice = pick(random, ['5 minutes', 'Never']);
  person.withEnd.add(partner);
  await page.getByRole('dialog').getByRole('radio', { name: choice }).click();
  await page.keyboard.press('Escape');
  return `lets messages end: ${choice}`;
};

export const chatSteps: Weighted<Step> = [
  [2, mute],
  [4, setOfChat(/^(Archive|Unarchive)$/)],
  [3, setOfChat(/^Mark as unread$/)],
  [2, toArchive],
  [4, relate],
  [2, letEnd],
];
