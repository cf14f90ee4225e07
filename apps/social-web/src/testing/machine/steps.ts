// What the people of the machine test do, as people do it: with keys, pointer and menus, in the tab that has their attention.
import type { Locator, Page } from 'playwright-core';
import type { MachinePerson } from './machine-person.js';
import { pick, type Random, type Weighted } from './random.js';

/** Resolves with what was done; null where it cannot be done now. */
export type Step = (person: MachinePerson, page: Page, random: Random) => Promise<string | null>;

const ownField = (page: Page) => page.locator('.composer textarea[aria-label^="Message "]');

async function partnerOf(page: Page): Promise<string | null> {
  const field = ownField(page);
  if (!(await field.isVisible())) return null;
  return ((await field.getAttribute('aria-label')) ?? '').replace('Message ', '') || null;
}

/** Writes so many messages in the conversation that is open. Returns what was written; null where that cannot be done. */
export async function write(
  person: MachinePerson,
  page: Page,
  count: number,
): Promise<readonly string[] | null> {
  const partner = await partnerOf(page);
  if (!partner) return null;
  const tokens = Array.from({ length: count }, () => `${person.name}-${++person.written}`);
  for (const token of tokens) {
    const field = ownField(page);
    await field.fill(token);
    const typed = { token, partner, isDiscarded: false };
    person.typed.push(typed);
    await field.press('Enter').catch((error: unknown) => {
      // Nobody knows whether it was pressed.
      typed.isDiscarded = true;
      throw error;
    });
  }
  return tokens;
}

const send: Step = async (person, page, random) => {
  const tokens = await write(person, page, random(4) === 0 ? 3 : 1);
  return tokens && `writes ${tokens.join(', ')}`;
};

const edit: Step = async (_person, page, random) => {
  const field = ownField(page);
  if (!(await field.isVisible()) || (await field.inputValue()) !== '') return null;
  await field.press('ArrowUp');
  const editing = page.getByLabel('Editing a message');
  if (!(await isThere(editing))) return null;
  const [token] = (await editing.inputValue()).split(' ');
  const text = `${token} changed ${random(1_000)}`;
  await editing.fill(text);
  await editing.press('Enter');
  return `edits: ${text}`;
};

const isThere = (locator: Locator, timeout = 700) =>
  locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );

/** Opens the menu of one of the messages near the end. Returns the key of its row. */
async function openMessageMenu(page: Page, random: Random, rows: string): Promise<string | null> {
  const keys = await page
    .locator(`${rows}:not(.message-pending)[data-row]`)
    .evaluateAll((found) => found.slice(-8).map((row) => row.getAttribute('data-row')));
  if (keys.length === 0) return null;
  const key = pick(random, keys)!;
  const row = page.locator(`.message[data-row="${key}"]`);
  await row.hover();
  await row.getByRole('button', { name: 'Message actions' }).click();
  return key;
}

/** Chooses from the open menu, and confirms where that is asked for. False where the menu has no such thing. */
async function choose(page: Page, name: string | RegExp, confirmed?: string): Promise<boolean> {
  const item = page.getByRole('menuitem', { name });
  await page.getByRole('menu').waitFor();
  if (!(await item.first().isVisible())) {
    await page.keyboard.press('Escape');
    return false;
  }
  await item.first().click();
  if (!confirmed) return true;
  await page.getByRole('dialog').getByRole('button', { name: confirmed, exact: true }).click();
  return true;
}

const react: Step = async (_person, page, random) => {
  const key = await openMessageMenu(page, random, '.message');
  const emoji = pick(random, ['👍', '🎉']);
  if (!key || !(await choose(page, `React with ${emoji}`))) return null;
  return `reacts to ${key} with ${emoji}`;
};

/** Also to what somebody deletes at the same moment: the server refuses it then. */
const reply: Step = async (person, page, random) => {
  const key = await openMessageMenu(page, random, '.message');
  if (!key || !(await choose(page, /^Reply$/))) return null;
  const tokens = await write(person, page, 1);
  return tokens && `replies to ${key}: ${tokens.join(', ')}`;
};

/** To one of the friends; where it is deleted at the same moment, the server refuses it. */
const forward: Step = async (person, page, random) => {
  const key = await openMessageMenu(page, random, '.message');
  if (!key) return null;
  const text = await page.locator(`.message[data-row="${key}"] .bubble`).textContent();
  if (!(await choose(page, /^Forward$/))) return null;
  const friends = page.getByRole('dialog').getByRole('option');
  if (!(await isThere(friends.first()))) {
    await page.keyboard.press('Escape');
    return null;
  }
  const friend = friends.nth(random(await friends.count()));
  const partner = (await friend.locator('bdi').textContent())!;
  const forwarded = { token: text!.split(' ')[0]!, partner, isDiscarded: false };
  person.forwarded.push(forwarded);
  await friend.click().catch((error: unknown) => {
    forwarded.isDiscarded = true;
    throw error;
  });
  return `forwards ${key} to ${partner}`;
};

const pin: Step = async (_person, page, random) => {
  const key = await openMessageMenu(page, random, '.message');
  if (!key || !(await choose(page, /^(Pin|Unpin)$/))) return null;
  return `pins or unpins ${key}`;
};

export const deletion =
  (name: string, rows: string): Step =>
  async (person, page, random) => {
    const key = await openMessageMenu(page, random, rows);
    if (!key) return null;
    // Also if it is not known in the end whether the dialog was confirmed.
    person.removed.add(key);
    if (!(await choose(page, name, name))) return null;
    return `${name}: ${key}`;
  };

const open: Step = async (_person, page, random) => {
  const rows = page.locator('.chat-row');
  const count = await rows.count();
  if (count === 0) return null;
  const row = rows.nth(random(count));
  await row.click();
  return `opens ${await row.locator('.chat-name').textContent()}`;
};

const toList: Step = async (_person, page) => {
  await page.getByRole('link', { name: 'Chats' }).click();
  return 'goes back to the list';
};

const scroll: Step = async (_person, page, random) => {
  const frame = page.locator('.messages');
  if (!(await frame.isVisible())) return null;
  await frame.hover();
  const pixels = pick(random, [-4_000, -1_200, -200, 300, 1_500, 9_000]);
  await page.mouse.wheel(0, pixels);
  return `scrolls by ${pixels}`;
};

/** What was refused gets the choice that it is shown with. */
const decide: Step = async (person, page, random) => {
  const row = page.locator('.message-pending').first();
  const choice = pick(random, ['Send again', 'Send without the quote', 'Discard']);
  const button = row.getByRole('button', { name: choice });
  if (!(await button.isVisible())) return null;
  const key = (await row.getAttribute('data-row'))!;
  const token = await row.locator('.bubble').textContent();
  if (choice === 'Discard') {
    person.removed.add(key);
    const isForwarded = (await row.locator('.message-forwarded').count()) > 0;
    // Its words may be gone, and with them which it was.
    if (isForwarded) for (const one of person.forwarded) one.isDiscarded = true;
    for (const one of person.typed) if (one.token === token) one.isDiscarded = true;
  }
  await button.click();
  return `${choice}: ${token}`;
};

const mute: Step = async (_person, page) => {
  const menu = page.locator('.conversation-header').getByRole('button', { name: /^More about/ });
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
    const inHead = page
      .locator('.conversation-header')
      .getByRole('button', { name: /^More about/ });
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

const takeRelease: Step = async (_person, page) => {
  const button = page.getByRole('button', { name: 'Load it' });
  if (!(await button.isVisible())) return null;
  await button.click();
  return 'takes the new version';
};

const reload: Step = async (_person, page) => {
  await page.reload({ waitUntil: 'commit' });
  return 'reloads';
};

export const steps: Weighted<Step> = [
  [30, send],
  [6, edit],
  [8, react],
  [6, reply],
  [4, forward],
  [4, pin],
  [3, deletion('Delete for me', '.message')],
  [4, deletion('Delete for both', '.message-own')],
  [12, open],
  [3, toList],
  [8, scroll],
  [6, decide],
  [2, mute],
  [4, setOfChat(/^(Archive|Unarchive)$/)],
  [3, setOfChat(/^Mark as unread$/)],
  [2, toArchive],
  [4, relate],
  [3, takeRelease],
  [4, reload],
];
