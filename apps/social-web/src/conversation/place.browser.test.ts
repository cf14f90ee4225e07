import type { Page } from 'playwright-core';
import { openChat, startTwoPeople, type TwoPeople } from '../testing/people.js';

const many = 150;

let people: TwoPeople;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  people = await startTwoPeople({ env: { MESSAGE_LIMIT: '0' } });
  [alice, bob] = [people.alice.page, people.bob.page];
  // Of many heights.
  for (let seq = 1; seq <= many; seq += 1) {
    const text = nameOf(seq) + ' and so on'.repeat((seq * 7) % 40);
    await call(seq % 3 === 0 ? alice : bob, 'send', { text });
  }
});
afterAll(() => people?.close());

const nameOf = (seq: number) => `Line ${seq}.`;
const bubble = (seq: number) => alice.locator('.bubble', { hasText: nameOf(seq) }).first();
const longer = (seq: number) => `${nameOf(seq)} ${'and much more '.repeat(50)}`;

/** As from another device of the person. */
async function call(page: Page, name: string, body: object): Promise<void> {
  const status = await page.evaluate(
    async ([path, members]) => {
      const chatId = location.pathname.split('/').at(-1);
      const headers = { 'content-type': 'application/json' };
      const json = JSON.stringify({ chatId, ...members });
      return (await fetch(`/api/message/${path}`, { method: 'POST', headers, body: json })).status;
    },
    [name, body] as const,
  );
  expect(status).toBe(200);
}

interface Watched {
  /** From the top of the screen to that of the message, in pixels; one for each frame that was painted. */
  places: number[];
}

/** Turns the wheel until the message is drawn and in sight; from then on its place is watched. */
async function readAt(seq: number): Promise<void> {
  await alice.locator('.messages').hover();
  const isInSight = () =>
    bubble(seq).evaluateAll((found) => {
      const { top, bottom } = document.querySelector('.messages')!.getBoundingClientRect();
      const at = found[0]?.getBoundingClientRect();
      return at !== undefined && at.top > top && at.bottom < bottom;
    });
  while (!(await isInSight())) {
    await alice.mouse.wheel(0, -150);
    await alice.evaluate(() => new Promise(requestAnimationFrame));
  }
  await bubble(seq).evaluate((element) => {
    const scope = window as unknown as Watched;
    scope.places = [];
    const look = () => scope.places.push(element.getBoundingClientRect().top);
    const next = () => {
      if (!element.isConnected) return;
      requestAnimationFrame(next);
      // Before any other task: what one draws nobody sees until the list has measured it.
      void scheduler.postTask(look, { priority: 'user-blocking' });
    };
    next();
  });
}

/** The largest distance between two places since the last call. */
const movedBy = () =>
  alice.evaluate(() => {
    const scope = window as unknown as Watched;
    const [first, last] = [Math.min(...scope.places), Math.max(...scope.places)];
    scope.places = scope.places.slice(-1);
    return last - first;
  });

let changes = 0;

/** Until the change, and a message after it, have been drawn. */
async function isDrawn(): Promise<void> {
  const text = `After change ${(changes += 1)}`;
  await call(bob, 'send', { text });
  await alice.locator('.chat-preview', { hasText: text }).waitFor();
  for (let frames = 0; frames < 5; frames += 1) {
    await alice.evaluate(() => new Promise(requestAnimationFrame));
  }
}

describe('who reads further up stays at the same message', () => {
  beforeAll(() => readAt(98));

  // Another try changes others.
  const near = Array.from({ length: 30 }, (_, index) => 97 - index);
  const far = Array.from({ length: 40 }, (_, index) => 20 + index);
  const gone = (seq: number) => call(alice, 'delete', { seq, for: 'me' });
  const ofBob = (above: number[]) =>
    above.splice(
      above.findIndex((seq) => seq % 3 !== 0),
      1,
    )[0]!;
  const edited = (seq: number) => call(bob, 'edit', { seq, text: longer(seq) });
  it.each([
    ['one below goes', () => gone(149)],
    ['the one before it goes', () => gone(near.shift()!)],
    ['one far above goes, which is not drawn', () => gone(far.shift()!)],
    ['two go at once', () => Promise.all([gone(near.shift()!), gone(far.shift()!)])],
    ['one above is taken back', () => call(bob, 'delete', { seq: ofBob(near) })],
    ['one far above is taken back', () => call(bob, 'delete', { seq: ofBob(far) })],
    ['one above becomes longer', () => edited(ofBob(near))],
    ['one far above becomes longer', () => edited(ofBob(far))],
    ['one above is reacted to', () => call(bob, 'react', { seq: ofBob(near), emoji: '👍' })],
    ['an own message comes from another device', () => call(alice, 'send', { text: 'Hello' })],
    ['one above goes after that', () => gone(near.shift()!)],
  ])('%s', async (_, change) => {
    await change();
    await isDrawn();
    expect(await movedBy()).toBeLessThan(2);
  });
});

it('who reads further up has the same message at the top in a window of another width', async () => {
  await alice.locator('.messages').hover();
  await alice.mouse.wheel(0, -1_500);
  await alice.waitForTimeout(300);
  const highest = () =>
    alice.evaluate(() => {
      const { top } = document.querySelector('.messages')!.getBoundingClientRect();
      const rows = [...document.querySelectorAll<HTMLElement>('.message')];
      const ends = rows.map((row) => [row.dataset['row'], row.getBoundingClientRect().bottom]);
      return ends.filter(([, end]) => Number(end) > top).sort((a, b) => +a[1]! - +b[1]!)[0]!;
    });
  const { width, height } = alice.viewportSize()!;
  for (const next of [width - 300, width]) {
    const [key, end] = await highest();
    await alice.setViewportSize({ width: next, height });
    for (let frames = 0; frames < 5; frames += 1) {
      await alice.evaluate(() => new Promise(requestAnimationFrame));
    }
    const [keyAfter, endAfter] = await highest();
    expect([keyAfter, Math.abs(Number(endAfter) - Number(end)) < 2]).toEqual([key, true]);
  }
});

it('who reads further up stays there when what is new begins elsewhere', async () => {
  await alice.getByRole('link', { name: 'Chats' }).click();
  for (let seq = many + 1; seq <= many + 20; seq += 1) {
    await call(bob, 'send', { text: nameOf(seq) + ' and so on'.repeat((seq * 7) % 40) });
  }
  await openChat(alice, 'Bob');
  await alice.getByText('New messages', { exact: true }).waitFor();
  const toNew = alice.locator('.messages-new');
  while ((await toNew.count()) > 0) await toNew.click({ timeout: 1_000 }).catch(() => {});
  await readAt(many + 14);
  await isDrawn();
  await toNew.waitFor();
  expect(await movedBy()).toBeLessThan(2);
});
