import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { keptBy } from '../testing/kept.js';
import { overflow } from '../testing/overflow.js';
import { sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';
import { isControlled } from '../testing/worker.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;
/** Another try writes something else. */
let tries = 0;

// Bob's clock can be turned on.
beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
  await bob.context().clock.install();
  await bob.reload();
});
afterAll(() => people?.close());

const rowOf = (page: Page, text: string) =>
  page.locator('.message', { has: page.locator('.bubble', { hasText: text }) });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Messages that end' });
const sign = (page: Page) => page.getByText('New messages end after 5 minutes');

async function choose(page: Page, friend: string, time: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${friend}` }).click();
  await page.getByRole('menuitem', { name: 'Let messages end' }).click();
  await dialogOf(page).getByRole('radio', { name: time }).check();
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
}

/** Resolves once what Bob's device keeps has this, or has it no more: it is written a moment after a change. */
async function isKept(text: string, isThere: boolean): Promise<void> {
  while ((await keptBy(bob)).includes(text) !== isThere) await pause(100);
}

it('is said before anything is written, to both and after a reload', async () => {
  await choose(alice, 'Bob', '5 minutes');
  for (const page of [alice, bob]) await sign(page).waitFor();
  await alice.reload();
  await sign(alice).waitFor();
  await choose(bob, 'Alice', 'Never');
  for (const page of [alice, bob]) await sign(page).waitFor({ state: 'detached' });
  await sendText(alice, 'Bob', 'This stays');
  await rowOf(bob, 'This stays').waitFor();
});

describe('messages that end', () => {
  it('are set for both, who are told', async () => {
    await bob.getByRole('button', { name: 'More about Alice' }).click();
    await bob.getByRole('menuitem', { name: 'Let messages end' }).click();
    await dialogOf(bob).getByRole('radio', { name: 'Never' }).waitFor();
    expect(await axeFindings(bob)).toEqual([]);
    await dialogOf(bob).getByRole('radio', { name: '5 minutes' }).check();
    for (const page of [alice, bob]) await sign(page).waitFor();
    await bob.keyboard.press('Escape');
    await dialogOf(bob).waitFor({ state: 'detached' });
    expect(await axeFindings(alice)).toEqual([]);
  });

  it('are gone on time without a network, from the screen, the list and the device', async () => {
    const text = `This ends ${++tries}`;
    await sendText(alice, 'Bob', text);
    await rowOf(bob, text).getByText(/^Ends/).waitFor({ state: 'attached' });
    await isControlled(bob);
    await isKept(text, true);
    await bob.context().setOffline(true);
    await bob.context().clock.fastForward('04:30');
    await rowOf(bob, text).waitFor();
    await bob.context().clock.fastForward('00:31');
    await rowOf(bob, text).waitFor({ state: 'detached' });
    expect(await bob.getByText(text).count()).toBe(0);
    await isKept(text, false);
    await bob.reload();
    await rowOf(bob, 'This stays').waitFor();
    expect(await bob.getByText(text).count()).toBe(0);
  });

  it('cannot be changed without a network, which is said at once, and as long as there is none', async () => {
    await sign(bob).click();
    await dialogOf(bob).getByRole('alert').waitFor();
    await bob.context().setOffline(false);
    await dialogOf(bob).getByRole('radio', { name: '5 minutes' }).waitFor();
    expect(await dialogOf(bob).getByRole('alert').count()).toBe(0);
    await bob.keyboard.press('Escape');
  });

  it('stay again once either wants it', async () => {
    await rowOf(bob, 'This stays').waitFor();
    await sign(alice).click();
    await dialogOf(alice).getByRole('radio', { name: 'Never' }).check();
    for (const page of [alice, bob]) await sign(page).waitFor({ state: 'detached' });
    await alice.keyboard.press('Escape');
    await sendText(alice, 'Bob', 'This stays, too');
    await rowOf(bob, 'This stays, too').waitFor();
    expect(await rowOf(bob, 'This stays, too').getByText(/^Ends/).count()).toBe(0);
  });

  it('are set by a finger, from right to left', async () => {
    const context = await people.browser.newContext({
      ...{ locale: 'ar', viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
      storageState: await alice.context().storageState(),
    });
    const phone = await context.newPage();
    await phone.goto(alice.url());
    await phone.locator('.conversation-header').getByRole('button').last().tap();
    await phone.getByRole('menuitem', { name: 'رسائل تنتهي' }).tap();
    const choice = phone.locator('.expiry-choices label').nth(1);
    await choice.tap();
    expect((await choice.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await sign(alice).waitFor();
    await phone.keyboard.press('Escape');
    await phone.locator('.expiry .icon').waitFor();
    expect(await overflow(phone)).toEqual([]);
    await context.close();
  });
});

it('nothing of it is a fault of a page', () => {
  const errors = [people.alice, people.bob].flatMap(({ consoleErrors }) => consoleErrors);
  expect(errors).toEqual([]);
});
