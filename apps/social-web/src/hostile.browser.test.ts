import type { Page } from 'playwright-core';
import { overflow } from './testing/overflow.js';
import { sendText, startTwoPeople, type TwoPeople } from './testing/people.js';

const texts = {
  'an override of the direction': 'invoice\u202excod.exe',
  'an isolate that is never closed': '\u2067\u2066abc',
  'characters without width': 'pay\u200bpal\u2060\u00ad.example',
  'the longest text, without a space': 'W'.repeat(2_000),
  'emoji of many parts': '👨‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈🇦🇶❤️‍🔥',
  'a heap of accents': `Z${'\u0300\u0301\u0302\u0303'.repeat(60)}`,
  markup: '<img src=x onerror=alert(1)><script>alert(2)</script>&lt;b&gt;',
  'addresses with other schemes':
    'javascript:alert(1) javascript://example.com/%0Aalert(1) data:text/html,<b>x vbscript:x file:///etc/passwd mailto:a@b.example ftp://example.com',
  'an address that tries to leave its attribute': 'https://example.com/"onmouseover="alert(1)"><b>',
  'many lines': `one${'\n'.repeat(30)}two`,
};
const name = `<b onclick=alert(1)>${'Ｗ'.repeat(120)}\u200b https://evil.example/`;

let people: TwoPeople;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  people = await startTwoPeople({ bob: { viewport: { width: 320, height: 640 } } });
  alice = people.alice.page;
  bob = people.bob.page;
});
afterAll(() => people?.close());

const newest = (page: Page) => page.locator('.bubble').last();
const textIs = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => [...document.querySelectorAll('.bubble')].at(-1)?.textContent === wanted,
    text,
  );

describe('hostile texts', () => {
  it.each(Object.entries(texts))('%s is shown as it was written, and fits', async (_, text) => {
    await sendText(alice, 'Bob', text);
    await textIs(bob, text);
    expect(await overflow(bob)).toEqual([]);
    expect(await newest(bob).locator(':not(a)').count()).toBe(0);
    const addresses = await newest(bob)
      .locator('a')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href)));
    for (const { protocol } of addresses) expect(protocol).toMatch(/^https?:$/);
    // What a text does to the direction ends with its bubble.
    const bidi = await newest(bob).evaluate((bubble) => getComputedStyle(bubble).unicodeBidi);
    expect(bidi).toMatch(/isolate|plaintext/);
  });

  it('a text that is too long stays in the field', async () => {
    const text = 'W'.repeat(4_000);
    await sendText(alice, 'Bob', text);
    await alice.getByText('2000 characters too many').waitFor();
    expect(await alice.getByLabel('Message Bob').inputValue()).toBe(text);
    await alice.getByLabel('Message Bob').fill('');
  });

  it('a text without a visible character is not sent', async () => {
    const before = await alice.locator('.bubble').last().textContent();
    await sendText(alice, 'Bob', '\u200b\u2060');
    await alice.getByLabel('Message Bob').fill('');
    await sendText(alice, 'Bob', 'after it');
    await textIs(alice, 'after it');
    expect(await alice.locator('.bubble').allTextContents()).not.toContain('\u200b\u2060');
    expect(before).not.toBeNull();
  });

  it('a name is shown as text everywhere, and fits', async () => {
    await alice.goto(`${people.server.url}/settings`);
    await alice.getByLabel('Name', { exact: true }).fill(name);
    await alice.getByRole('button', { name: 'Save' }).click();
    await alice.locator('.person-name', { hasText: name }).waitFor();
    for (const path of ['/chats', '/friends/all', new URL(bob.url()).pathname]) {
      await bob.goto(people.server.url + path);
      await bob.locator('bdi', { hasText: name }).filter({ visible: true }).first().waitFor();
      expect(await overflow(bob)).toEqual([]);
      expect(await bob.locator('[onclick]').count()).toBe(0);
    }
  });

  it('cause no error in the console', () => {
    expect([...people.alice.consoleErrors, ...people.bob.consoleErrors]).toEqual([]);
  });
});
