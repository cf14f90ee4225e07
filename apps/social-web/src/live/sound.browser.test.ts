import type { Page } from 'playwright-core';
import { openChat, sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
/** Two tabs of one person. */
let bob: Page;
let second: Page;

/** Counts the tones that a page would play. */
const counting = `window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones++; return start.call(this, at); };`;
const tonesOf = (page: Page) => page.evaluate<number>('window.tones');
const tones = async () => (await tonesOf(bob)) + (await tonesOf(second));
/** They begin once the browser plays them. */
async function untilTones(count: number): Promise<void> {
  while ((await tones()) < count) await bob.waitForTimeout(50);
}

beforeAll(async () => {
  people = await startTwoPeople({ flags: ['--autoplay-policy=document-user-activation-required'] });
  [alice, bob] = [people.alice.page, people.bob.page];
  await bob.context().addInitScript(counting);
  await bob.goto(`${people.server.url}/settings`);
  second = await bob.context().newPage();
  await second.goto(`${people.server.url}/friends/all`);
  await second.getByLabel('Add a friend').waitFor();
  await bob.bringToFront();
});
afterAll(() => people?.close());

const isIn = (page: Page, text: string) =>
  page.getByRole('log').getByText(`Alice: ${text}`).waitFor({ state: 'attached' });
/** After the time within which messages have one sound together. */
const later = () => bob.waitForTimeout(2_500);

it('messages sound for whoever wants it, in one tab, and once for what comes together', async () => {
  await sendText(alice, 'Bob', 'unheard');
  for (const page of [bob, second]) await isIn(page, 'unheard');
  expect(await tones()).toBe(0);
  await bob.getByRole('switch', { name: /^Play a sound/ }).check();
  await untilTones(2);
  const before = await tones();
  for (const text of ['one', 'two', 'three']) await sendText(alice, 'Bob', text);
  for (const page of [bob, second]) await isIn(page, 'three');
  await untilTones(before + 2);
  expect(await tones()).toBe(before + 2);
});

it('nothing sounds of the chat that is looked at', async () => {
  await later();
  await openChat(bob, 'Alice');
  await second.close();
  await bob.bringToFront();
  const before = await tonesOf(bob);
  await sendText(alice, 'Bob', 'seen');
  await isIn(bob, 'seen');
  expect(await tonesOf(bob)).toBe(before);
});

it('what came before anybody has pressed anything does not sound together at the first press', async () => {
  const quiet = await bob.context().newPage();
  await bob.goto('about:blank');
  const session = await quiet.context().newCDPSession(quiet);
  // Without what Playwright runs in a page, which counts as a press.
  const ask = async (expression: string) =>
    (await session.send('Runtime.evaluate', { expression })).result.value as unknown;
  const isTrue = async (expression: string) => {
    while (!(await ask(expression))) await quiet.waitForTimeout(50);
  };
  await quiet.goto(`${people.server.url}/friends/all`);
  const unheard = ['first', 'second', 'third'];
  for (const text of unheard) {
    await later();
    await sendText(alice, 'Bob', text);
    await isTrue(`document.body.textContent.includes('Alice: ${text}')`);
  }
  expect(await ask('window.tones')).toBe(0);
  await quiet.mouse.click(5, 5);
  await later();
  await sendText(alice, 'Bob', 'heard');
  await isTrue('window.tones > 0');
  expect(await ask('window.tones')).toBe(2);
});
