// Measures visits and messages: npx nx run social-web:figures
import { loadavg } from 'node:os';
import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { befriend, openChat, sendText, signInAs } from './people.js';
import { enteredAt, shownAt, watchScreen } from './screen-times.js';
import { scriptBytes } from './script-bytes.js';
import { sendMany } from './send-many.js';
import { startSocialServer } from './social-server.js';
import { keptSnapshot, putSnapshot, replaceDocument, startTime } from './start-times.js';

/** The CPU of an average phone, compared with this machine. */
const slowdown = 4;

/** Milliseconds from the start of a cold visit until the newest message is shown. */
async function firstMessage(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('.bubble').last().waitFor();
  return page.evaluate(() => Math.round(performance.now()));
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) / 2)]!;
}

/** The middle one, and between which half of them lie. */
function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor(part * (sorted.length - 1))]!);
  return `${at(0.5)} ms (half: ${at(0.25)} to ${at(0.75)}; all: ${at(0)} to ${at(1)})`;
}

/** At once, since the measurements take minutes. */
function print(...rows: readonly (readonly [name: string, value: string])[]): void {
  for (const [name, value] of rows) process.stdout.write(`${name.padEnd(72)}${value}\n`);
}
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

async function measureFirstVisits(browser: Browser, url: string): Promise<void> {
  const options = { serviceWorkers: 'block' as const };
  const { page: carol } = await signInAs(browser, url, 'Carol', options);
  const { page: dave } = await signInAs(browser, url, 'Dave', options);
  await befriend(carol, dave, 'Dave');
  await openChat(carol, 'Dave');
  await sendText(carol, 'Dave', 'Hello');
  await carol.getByText('Hello').last().waitFor();
  const chat = carol.url();
  const stranger = await (await browser.newContext(options)).newPage();
  print(['script of the sign-in page, gzip (limit 110 kB)', kB(await scriptBytes(stranger, url))]);
  print(['script of the list of chats, gzip', kB(await scriptBytes(carol, `${url}/chats`))]);
  const times = [];
  for (let round = 0; round < 5; round++) times.push(await firstMessage(carol, chat));
  print([`first message, nothing kept, CPU ${slowdown} times slower`, spread(times)]);
  for (const page of [carol, dave, stranger]) await page.context().close();
}

async function measureMessages(alice: Page, bob: Page): Promise<void> {
  for (const page of [alice, bob]) {
    await watchScreen(page);
    await page.reload();
  }
  const [own, friends]: [number[], number[]] = [[], []];
  for (let round = 0; round < 45; round++) {
    const text = `Message ${round} of the measurement`;
    await alice.getByLabel('Message Bob').fill(text);
    // As a person: nobody presses Enter in the moment of the last letter, or writes while the last message is still on its way.
    await alice.waitForTimeout(150);
    await alice.keyboard.press('Enter');
    const [shown, arrived] = [await shownAt(alice, text), await shownAt(bob, text)];
    const entered = await enteredAt(alice);
    await alice.waitForTimeout(100);
    // The first ones find nothing compiled.
    if (round < 5) continue;
    own.push(shown - entered);
    friends.push(arrived - entered);
  }
  print(['Enter to the own screen (goal: p50 30 ms)', spread(own)]);
  print(["Enter to the friend's screen (goal: p50 150 ms)", spread(friends)]);
}

async function measureKept(alice: Page): Promise<void> {
  const chat = alice.url();
  // As many as the device keeps of a chat.
  await alice.evaluate(sendMany, 1_000);
  await alice.getByText('Number 1000 of many').last().waitFor();
  await alice.evaluate('navigator.serviceWorker.ready');
  await alice.reload();
  await alice.getByText('Number 1000 of many').last().waitFor();
  // What is known is written when a page is left, at the latest; how times are written is kept a moment after.
  await alice.waitForTimeout(2_000);
  // Of the same origin, and no page of the client.
  await alice.goto(new URL('/icon.svg', chat).href);
  const snapshot = await keptSnapshot(alice);
  for (const [name, isOffline, isLeft] of [
    ['without a network, as it was left', true, true],
    ['without a network', true, false],
    ['with a network', false, false],
  ] as const) {
    await alice.context().setOffline(isOffline);
    const [times, floors]: [number[], number[]] = [[], []];
    for (let round = 0; round < 12; round++) {
      await putSnapshot(alice, isLeft ? snapshot : null);
      times.push(await startTime(alice, chat, { slowdown, isOffline }));
      // In turns, so that both have the same machine.
      const client = await replaceDocument(alice);
      floors.push(await startTime(alice, chat, { slowdown, isOffline }));
      await replaceDocument(alice, client);
    }
    print(
      [`kept messages, ${name}, CPU ${slowdown} times slower (goal: 300 ms)`, spread(times)],
      ['  the least that a page with this worker needs', spread(floors)],
      ['  times as long', (median(times) / median(floors)).toFixed(2)],
    );
  }
}

const server = await startSocialServer({ env: { RATE_LIMIT_MAX: '0' } });
const browser = await startChromium();
try {
  const loadBefore = loadavg()[0]!;
  await measureFirstVisits(browser, server.url);
  const { page: alice } = await signInAs(browser, server.url, 'Alice');
  const { page: bob } = await signInAs(browser, server.url, 'Bob');
  await befriend(alice, bob, 'Bob');
  await openChat(alice, 'Bob');
  await openChat(bob, 'Alice');
  await measureMessages(alice, bob);
  await bob.context().close();
  await measureKept(alice);
  print([
    'load of the machine, before and after',
    [loadBefore, loadavg()[0]!].map((load) => load.toFixed(1)).join(', '),
  ]);
} finally {
  await browser.close();
  await server.close();
}
