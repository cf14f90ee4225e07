// What every step of a person is made of: the field, the menus, and a look whether something is there.
import type { Locator, Page } from 'playwright-core';
import type { MachinePerson, Typed } from './machine-person.js';
import { pick, type Random } from './random.js';

/** Resolves with what was done; null where it cannot be done now. */
export type Step = (person: MachinePerson, page: Page, random: Random) => Promise<string | null>;

export const ownField = (page: Page) => page.locator('.composer textarea[aria-label^="Message "]');

/** With whom the conversation is that is open; null where nobody can write to them. */
export async function partnerOf(page: Page): Promise<string | null> {
  const field = ownField(page);
  if (!(await field.isVisible())) return null;
  return ((await field.getAttribute('aria-label')) ?? '').replace('Message ', '') || null;
}

export const isThere = (locator: Locator, timeout = 700) =>
  locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );

/** Opens the menu of one of the messages near the end. Returns the key of its row. */
export async function openMessageMenu(
  page: Page,
  random: Random,
  rows: string,
): Promise<string | null> {
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
export async function choose(
  page: Page,
  name: string | RegExp,
  confirmed?: string,
): Promise<boolean> {
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
    await fillOwn(page, token);
    await sendOff(page, note(person.typed, token, partner));
  }
  return tokens;
}

/** Types into the field. One that goes in this moment, as after a block, is filled where nobody sees it: then there was nothing typed. */
export async function fillOwn(page: Page, text: string): Promise<void> {
  await ownField(page).fill(text);
  const shown = await ownField(page).inputValue();
  if (shown !== text) throw new Error(`the field shows ${shown}, not ${text}`);
}

/** Notes what is about to be sent off. */
export function note(all: Typed[], token: string, partner: string): Typed {
  const typed = { token, partner, at: Date.now(), isDiscarded: false };
  all.push(typed);
  return typed;
}

export const sendOff = (page: Page, typed: Typed) =>
  unlessDoubted(typed, ownField(page).press('Enter'));

/** Nobody knows whether an action that has failed was done. */
export async function unlessDoubted(typed: Typed, action: Promise<void>): Promise<void> {
  await action.catch((error: unknown) => {
    typed.isDiscarded = true;
    throw error;
  });
}
