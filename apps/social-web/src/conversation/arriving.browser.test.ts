import { once, EventEmitter } from 'node:events';
import type { Page, Route } from 'playwright-core';
import {
  keepsNothing,
  openChat,
  sendText,
  startTwoPeople,
  type TwoPeople,
} from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
  bob = people.bob.page;
  // A device that keeps nothing fetches everything when a page loads.
  await keepsNothing(bob);
  await sendText(alice, 'Bob', 'The first');
  await bob.locator('.bubble', { hasText: 'The first' }).waitFor();
});
afterAll(() => people?.close());

const textsOf = (page: Page) => page.locator('.bubble').allTextContents();
/** Rows far above the end are drawn a moment after it. */
async function showsAll(page: Page, texts: readonly string[]): Promise<void> {
  await page.waitForFunction(
    (count) => document.querySelectorAll('.bubble').length >= count,
    texts.length,
  );
  expect(await textsOf(page)).toEqual(texts);
}

/** Replies to these requests as the server does now, but later. */
async function holdReplies(page: Page, url: RegExp) {
  const signals = new EventEmitter();
  const released = once(signals, 'released');
  const replied = once(signals, 'replied');
  const hold = async (route: Route) => {
    const response = await route.fetch();
    signals.emit('replied');
    await released;
    await route.fulfill({ response }).catch(() => {});
  };
  await page.route(url, hold);
  const release = async () => {
    signals.emit('released');
    await page.unroute(url);
  };
  return { replied, release };
}

/** Far more of them than a report waits for. */
async function waitForFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 40; frame++) await new Promise(requestAnimationFrame);
  });
}

async function writeMany(name: string, count: number): Promise<string[]> {
  const texts = Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
  for (const text of texts) await sendText(alice, 'Bob', text);
  await alice.locator('.message-pending').first().waitFor({ state: 'detached' });
  return texts;
}

describe('what arrives while a page loads', () => {
  it('stays, although a reply from before comes later', async () => {
    const history = await holdReplies(bob, /\/api\/messages\?/);
    await bob.reload({ waitUntil: 'commit' });
    await history.replied;
    await bob.getByText('Online').first().waitFor();
    const written = await writeMany('While it loads', 5);
    await bob.locator('.chat-preview', { hasText: written.at(-1)! }).waitFor();
    await history.release();
    await bob.locator('.bubble', { hasText: 'The first' }).waitFor();
    await showsAll(bob, ['The first', ...written]);
  });

  it('is whole on a slow line, and is read only when it was shown', async () => {
    const line = await bob.context().newCDPSession(bob);
    const slow = { offline: false, latency: 300, downloadThroughput: 5e5, uploadThroughput: 5e5 };
    await line.send('Network.emulateNetworkConditions', slow);
    const before = await textsOf(bob);
    await bob.reload({ waitUntil: 'commit' });
    const written = await writeMany('On a slow line', 12);
    await bob.bringToFront();
    await alice.locator('.message-foot', { hasText: 'Read' }).last().waitFor();
    await bob.locator('.bubble', { hasText: written.at(-1)! }).waitFor();
    await showsAll(bob, [...before, ...written]);
    await line.detach();
  });

  it('is not read while a part of it is missing', async () => {
    const gap = await holdReplies(bob, /\/api\/messages\?/);
    await bob.reload({ waitUntil: 'commit' });
    await gap.replied;
    const [unseen] = await writeMany('Not shown', 1);
    const own = alice.locator('.message', { hasText: unseen! });
    const reads: string[] = [];
    bob.on('request', (request) => {
      if (request.url().endsWith('/api/message/read')) reads.push(request.postData() ?? '');
    });
    await bob.locator('.chat-preview', { hasText: unseen! }).waitFor();
    expect(reads).toEqual([]);
    await gap.release();
    await own.locator('.message-foot', { hasText: 'Read' }).waitFor();
    await bob.locator('.bubble', { hasText: unseen! }).waitFor();
  });
});

it('what was never painted before somebody looked elsewhere does not count as read', async () => {
  await bob.evaluate(() => {
    const messages = document.querySelector('.messages')!;
    const watch = new MutationObserver(() => {
      if (!messages.textContent.includes('Too late')) return;
      watch.disconnect();
      // No event tells the page: the browser has not got round to that yet.
      document.hasFocus = () => false;
    });
    watch.observe(messages, { subtree: true, childList: true, characterData: true });
  });
  const reports: string[] = [];
  bob.on('request', (request) => reports.push(new URL(request.url()).pathname));
  await sendText(alice, 'Bob', 'Too late');
  await bob.locator('.bubble', { hasText: 'Too late' }).waitFor();
  await waitForFrames(bob);
  expect(reports).not.toContain('/api/message/read');
  const own = alice.locator('.message', { hasText: 'Too late' });
  expect(await own.locator('.message-foot').textContent()).not.toContain('Read');
  await bob.evaluate(() => {
    document.hasFocus = () => true;
    dispatchEvent(new Event('focus'));
  });
  await own.locator('.message-foot', { hasText: 'Read' }).waitFor();
});

it('whoever comes back to the page finds what came meanwhile where it begins, and has read no more than that', async () => {
  await bob.evaluate(() => {
    document.hasFocus = () => false;
    dispatchEvent(new Event('blur'));
  });
  const written = await writeMany('While nobody looked', 40);
  await bob.locator('.bubble', { hasText: written.at(-1)! }).waitFor();
  const reportedSome = bob.waitForRequest('**/api/message/read');
  await bob.evaluate(() => {
    document.hasFocus = () => true;
    dispatchEvent(new Event('focus'));
  });
  await waitForFrames(bob);
  const isInSight = (text: string) =>
    bob.evaluate((words) => {
      const sight = document.querySelector('.messages')!.getBoundingClientRect();
      const all = [...document.querySelectorAll('.bubble')];
      const bubble = all.find(({ textContent }) => textContent === words);
      const place = bubble?.getBoundingClientRect();
      return place !== undefined && place.top >= sight.top && place.bottom <= sight.bottom;
    }, text);
  expect(await isInSight(written[0]!)).toBe(true);
  await reportedSome;
  // Those that are in sight have been read, and no others.
  await bob.getByRole('button', { name: /^(2|3)\d new messages$/ }).waitFor();
  const own = alice.locator('.message', { hasText: written.at(-1)! });
  expect(await own.locator('.message-foot').textContent()).not.toContain('Read');
  const reported = bob.waitForRequest('**/api/message/read');
  await bob.locator('.messages').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await reported;
  await alice.locator('.message-foot', { hasText: 'Read' }).last().waitFor();
});

it('what no row shows yet does not count as read', async () => {
  await bob.locator('.messages').waitFor();
  await bob.goto(new URL('/chats', bob.url()).href);
  await sendText(alice, 'Bob', 'Not drawn yet');
  await bob.locator('.chat-preview', { hasText: 'Not drawn yet' }).waitFor();
  // A list draws its rows once it is told its height.
  await bob.evaluate(() => {
    const held: (() => void)[] = [];
    class LateObserver extends ResizeObserver {
      constructor(callback: ResizeObserverCallback) {
        super((...news) => held.push(() => callback(...news)));
      }
    }
    const { ResizeObserver: inTime } = window;
    const release = () => {
      window.ResizeObserver = inTime;
      held.push = (...calls) => calls.forEach((call) => call()) as never;
      for (const call of held) call();
    };
    Object.assign(window, { ResizeObserver: LateObserver, release });
  });
  const reports: string[] = [];
  bob.on('request', (request) => reports.push(new URL(request.url()).pathname));
  await openChat(bob, 'Alice');
  await bob.locator('.messages').waitFor();
  await waitForFrames(bob);
  expect(await bob.locator('.bubble', { hasText: 'Not drawn yet' }).isVisible()).toBe(false);
  expect(reports).not.toContain('/api/message/read');
  await bob.evaluate('release()');
  const own = alice.locator('.message', { hasText: 'Not drawn yet' });
  await own.locator('.message-foot', { hasText: 'Read' }).waitFor();
});

it('what comes above what was written without a network does not count as read before it was in sight', async () => {
  await bob.context().setOffline(true);
  const written = Array.from({ length: 30 }, (_, index) => `Without a network ${index + 1}`);
  for (const text of written) await sendText(bob, 'Alice', text);
  const sent = alice.waitForResponse('**/api/message/send');
  await sendText(alice, 'Bob', 'Meanwhile');
  await sent;
  const reports: string[] = [];
  bob.on('request', (request) => reports.push(new URL(request.url()).pathname));
  await bob.context().setOffline(false);
  await alice.locator('.bubble', { hasText: written.at(-1)! }).waitFor();
  const toNew = bob.getByRole('button', { name: '1 new message' });
  await toNew.waitFor();
  await waitForFrames(bob);
  expect(reports).not.toContain('/api/message/read');
  const reported = bob.waitForRequest('**/api/message/read');
  await toNew.click();
  await reported;
  await toNew.waitFor({ state: 'detached' });
});

it('a message that is higher than the screen is shown from its beginning, and read once its end was in sight', async () => {
  await bob.locator('.messages').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await sendText(alice, 'Bob', 'Short');
  const short = alice.locator('.message', { hasText: 'Short' });
  await short.locator('.message-foot', { hasText: 'Read' }).waitFor();
  const lines = Array.from({ length: 100 }, (_, index) => `Line ${index + 1}`);
  const reported = bob.waitForRequest('**/api/message/read');
  await sendText(alice, 'Bob', lines.join('\n'));
  const bubble = bob.locator('.bubble', { hasText: 'Line 100' });
  await bubble.waitFor();
  await waitForFrames(bob);
  const top = await bubble.evaluate(
    (element) =>
      element.getBoundingClientRect().top -
      document.querySelector('.messages')!.getBoundingClientRect().top,
  );
  expect(top).toBeGreaterThanOrEqual(0);
  const own = alice.locator('.message', { hasText: 'Line 100' });
  expect(await own.locator('.message-foot').textContent()).not.toContain('Read');
  // What comes after it does not take the reader on.
  await sendText(alice, 'Bob', 'And one more');
  await bob.getByRole('button', { name: '2 new messages' }).click();
  await reported;
  await own.waitFor();
  await alice.locator('.message-foot', { hasText: 'Read' }).last().waitFor();
});
