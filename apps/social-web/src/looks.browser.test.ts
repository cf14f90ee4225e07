import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { overflow } from './testing/overflow.js';
import { sendText, signInAs, startTwoPeople, type TwoPeople } from './testing/people.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
const pages = [
  ...['/chats', '/friends/all', '/friends/pending', '/friends/blocked', '/friends/invite'],
  ...['/invitation', '/search', '/settings'],
];
const finger = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let people: TwoPeople;
let alice: Page;
let bob: Page;
let chat: string;

beforeAll(async () => {
  people = await startTwoPeople({ bob: finger });
  alice = people.alice.page;
  bob = people.bob.page;
  chat = new URL(alice.url()).pathname;
  await sendText(alice, 'Bob', 'The first');
  await sendText(alice, 'Bob', 'The second');
  await sendText(alice, 'Bob', 'The third');
  await bubble(bob, 'The third').waitFor();
});
afterAll(() => people?.close());

const bubble = (page: Page, text: string) => page.locator('.bubble', { hasText: text });
const message = (page: Page, text: string) => page.locator('.message', { hasText: text });

/** Runs in the page, faster than anybody types. */
async function sendMany(count: number): Promise<void> {
  const chatId = location.pathname.split('/').at(-1);
  for (let number = 1; number <= count; number++) {
    const body = JSON.stringify({ chatId, text: `Line ${number}` });
    const headers = { 'content-type': 'application/json' };
    const { ok } = await fetch('/api/message/send', { method: 'POST', headers, body });
    if (!ok) throw new Error(`message ${number} was refused`);
  }
}

/** Every finding of axe; its script is injected by the test, since the page's policy would not load it. */
async function findingsOf(page: Page): Promise<unknown[]> {
  return page.evaluate(`${axe}; axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
}

/** What can be pressed, with its size in pixels, if that is less than a finger needs; a switch is as big as its row. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, [role="menuitem"]';
    const isInText = (element: Element) => element.matches('p a, .bubble a, .skip-link');
    return [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !isInText(element) || element.matches('.button'))
      .map((element) => element.closest('label:has([type="checkbox"], [type="radio"])') ?? element)
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => Math.min(box.width, box.height) < 43.9)
      .map(({ element, box }) => `${box.width} × ${box.height}: ${element.outerHTML}`);
  });
}

describe('every page', () => {
  it.each([...pages, 'the conversation'])(
    '%s has no finding of axe in both themes',
    async (path) => {
      await alice.goto(people.server.url + (path.startsWith('/') ? path : chat));
      await alice.locator('h1, .bubble').first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await alice.emulateMedia({ colorScheme });
        expect(await findingsOf(alice)).toEqual([]);
      }
    },
  );

  it.each(pages)('%s has targets of 44 pixels for a finger', async (path) => {
    await bob.goto(people.server.url + path);
    await bob.getByRole('heading', { level: 1 }).waitFor();
    await bob.waitForLoadState('networkidle');
    expect(await bob.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    expect(await smallTargets(bob)).toEqual([]);
  });

  it.each([...pages, 'the conversation'])(
    '%s fits at 200 %% zoom, also of the text alone',
    async (path) => {
      const half = { width: 640, height: 360 };
      await alice.setViewportSize(half);
      await alice.goto(people.server.url + (path.startsWith('/') ? path : chat));
      await alice.locator('h1, .bubble').filter({ visible: true }).first().waitFor();
      expect(await overflow(alice)).toEqual([]);
      await alice.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
      expect(await overflow(alice)).toEqual([]);
      await alice.setViewportSize({ width: 1280, height: 720 });
    },
  );
});

it('the first page says what this is and who can read it, and begins with one button', async () => {
  const context = await people.browser.newContext({ locale: 'en-GB', ...finger });
  const page = await context.newPage();
  await page.route('**/api/auth/providers', async (route) => {
    const response = await route.fetch();
    const providers = (await response.json()) as Record<string, object>;
    const other = { ...Object.values(providers)[0], id: 'other', name: 'Other' };
    await route.fulfill({ response, json: { ...providers, other } });
  });
  await page.goto(people.server.url);
  await page.getByText('The people who run it can read them').waitFor();
  const strong = page.locator('.button-strong');
  await strong.waitFor();
  expect(await strong.allTextContents()).toEqual(['Continue with Local']);
  expect(await page.getByRole('button').allTextContents()).toEqual([
    'Continue with Local',
    'Continue with Other',
  ]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findingsOf(page)).toEqual([]);
  }
  expect(await smallTargets(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(page)).toEqual([]);
  await context.close();
});

describe('a conversation', () => {
  it('says the time once for what was written together, and stands at the bottom while it is short', async () => {
    await alice.goto(people.server.url + chat);
    await bubble(alice, 'The second').waitFor();
    expect(await alice.locator('.message-foot time:not(.unseen)').count()).toBe(1);
    const tops = await alice
      .locator('.message')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
    expect(tops[2]! - tops[1]!).toBeLessThan(44);
    const gap = await alice.evaluate(() => {
      const last = [...document.querySelectorAll('.message')].at(-1)!.getBoundingClientRect();
      return document.querySelector('.messages')!.getBoundingClientRect().bottom - last.bottom;
    });
    expect(gap).toBeLessThan(16);
  });

  it('opens the menu of a message by a tap, with targets of 44 pixels', async () => {
    await bob.goto(people.server.url + chat);
    // What the server adds to what the device kept can move a message.
    await bob.waitForLoadState('networkidle');
    const first = await bubble(bob, 'The first').elementHandle();
    await first.waitForElementState('stable');
    const { x, y } = (await first.boundingBox())!;
    await bob.touchscreen.tap(x + 20, y + 20);
    await bob.getByRole('menuitem', { name: 'Copy text' }).waitFor();
    expect(await smallTargets(bob)).toEqual([]);
    await bob.getByRole('menuitem', { name: 'React with ❤️' }).tap();
    await bob.getByRole('button', { name: '❤️ 1' }).waitFor();
    await bob.getByRole('menu').waitFor({ state: 'detached' });
    expect(await smallTargets(bob)).toEqual([]);
    expect(await overflow(bob)).toEqual([]);
    expect(await findingsOf(bob)).toEqual([]);
  });

  it('offers to edit only for as long as the server allows it', async () => {
    // Longer than the tests are under way.
    const limits = { editSeconds: 0, deleteSeconds: 3_600, now: new Date().toISOString() };
    await alice.route('**/api/message/limits', (route) => route.fulfill({ json: limits }));
    await alice.goto(people.server.url + chat);
    const own = message(alice, 'The first');
    await own.hover();
    await own.getByRole('button', { name: 'Message actions' }).click();
    await alice.getByRole('menuitem', { name: 'Delete for both' }).waitFor();
    expect(await alice.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0);
    await alice.keyboard.press('Escape');
    await alice.getByLabel('Message Bob').press('ArrowUp');
    expect(await alice.getByLabel('Editing a message').count()).toBe(0);
    await alice.unroute('**/api/message/limits');
  });

  it.each([
    ['en-GB', 'Pacific/Kiritimati', 'Today', 'Yesterday'],
    ['de-DE', 'America/St_Johns', 'Heute', 'Gestern'],
    ['ar-EG', 'Asia/Kathmandu', 'اليوم', 'أمس'],
  ])(
    'in %s, %s, says today, and right after midnight yesterday',
    async (locale, timezoneId, today, yesterday) => {
      const storageState = await bob.context().storageState();
      const context = await people.browser.newContext({ locale, timezoneId, storageState });
      const page = await context.newPage();
      const midnight = await page.evaluate(() => new Date().setHours(24, 0, 0, 0));
      // The message is of now; the clock of the page goes to the end of that day, and beyond, and so does that of the server.
      await page.clock.install({ time: midnight - 30_000 });
      await page.addInitScript(() => {
        const { prototype } = Headers;
        const get: (this: Headers, name: string) => string | null = Reflect.get(prototype, 'get');
        prototype.get = function (name) {
          return name.toLowerCase() === 'date' ? new Date().toUTCString() : get.call(this, name);
        };
      });
      await page.goto(people.server.url + chat);
      const mark = page.locator('h2.timeline-mark');
      await mark.getByText(today, { exact: true }).waitFor();
      await page.clock.runFor(60_000);
      await mark.getByText(yesterday, { exact: true }).waitFor();
      await context.close();
    },
  );

  it('shows the current chat, bubbles, buttons and the focus where colours are forced', async () => {
    await alice.goto(people.server.url + chat);
    await bubble(alice, 'The second').waitFor();
    const devtools = await alice.context().newCDPSession(alice);
    const features = [{ name: 'forced-colors', value: 'active' }];
    await devtools.send('Emulation.setEmulatedMedia', { features });
    const edges = await alice.evaluate(() => {
      const page = getComputedStyle(document.body).backgroundColor;
      const isSeen = (style: CSSStyleDeclaration, edge: 'borderTop' | 'outline') =>
        style[`${edge}Style`] !== 'none' &&
        parseFloat(style[`${edge}Width`]) > 0 &&
        style[`${edge}Color`] !== page;
      const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector)!);
      const bordered = [
        '.bubble',
        '.chat-link[aria-current]',
        '.composer button',
        '.conversation-header button',
      ];
      return {
        isForced: matchMedia('(forced-colors: active)').matches,
        unseen: bordered.filter((selector) => !isSeen(styleOf(selector), 'borderTop')),
        current: isSeen(styleOf('.shell-link[aria-current]'), 'outline'),
        focus: isSeen(styleOf('textarea:focus-visible'), 'outline'),
      };
    });
    expect(edges).toEqual({ isForced: true, unseen: [], current: true, focus: true });
    await devtools.send('Emulation.setEmulatedMedia', { features: [] });
  });

  it('is printed whole, as far as it is loaded', async () => {
    const many = 120;
    await alice.evaluate(sendMany, many);
    await bubble(alice, `Line ${many}`).waitFor();
    expect(await alice.locator('.bubble').count()).toBeLessThan(many);
    await alice.evaluate(() => {
      const count = () => (document.title = String(document.querySelectorAll('.bubble').length));
      addEventListener('beforeprint', count);
    });
    const paper = (await alice.pdf({ format: 'A4' })).toString('latin1');
    expect(Number(await alice.title())).toBe(many + 3);
    expect(paper.match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(3);
  });
});

it('the way back from a message leads to what was searched for, whose words no address has', async () => {
  await alice.goto(`${people.server.url}/chats`);
  await alice.getByRole('link', { name: 'Search' }).click();
  await alice.getByLabel('Search your messages').fill('secon');
  await alice.getByRole('link', { name: /The second/ }).click();
  await bubble(alice, 'The second').waitFor();
  await alice.goBack();
  expect(new URL(alice.url()).search).toBe('');
  await alice.getByRole('link', { name: /The second/ }).waitFor();
  expect(await alice.getByLabel('Search your messages').inputValue()).toBe('secon');
  await alice.goBack();
  await alice.waitForURL('**/chats');
});

it('who asks for friendship can be blocked and reported, and that is said, and taken back', async () => {
  const eve = await signInAs(people.browser, people.server.url, 'Eve');
  await eve.page.getByRole('link', { name: 'Friends' }).click();
  await eve.page.getByLabel('Add a friend').fill('alice@example.test');
  await eve.page.keyboard.press('Enter');
  await eve.page.getByText('The request is on its way.').waitFor();
  await alice.goto(`${people.server.url}/friends/pending`);
  const more = alice.getByRole('button', { name: 'More about Eve' });
  await more.click();
  await alice.getByRole('menuitem', { name: 'Report' }).click();
  await alice.getByRole('dialog', { name: 'Report Eve' }).waitFor();
  await alice.getByRole('button', { name: 'Send the report' }).click();
  const status = alice.getByRole('status');
  await status.getByText('The report is sent.').waitFor();
  await more.click();
  await alice.getByRole('menuitem', { name: 'Block' }).click();
  await alice.getByRole('button', { name: 'Block', exact: true }).click();
  await status.getByText('Eve is blocked.').waitFor();
  await alice.getByText('No open requests.').waitFor();
  await alice.getByRole('link', { name: 'Blocked' }).click();
  await alice.getByRole('button', { name: /^Unblock/ }).waitFor();
  await status.getByRole('button', { name: 'Undo' }).click();
  await alice.getByText('You block nobody.').waitFor();
  await eve.page.context().close();
});

it('cause no error in the console', () => {
  expect([...people.alice.consoleErrors, ...people.bob.consoleErrors]).toEqual([]);
});
