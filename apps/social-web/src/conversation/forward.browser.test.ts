import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { overflow } from '../testing/overflow.js';
import {
  befriend,
  openChat,
  sendText,
  signInAs,
  startTwoPeople,
  type Person,
  type TwoPeople,
} from '../testing/people.js';
import { isControlled } from '../testing/worker.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;
let carol: Person;

// Bob forwards what Alice writes to Carol, who does not know her.
beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
  carol = await signInAs(people.browser, people.server.url, 'Carol');
  await befriend(bob, carol.page, 'Carol');
  await openChat(carol.page, 'Bob');
  await openChat(bob, 'Alice');
  await openChat(alice, 'Bob');
  for (const text of ['The key is under the mat', 'Nothing for others', 'At nine'])
    await sendText(alice, 'Bob', text);
  await rowOf(bob, 'At nine').waitFor();
});
afterAll(() => people?.close());

const rowOf = (page: Page, text: string) =>
  page.locator('.message', { has: page.locator('.bubble', { hasText: text }) });
const isMarked = (page: Page, text: string) =>
  rowOf(page, text).getByText('Forwarded', { exact: true }).waitFor();
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Forward to' });

async function choose(page: Page, text: string, action: string): Promise<void> {
  await rowOf(page, text).hover();
  await rowOf(page, text).getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

describe('a message is forwarded', () => {
  it('to a friend who is found by a part of a name, with the keyboard alone, and says so to both', async () => {
    await choose(bob, 'The key', 'Forward');
    const dialog = dialogOf(bob);
    await dialog.getByRole('option', { name: 'Carol' }).waitFor();
    expect(await dialog.getByRole('option').count()).toBe(2);
    expect(await axeFindings(bob)).toEqual([]);
    await bob.keyboard.type('nobody');
    await dialog.getByText('Nobody of that name.').waitFor();
    await bob.keyboard.press('ControlOrMeta+a');
    await bob.keyboard.type('CÀR');
    await dialog
      .getByRole('option', { name: 'Carol' })
      .and(bob.locator('[data-active-item]'))
      .waitFor();
    expect(await dialog.getByRole('option').count()).toBe(1);
    await bob.keyboard.press('Enter');
    await bob.getByText('On its way to Carol.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await isMarked(carol.page, 'The key');
    expect(await rowOf(carol.page, 'The key').textContent()).not.toContain('Alice');
    expect(await axeFindings(carol.page)).toEqual([]);
    await openChat(bob, 'Carol');
    await isMarked(bob, 'The key');
  });

  it('and is nobody’s to edit', async () => {
    await rowOf(bob, 'The key').hover();
    await rowOf(bob, 'The key').getByRole('button', { name: 'Message actions' }).click();
    await bob.getByRole('menuitem', { name: 'Delete for both' }).waitFor();
    expect(await bob.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0);
    await bob.keyboard.press('Escape');
    await bob.getByLabel('Message Carol').press('ArrowUp');
    expect(await bob.getByLabel('Editing a message').count()).toBe(0);
  });

  it('without a network: it waits in its place, with its words, also after another start, and keeps its order', async () => {
    await openChat(bob, 'Alice');
    await isControlled(bob);
    await rowOf(bob, 'At nine').waitFor();
    await bob.context().setOffline(true);
    await choose(bob, 'At nine', 'Forward');
    await dialogOf(bob).getByRole('option', { name: 'Carol' }).click();
    await openChat(bob, 'Carol');
    await isMarked(bob, 'At nine');
    await sendText(bob, 'Carol', 'She says');
    await bob.reload();
    await isMarked(bob, 'At nine');
    await rowOf(bob, 'At nine').getByText('Waits for the connection').waitFor();
    await bob.context().setOffline(false);
    await rowOf(carol.page, 'She says').waitFor();
    const texts = await carol.page.locator('.bubble').allTextContents();
    expect(texts.slice(-2)).toEqual(['At nine', 'She says']);
  });

  it('that is gone by then: it says why, in its place, and can be discarded', async () => {
    await openChat(bob, 'Alice');
    await rowOf(bob, 'Nothing for others').waitFor();
    await bob.context().setOffline(true);
    await choose(bob, 'Nothing for others', 'Forward');
    await dialogOf(bob).getByRole('option', { name: 'Carol' }).click();
    await choose(alice, 'Nothing for others', 'Delete for both');
    await alice.getByRole('dialog').getByRole('button', { name: 'Delete for both' }).click();
    await rowOf(alice, 'Nothing for others').waitFor({ state: 'detached' });
    await openChat(bob, 'Carol');
    await bob.context().setOffline(false);
    const refused = bob.locator('.message-pending');
    await refused.getByText('The message is not there any more.').waitFor();
    await refused.getByText('This message was deleted.').waitFor();
    await refused.getByRole('button', { name: 'Discard' }).click();
    await refused.waitFor({ state: 'detached' });
    expect(await carol.page.getByText('Nothing for others').count()).toBe(0);
  });

  it('by a finger, from right to left', async () => {
    const context = await people.browser.newContext({
      ...{ locale: 'ar', viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
      storageState: await bob.context().storageState(),
    });
    const phone = await context.newPage();
    await phone.goto(bob.url());
    await rowOf(phone, 'The key').getByRole('button').first().tap();
    await phone.getByRole('menuitem', { name: 'إعادة توجيه' }).tap();
    const friend = phone.getByRole('option', { name: 'Alice' });
    await friend.waitFor();
    expect((await friend.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await overflow(phone)).toEqual([]);
    await friend.tap();
    await isMarked(alice, 'The key');
    await context.close();
  });
});

it('nothing of it is a fault of a page', () => {
  const errors = [people.alice, people.bob, carol].flatMap(({ consoleErrors }) => consoleErrors);
  expect(errors).toEqual([]);
});
