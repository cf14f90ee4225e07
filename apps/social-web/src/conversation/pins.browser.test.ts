import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { press } from '../testing/keyboard.js';
import { overflow } from '../testing/overflow.js';
import { sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';
import { sendMany } from '../testing/send-many.js';
import { isControlled } from '../testing/worker.js';

let people: TwoPeople;
let alice: Page;
/** Two tabs of one person. */
let bob: Page;
let second: Page;

beforeAll(async () => {
  people = await startTwoPeople({ env: { MESSAGE_LIMIT: '0' } });
  [alice, bob] = [people.alice.page, people.bob.page];
  await sendText(alice, 'Bob', 'We meet at the station');
  await rowOf(bob, 'We meet at the station').waitFor();
  second = await bob.context().newPage();
  await second.goto(bob.url());
  await rowOf(second, 'We meet at the station').waitFor();
  await bob.bringToFront();
});
afterAll(() => people?.close());

const rowOf = (page: Page, text: string) =>
  page.locator('.message', { has: page.locator('.bubble', { hasText: text }) });
const bar = (page: Page) => page.getByRole('region', { name: 'Pinned messages' });
const newest = (page: Page, text: string) => bar(page).getByRole('link', { name: text });
const list = (page: Page) => page.getByRole('dialog', { name: 'Pinned messages' });
const entries = (page: Page) => list(page).getByRole('listitem');

async function choose(page: Page, text: string, action: string): Promise<void> {
  await page.bringToFront();
  await rowOf(page, text).hover();
  await rowOf(page, text).getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

describe('a pinned message', () => {
  it('is pinned by the keyboard, stands above the conversation of both, and leads to itself', async () => {
    await rowOf(bob, 'We meet at the station').focus();
    await press(rowOf(bob, 'We meet').getByRole('button', { name: 'Message actions' }));
    await bob.getByRole('menu').waitFor();
    await press(bob.getByRole('menuitem', { name: 'Pin', exact: true }), 'ArrowDown');
    for (const page of [alice, bob, second]) {
      await newest(page, 'We meet at the station').waitFor();
      await rowOf(page, 'We meet').getByText('Pinned', { exact: true }).waitFor();
    }
    expect(await axeFindings(bob)).toEqual([]);
    // Far enough that it is in no page of the newest ones.
    await alice.evaluate(sendMany, 120);
    await rowOf(bob, 'Number 120').waitFor();
    await bob.reload();
    await rowOf(bob, 'Number 120').waitFor();
    await newest(bob, 'We meet at the station').click();
    await bob.locator('.message-found', { hasText: 'We meet at the station' }).waitFor();
  });

  it('is there without a network, also where it is far up', async () => {
    await isControlled(bob);
    await bob.goto(bob.url().replace(/\?.*/, ''));
    await rowOf(bob, 'Number 120').waitFor();
    await newest(bob, 'We meet at the station').waitFor();
    await bob.context().setOffline(true);
    await bob.reload();
    await newest(bob, 'We meet at the station').waitFor();
    // What is done now waits with what is queued.
    await choose(bob, 'Number 120', 'Pin');
    for (const page of [bob, second]) await newest(page, 'Number 120').waitFor();
    await bob.reload();
    await newest(bob, 'Number 120').waitFor();
    await bob.context().setOffline(false);
    await newest(alice, 'Number 120').waitFor();
  });

  it('is in a list of all, the newest pin first, from which it is taken', async () => {
    await bar(bob).getByRole('button', { name: 'All 2' }).focus();
    await bob.keyboard.press('Enter');
    await entries(bob).first().getByText('Number 120').waitFor();
    await entries(bob).last().getByText('We meet at the station').waitFor();
    expect(await axeFindings(bob)).toEqual([]);
    await entries(bob).first().getByRole('button', { name: 'Unpin: Number 120' }).click();
    for (const page of [alice, second]) await newest(page, 'We meet at the station').waitFor();
    expect(await entries(bob).count()).toBe(1);
    await entries(bob).getByRole('link').click();
    await bob.locator('.message-found', { hasText: 'We meet at the station' }).waitFor();
    await list(bob).waitFor({ state: 'detached' });
  });

  it('leaves when its text changes to nothing: deleted for both, or for oneself', async () => {
    await choose(alice, 'Number 119', 'Pin');
    await choose(alice, 'Number 118', 'Pin');
    for (const page of [bob, second]) await newest(page, 'Number 118').waitFor();
    await choose(alice, 'Number 118', 'Delete for both');
    await alice.getByRole('dialog').getByRole('button', { name: 'Delete for both' }).click();
    for (const page of [alice, bob, second]) await newest(page, 'Number 119').waitFor();
    await bob.goto(bob.url().replace(/\?.*/, ''));
    await choose(bob, 'Number 119', 'Delete for me');
    await bob.getByRole('dialog').getByRole('button', { name: 'Delete for me' }).click();
    for (const page of [bob, second]) await newest(page, 'We meet at the station').waitFor();
    await newest(alice, 'Number 119').waitFor();
  });

  it('follows an edit', async () => {
    await sendText(alice, 'Bob', 'At eight');
    await choose(alice, 'At eight', 'Pin');
    await newest(bob, 'At eight').waitFor();
    await choose(alice, 'At eight', 'Edit');
    await alice.getByLabel('Editing a message').fill('At nine');
    await alice.keyboard.press('Enter');
    for (const page of [alice, bob, second]) await newest(page, 'At nine').waitFor();
  });

  it('that the server refuses says why, and can be dropped', async () => {
    // Another tab of the browser may be the one that sends.
    await bob.context().route('**/api/message/pin', async (route) => {
      const problem = {
        code: 'too_many_pins',
        status: 409,
        title: 'Conflict',
        type: 'about:blank',
      };
      const contentType = 'application/problem+json';
      await route.fulfill({ status: 409, contentType, body: JSON.stringify(problem) });
    });
    await choose(bob, 'Number 120', 'Pin');
    await rowOf(bob, 'Number 120').getByText('fifty pinned messages').waitFor();
    await newest(bob, 'At nine').waitFor();
    await rowOf(bob, 'Number 120').getByRole('button', { name: 'Discard' }).click();
    await rowOf(bob, 'Number 120').getByText('fifty pinned').waitFor({ state: 'detached' });
    await bob.context().unroute('**/api/message/pin');
  });

  it('has a bar that a finger meets, from right to left as well', async () => {
    const { browser } = people;
    const context = await browser.newContext({
      ...{ locale: 'ar', viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
      storageState: await bob.context().storageState(),
    });
    const phone = await context.newPage();
    await phone.goto(bob.url().replace(/\?.*/, ''));
    const parts = [phone.locator('.pinned-newest'), phone.locator('.pinned-all')];
    for (const part of parts) {
      await part.waitFor();
      expect((await part.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
    await parts[1]!.tap();
    const unpin = phone.locator('.pinned-list .button-round').first();
    await unpin.waitFor();
    expect((await unpin.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await overflow(phone)).toEqual([]);
    await context.close();
  });
});

it('nothing of it is a fault of a page', () => {
  const errors = [people.alice, people.bob].flatMap(({ consoleErrors }) => consoleErrors);
  expect(errors).toEqual([]);
});
