import type { Page } from 'playwright-core';
import { keptBy } from '../testing/kept.js';
import { sendText, signIn, startTwoPeople, type TwoPeople } from '../testing/people.js';
import { isControlled } from '../testing/worker.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;
let chat: string;

const texts = Array.from({ length: 40 }, (_, index) => `Seen ${index + 1}`);
const last = texts.at(-1)!;

beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
  chat = bob.url();
  for (const text of texts) await sendText(alice, 'Bob', text);
  await isShown(bob, last);
  await isControlled(bob);
  while (!(await keptBy(bob)).includes(last)) await bob.waitForTimeout(50);
});
beforeEach(async () => {
  // Of a test that has failed.
  for (const page of bob.context().pages()) if (page !== bob) await page.close();
  await bob.context().setOffline(false);
  await bob.goto(chat);
  await isShown(bob, last);
  await bob.locator('.conversation-state', { hasText: 'Online' }).waitFor();
  await bob.getByLabel('Message Alice').fill('Half a sentence');
});
afterAll(() => people?.close());

const isShown = (page: Page, text: string) =>
  page.locator('#root .bubble', { hasText: text }).last().waitFor();

/**
 * Another document of the same origin, in whose place the client is started later. Told beforehand that it is hidden: a page that
 * gives way to one in another process has half a second for it, which is too short on a busy machine.
 */
async function leaveClient(): Promise<void> {
  const url = bob.url();
  for (;;) {
    await hide(bob);
    await bob.goto(`${people.server.url}/icon.svg`);
    if ((await keptSnapshot()) !== null) return;
    // Something has come meanwhile.
    await bob.goto(url);
    await bob.locator('#root .shell').waitFor();
  }
}

const keptSnapshot = () =>
  bob.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('snapshot/'));
    return key === undefined ? null : localStorage.getItem(key);
  });

interface Watched {
  /** What the snapshot has shown. */
  snapshot: {
    text: string;
    typed: string;
    bubbles: number[];
    headings: number[];
    isInert: boolean;
    root: string;
  } | null;
}

/** Runs in a page before its own script: a device that needs seconds to read what it keeps, and tells at once of no network. */
function watchStart(milliseconds: number): void {
  const scope = window as unknown as Watched;
  scope.snapshot = null;
  const placesIn = (part: Element, selector: string) =>
    [...part.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().top);
  const look = () => {
    const part = document.querySelector<HTMLElement>('.snapshot');
    if (!part) return;
    scope.snapshot = {
      text: part.innerText,
      typed: part.querySelector('textarea')?.value ?? '',
      bubbles: placesIn(part, '.bubble'),
      headings: placesIn(part, 'h2'),
      isInert: part.inert,
      root: `${document.documentElement.lang} ${document.documentElement.dir}`,
    };
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
  const opening = indexedDB.open('triptych');
  opening.onsuccess = () => {
    const store = opening.result.transaction('kept', 'readwrite').objectStore('kept');
    const goOn = () => {
      if (performance.now() > milliseconds) return opening.result.close();
      store.count().onsuccess = goOn;
    };
    goOn();
  };
}

/** The client is started in a new tab; resolves when it has drawn by itself. */
async function start(url = chat, { isOffline = true, readAfter = 0 } = {}): Promise<Page> {
  await bob.context().setOffline(isOffline);
  const page = await bob.context().newPage();
  // A driver of browsers tells a new document too late.
  if (isOffline)
    await page.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });`,
    );
  await page.addInitScript(watchStart, readAfter);
  await page.goto(url, { waitUntil: 'commit' });
  return page;
}

const shownBy = (page: Page) => page.evaluate(() => (window as unknown as Watched).snapshot);

async function drawn(page: Page): Promise<void> {
  await page.locator('#root .shell').waitFor();
  await page.locator('.snapshot').waitFor({ state: 'detached' });
}

describe('a start without a network', () => {
  it('shows the screen as it was left before anything is read, and then the client in the same place', async () => {
    await leaveClient();
    const page = await start(chat, { readAfter: 2_000 });
    await page.locator('.snapshot .bubble', { hasText: last }).last().waitFor();
    expect(await page.locator('#root .bubble').count()).toBe(0);
    await drawn(page);
    const shown = (await shownBy(page))!;
    expect(shown.typed).toBe('Half a sentence');
    expect(shown.isInert).toBe(true);
    await isShown(page, last);
    const places = await page
      .locator('#root .bubble')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(shown.bubbles.length).toBeGreaterThan(5);
    for (const place of shown.bubbles) expect(places).toContainEqual(expect.closeTo(place, 0));
    await page.close();
  });

  it('has the styles of what was shown, also of parts that are loaded later', async () => {
    await bob.goto(`${people.server.url}/settings`);
    for (const name of ['Ways to sign in', 'Where you are signed in'])
      await bob.getByRole('region', { name }).getByRole('listitem').first().waitFor();
    const before = await bob
      .locator('#root h2')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    await leaveClient();
    const page = await start(`${people.server.url}/settings`);
    await drawn(page);
    const inSight = (tops: number[]) => tops.filter((top) => top < 720);
    expect(inSight(before).length).toBeGreaterThan(2);
    expect(inSight((await shownBy(page))!.headings)).toEqual(inSight(before));
    await page.close();
  });

  it('says of nobody that they are online', async () => {
    await leaveClient();
    const page = await start();
    await drawn(page);
    const { text } = (await shownBy(page))!;
    expect(text).toContain(last);
    expect(text).not.toContain('Online');
    expect(await keptSnapshot()).toBeNull();
    await page.close();
  });

  it('is written in the direction of its language', async () => {
    await bob.evaluate(() => localStorage.setItem('language', 'ar'));
    await bob.reload();
    await isShown(bob, last);
    await leaveClient();
    const page = await start();
    await drawn(page);
    expect((await shownBy(page))!.root).toBe('ar rtl');
    await page.evaluate(() => localStorage.removeItem('language'));
    await page.close();
  });

  it('breaks no rule of the policy', async () => {
    await leaveClient();
    const faults: string[] = [];
    const listen = (page: Page) => page.on('console', (one) => faults.push(one.text()));
    bob.context().once('page', listen);
    const page = await start();
    await drawn(page);
    expect(await shownBy(page)).not.toBeNull();
    expect(faults.filter((one) => one.includes('Security Policy'))).toEqual([]);
    await page.close();
  });

  type Change = () => Promise<unknown>;
  const put = (name: string, value: string) =>
    bob.evaluate(([key, text]) => localStorage.setItem(key, text), [name, value] as const);
  const replace = (value: string) =>
    bob.evaluate((text) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('snapshot/'))!;
      localStorage.setItem(key, text);
    }, value);
  const change = async (members: object) => {
    const kept = JSON.parse((await keptSnapshot())!) as object;
    await replace(JSON.stringify({ ...kept, ...members }));
  };
  it.each<[string, { url?: string; change?: Change; isOffline?: boolean }]>([
    ['there is a network', { isOffline: false }],
    ['the address is another one', { url: '/chats' }],
    ['somebody is signing out', { change: () => put('leaving', '') }],
    ['somebody else is the owner', { change: () => put('owner', 'somebody') }],
    ['another language was chosen', { change: () => put('language', 'de') }],
    ['something on it has ended', { change: () => change({ validUntil: Date.now() }) }],
    ['it was taken at another place', { change: () => change({ place: '[]' }) }],
    ['it is damaged', { change: () => change({ html: 1 }) }],
    ['it is no JSON', { change: () => replace('{') }],
  ])('shows none where %s', async (_what, { url = chat, change: first, isOffline = true }) => {
    await leaveClient();
    const before = await bob.evaluate(() => ({ ...localStorage }));
    await first?.();
    const page = await start(new URL(url, chat).href, { isOffline });
    await page.locator('#root > :not(p.app-failed)').first().waitFor({ state: 'attached' });
    expect(await shownBy(page)).toBeNull();
    await page.close();
    await bob.evaluate((values) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, before);
  });

  it('shows none on a screen of another size', async () => {
    await leaveClient();
    await bob.context().setOffline(true);
    const page = await bob.context().newPage();
    await page.setViewportSize({ width: 700, height: 500 });
    await page.addInitScript(watchStart, 0);
    await page.goto(chat);
    await drawn(page);
    expect(await shownBy(page)).toBeNull();
    await page.close();
  });
});

/** As a tab that lies behind others. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

const isDropped = async () => {
  while ((await keptSnapshot()) !== null) await bob.waitForTimeout(50);
};

describe('a snapshot is dropped', () => {
  it('when the page is seen again', async () => {
    await hide(bob);
    expect(await keptSnapshot()).not.toBeNull();
    await bob.evaluate(() => {
      Object.defineProperty(document, 'hidden', { get: () => false, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(await keptSnapshot()).toBeNull();
  });

  it('when a message comes meanwhile', async () => {
    await hide(bob);
    expect(await keptSnapshot()).not.toBeNull();
    await sendText(alice, 'Bob', 'While it is hidden');
    await isDropped();
  });

  it('when a message is changed meanwhile', async () => {
    await hide(bob);
    await alice.getByLabel('Message Bob').press('ArrowUp');
    await alice.getByLabel('Editing a message').fill('Changed while it is hidden');
    await alice.keyboard.press('Enter');
    await isDropped();
  });

  it('when its person signs out in another tab, and when their session has ended elsewhere', async () => {
    const context = bob.context();
    const tab = await context.newPage();
    await tab.goto(`${people.server.url}/settings`);
    await hide(bob);
    await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
    await tab.getByRole('button', { name: 'Continue with Local' }).waitFor();
    await isDropped();
    await tab.close();
    await bob.evaluate(() => {
      Reflect.deleteProperty(document, 'hidden');
    });
    await signIn(bob, people.server.url, 'Bob');
    await bob.goto(chat);
    await isShown(bob, last);
    await leaveClient();
    await context.clearCookies();
    await bob.goto(chat);
    await bob.getByRole('button', { name: 'Continue with Local' }).waitFor();
    expect(await keptBy(bob)).not.toContain(last);
  });
});
