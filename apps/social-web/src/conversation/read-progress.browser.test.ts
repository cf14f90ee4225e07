import type { Page } from 'playwright-core';
import { startTwoPeople, type TwoPeople } from '../testing/people.js';
import { sendMany } from '../testing/send-many.js';

const many = 120;

let people: TwoPeople;
let alice: Page;
let bob: Page;
const reported: number[] = [];

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
  bob = people.bob.page;
  await bob.getByRole('link', { name: 'Friends' }).click();
  await alice.evaluate(sendMany, many);
  await openUnread();
});
afterAll(() => people?.close());

async function openUnread(): Promise<void> {
  await bob.getByRole('link', { name: 'Chats' }).click();
  await bob.locator('.chat-preview', { hasText: `Number ${many} of many` }).waitFor();
  bob.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/message/read')) reported.push(request.postDataJSON().seq);
  });
  await bob.getByRole('link', { name: /Alice/ }).first().click();
  await bob.getByText('New messages', { exact: true }).waitFor();
}

/** The numbers of the messages that are wholly in sight. */
const inSight = (): Promise<number[]> =>
  bob.evaluate(() => {
    const sight = document.querySelector('.messages')!.getBoundingClientRect();
    return [...document.querySelectorAll('.bubble')]
      .filter((bubble) => {
        const { top, bottom } = bubble.getBoundingClientRect();
        return top >= sight.top && bottom <= sight.bottom;
      })
      .map(({ textContent }) => Number(/Number (\d+)/.exec(textContent)?.[1]));
  });

/** The number of a message is its place in the chat. */
async function untilReported(seq: number): Promise<void> {
  while (!reported.includes(seq)) await bob.waitForTimeout(50);
}

it('what is in sight of many unread messages is read, and no more', async () => {
  const shown = await inSight();
  expect(shown[0]).toBe(1);
  await untilReported(shown.at(-1)!);
  expect(Math.max(...reported)).toBe(shown.at(-1));
  await bob.getByRole('button', { name: `${many - shown.at(-1)!} new messages` }).waitFor();
  // The mark stays where it was.
  expect(await inSight()).toEqual(shown);
  await bob.getByText('New messages', { exact: true }).waitFor();
});

it('who jumps over a part of them has not read what is there', async () => {
  const before = Math.max(...reported);
  await bob.locator('.messages').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight / 2));
  await bob.waitForTimeout(1_500);
  expect((await inSight())[0]).toBeGreaterThan(before);
  expect(Math.max(...reported)).toBe(before);
});

it('who has read a part of them begins after it when the page is loaded anew', async () => {
  await bob.locator('.messages').evaluate((frame) => frame.scrollTo(0, 0));
  await bob.waitForTimeout(500);
  await bob.locator('.messages').hover();
  for (let step = 0; step < 12; step += 1) {
    await bob.mouse.wheel(0, 200);
    await bob.waitForTimeout(600);
  }
  const last = (await inSight()).at(-1)!;
  expect(last).toBeGreaterThan(20);
  await untilReported(last);
  // What was read in the last moment may be on its way to the device's copy of the list.
  const before = reported.filter((seq) => seq !== last).at(-1)!;
  await bob.reload();
  await bob.getByText('New messages', { exact: true }).waitFor();
  const begin = bob.locator('.messages li', { hasText: 'New messages' });
  const first = await begin.locator('xpath=following-sibling::li[1]').textContent();
  const number = Number(/Number (\d+)/.exec(first!)![1]);
  expect(number).toBeGreaterThan(before);
  expect(number).toBeLessThanOrEqual(last + 1);
  expect(await inSight()).toContain(number);
  await alice.getByRole('link', { name: 'Friends' }).click();
  await alice.getByRole('link', { name: 'Chats' }).click();
  await alice.getByRole('link', { name: /Bob/ }).first().click();
  await alice.locator('.message').last().waitFor();
  expect(await alice.locator('.message', { hasText: 'Read' }).count()).toBe(0);
});
