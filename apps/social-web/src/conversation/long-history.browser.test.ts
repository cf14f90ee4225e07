import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page, Route } from 'playwright-core';
import {
  keepsNothing,
  openChat,
  sendText,
  startTwoPeople,
  type TwoPeople,
} from '../testing/people.js';
import { sendMany } from '../testing/send-many.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
const many = 180;

let people: TwoPeople;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
  bob = people.bob.page;
  await bob.getByRole('link', { name: 'Friends' }).click();
  await alice.evaluate(sendMany, many);
  await alice.getByText(`Number ${many} of many`).last().waitFor();
});
afterAll(() => people?.close());

const bubble = (page: Page, number: number) =>
  page.locator('.bubble', { hasText: `Number ${number} of many` });

/** Scrolls until the message is there; each step may have to wait for a page of history. */
async function scrollTo(page: Page, number: number, by: number): Promise<void> {
  await page.locator('.messages').hover();
  while ((await bubble(page, number).count()) === 0) {
    await page.mouse.wheel(0, by);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Scrolls up in small steps until then. */
async function scrollUntil(page: Page, moment: Promise<unknown>): Promise<void> {
  let hasCome = false;
  void moment.then(() => (hasCome = true));
  await page.locator('.messages').hover();
  while (!hasCome) {
    await page.mouse.wheel(0, -100);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Holds the next page of older messages back until it is released. */
async function holdOlder(page: Page) {
  const signals = new EventEmitter();
  const requested = once(signals, 'requested');
  const released = once(signals, 'released');
  const hold = async (route: Route) => {
    signals.emit('requested');
    await released;
    await route.continue();
  };
  await page.route(/\/api\/messages\?.*\bbefore=/, hold, { times: 1 });
  return { requested, release: () => signals.emit('released') };
}

/** The position of a message on the screen and the height of all, once nothing moves any more. */
async function positionOf(page: Page, number: number): Promise<{ top: number; height: number }> {
  return bubble(page, number).evaluate(async (element) => {
    const frame = document.querySelector('.messages')!;
    const position = () => ({
      top: element.getBoundingClientRect().top,
      height: frame.scrollHeight,
    });
    for (let quiet = 0, last = position(); quiet < 5;) {
      await new Promise(requestAnimationFrame);
      const now = position();
      quiet = now.top === last.top && now.height === last.height ? quiet + 1 : 0;
      last = now;
    }
    return position();
  });
}

/** Runs in the page, where no frame is missed: turns the wheel up from the first frame in which the end is there. */
async function scrollUpAtOnce(turns: number): Promise<void> {
  const nextFrame = () => new Promise(requestAnimationFrame);
  const find = () => document.querySelector('.messages');
  while (!find() || find()!.scrollTop === 0) await nextFrame();
  for (let turn = 0; turn < turns; turn++) {
    find()!.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true }));
    find()!.scrollBy(0, -100);
    await nextFrame();
  }
}

/** Pixels between the frame and the end of the conversation. */
const belowOf = (page: Page) =>
  page
    .locator('.messages')
    .evaluate(
      ({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop,
    );

/** A row may be mounted for the keyboard and be out of sight. */
const isInSight = (page: Page, text: string) =>
  page.locator('.bubble', { hasText: text }).evaluateAll((bubbles) => {
    const frame = document.querySelector('.messages')!.getBoundingClientRect();
    return bubbles.some((bubble) => bubble.getBoundingClientRect().top < frame.bottom);
  });

it('has headings without a gap, also where the day of the messages is not drawn', async () => {
  expect(await bubble(alice, 1).count()).toBe(0);
  const findings = await alice.evaluate<string[]>(`${axe}; axe.run().then(({ violations }) =>
    violations.map(({ id }) => id))`);
  expect(findings).toEqual([]);
});

describe('a long conversation', () => {
  it('opens at the first message that was not read', async () => {
    await bob.getByRole('link', { name: 'Chats' }).click();
    await bob.locator('.chat-preview', { hasText: `Number ${many} of many` }).waitFor();
    await bob.getByRole('link', { name: /Alice/ }).first().click();
    await bob.getByText('New messages', { exact: true }).waitFor();
  });

  it('can be read to its beginning and back, with a number of elements that does not grow', async () => {
    await scrollTo(alice, 1, -700);
    // Rows are there some time before they are in sight.
    await alice.mouse.wheel(0, -2_000);
    await alice.getByText('This is where you and Bob began.').waitFor();
    expect(await alice.locator('.bubble').count()).toBeLessThan(80);
    await alice.getByRole('button', { name: 'To the newest' }).click();
    await bubble(alice, many).waitFor();
    expect(await alice.locator('.bubble').count()).toBeLessThan(80);
  });

  it('stays at the same message when older ones are added above', async () => {
    // What was read before is not fetched again, by a device that keeps it.
    await keepsNothing(alice);
    await alice.reload();
    await alice.getByRole('link', { name: 'Search' }).click();
    await alice.getByLabel('Search your messages').fill('150');
    const older = await holdOlder(alice);
    await alice.getByRole('link', { name: /Number 150 of many/ }).click();
    await bubble(alice, 150).waitFor();
    await scrollUntil(alice, older.requested);
    const before = await positionOf(alice, 145);
    older.release();
    await alice.waitForFunction(
      (height) => document.querySelector('.messages')!.scrollHeight > height + 500,
      before.height,
    );
    const { top } = await positionOf(alice, 145);
    expect(Math.abs(top - before.top)).toBeLessThan(2);
  });

  it('opens at a message that was searched for, and goes on both ways from there', async () => {
    await alice.getByRole('link', { name: 'Search' }).click();
    await alice.getByLabel('Search your messages').fill('90');
    await alice.getByRole('link', { name: /Number 90 of many/ }).click();
    await bubble(alice, 90).waitFor();
    await scrollTo(alice, 40, -400);
    await scrollTo(alice, 160, 400);
  });

  it('shows more results, and moves the focus to the first of them', async () => {
    await alice.getByRole('link', { name: 'Search' }).click();
    await alice.getByLabel('Search your messages').fill('many');
    const found = alice.locator('.found-row');
    await found.first().waitFor();
    const shown = await found.count();
    await alice.getByRole('button', { name: 'More results' }).focus();
    await alice.keyboard.press('Enter');
    await found.nth(shown).and(alice.locator(':focus')).waitFor();
  });

  it('scrolls to the end with an own message', async () => {
    await alice.getByRole('link', { name: 'Search' }).click();
    await alice.getByLabel('Search your messages').fill('20');
    await alice.getByRole('link', { name: /Number 20 of many/ }).click();
    await bubble(alice, 20).waitFor();
    await sendText(alice, 'Bob', 'From the middle');
    await alice.locator('.bubble', { hasText: 'From the middle' }).waitFor();
    await bubble(alice, many).waitFor();
  });

  it('lets a reader leave the end as soon as it is there, and does not take them back to it', async () => {
    await alice.getByRole('link', { name: 'Chats' }).click();
    await openChat(alice, 'Bob');
    await alice.reload({ waitUntil: 'commit' });
    await alice.evaluate(scrollUpAtOnce, 20);
    // Rows may have grown, and a turn in a frame that measures the first of them counts for nothing: on a busy machine more of them do.
    const left = await belowOf(alice);
    expect(left).toBeGreaterThan(300);
    await sendText(bob, 'Alice', 'While scrolling');
    await alice.locator('.chat-preview', { hasText: 'While scrolling' }).waitFor();
    await alice.getByRole('button', { name: '1 new message', exact: true }).waitFor();
    expect(await belowOf(alice)).toBeGreaterThanOrEqual(left - 1);
    await alice.getByRole('button', { name: '1 new message', exact: true }).click();
    await alice.locator('.messages-new').waitFor({ state: 'detached' });
  });

  it('stays in place when a new message arrives, and offers to scroll to it', async () => {
    await alice.getByRole('link', { name: 'Chats' }).click();
    await openChat(alice, 'Bob');
    await bubble(alice, many).waitFor();
    await scrollTo(alice, 120, -400);
    expect(await isInSight(alice, `Number ${many} of many`)).toBe(false);
    await sendText(bob, 'Alice', 'Something new');
    await alice.locator('.chat-preview', { hasText: 'Something new' }).waitFor();
    expect(await isInSight(alice, 'Something new')).toBe(false);
    await alice.getByRole('button', { name: '1 new message', exact: true }).waitFor();
    for (let number = 2; number <= 30; number++) await sendText(bob, 'Alice', `New ${number}`);
    await alice.getByRole('button', { name: '30 new messages' }).click();
    await alice.getByText('New messages', { exact: true }).waitFor();
    expect(await isInSight(alice, 'Something new')).toBe(true);
    expect(await isInSight(alice, 'New 30')).toBe(false);
    // Those that are in sight by now have been read.
    await alice.getByRole('button', { name: /^[12]\d new messages$/ }).click();
    await alice.locator('.bubble', { hasText: 'New 30' }).waitFor();
    await alice.locator('.messages-new').waitFor({ state: 'detached' });
  });
});
