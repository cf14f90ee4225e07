import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Dialog, Page } from 'playwright-core';
import { signInAs } from '../testing/people.js';
import { startReleases, type Releases } from '../testing/releases.js';
import { installNext } from '../testing/worker.js';

let server: Releases;
let browser: Browser;
let context: BrowserContext;
/** Where the version is taken, and another one. */
let page: Page;
let other: Page;
let undo = () => {};

beforeAll(async () => {
  [server, browser] = await Promise.all([startReleases(), startChromium()]);
  ({ page } = await signInAs(browser, server.url, 'Alice'));
  await page.evaluate('navigator.serviceWorker.ready');
  context = page.context();
  other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(`${server.url}/friends/all`);
});
beforeEach(async () => {
  for (const tab of [page, other]) {
    // Chromium may lose a document that is asked for while a worker stops (new-version.ts): what a test before has met is not
    // this one's.
    const openAnew = () => tab.goto(`${server.url}/friends/all`);
    await navigation(tab).waitFor({ timeout: 30_000 }).catch(openAnew);
    await navigation(tab).waitFor();
  }
});
afterEach(() => undo());
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const navigation = (tab: Page) => tab.getByRole('navigation', { name: 'Main' });
const entry = 'script[src^="/assets/index"]';
const scriptOf = async (tab: Page) => String(await tab.locator(entry).getAttribute('src'));
const notice = (tab: Page) => tab.getByText('A new version is here.');
const take = (tab: Page) => tab.getByRole('button', { name: 'Load it' }).click();
/** As the browser does when the person comes back to the tab. */
const lookFor = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

/** Returns the script of the one before. */
async function releaseNext(): Promise<string> {
  const before = await scriptOf(page);
  server.release();
  await lookFor();
  await notice(page).waitFor();
  return before;
}

async function hasMoved(tab: Page, before: string): Promise<void> {
  await tab.locator(`${entry}:not([src="${before}"])`).waitFor({ state: 'attached' });
  await navigation(tab).waitFor();
}

// Each stores a release and loads two or three tabs anew.
describe('a release that is taken is in every tab', () => {
  it.each([
    ['the worker before looks for another policy', /^\/index\.html$/, () => other.reload()],
    [
      'a tab waits for a file that is not stored',
      /not-stored/,
      () => other.evaluate("void fetch('/assets/not-stored-12345678.js').catch(() => {})"),
    ],
  ] as const)('while %s, and nothing replies', async (_what, address, ask) => {
    const before = await releaseNext();
    const asked = context.waitForEvent('request', (request) => address.test(pathOf(request.url())));
    undo = server.replyOtherwise(address, 'none');
    await ask();
    await asked;
    await take(page);
    for (const tab of [page, other]) await hasMoved(tab, before);
  });

  it('also in one that was still loading the release before, and heard nothing', async () => {
    const before = await releaseNext();
    undo = server.replyOtherwise(/^\/late\.js$/, 'none');
    await page.evaluate(waitForScript, [before, '/late.js'] as const);
    const loading = await context.newPage();
    await loading.goto(`${server.url}/friends/all`, { waitUntil: 'commit' });
    await loading.locator('script[src="/late.js"]').waitFor({ state: 'attached' });
    await take(page);
    await hasMoved(page, before);
    undo();
    await hasMoved(loading, before);
    await loading.close();
  });

  it('also in one that is frozen, once it goes on, and where it is taken in both', async () => {
    const before = await releaseNext();
    await notice(other).waitFor();
    const frozen = await context.newPage();
    await frozen.goto(`${server.url}/friends/all`);
    await navigation(frozen).waitFor();
    const session = await context.newCDPSession(frozen);
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    const press = () => document.querySelector<HTMLElement>('.new-version button')?.click();
    // The faster press may take the other document away.
    await Promise.all([page, other].map((tab) => tab.evaluate(press).catch(() => {})));
    for (const tab of [page, other]) await hasMoved(tab, before);
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await hasMoved(frozen, before);
    await frozen.close();
  });
});

it('a tab in which a release is taken is loaded anew in any case', async () => {
  undo = server.replyOtherwise(/^\/service-worker\.js$/, (text) => {
    return text.replaceAll('skipWaiting', 'toString');
  });
  await releaseNext();
  undo();
  const begun = () => page.evaluate('performance.timeOrigin');
  const before = await begun();
  await take(page);
  await page.waitForFunction((former) => performance.timeOrigin !== former, before);
  await navigation(page).waitFor();
  // Whatever comes after it is taken as ever.
  const script = await scriptOf(page);
  const former = await page.evaluateHandle(waitingWorker);
  server.release();
  await lookFor();
  await page.waitForFunction(async (before) => {
    const worker = (await navigator.serviceWorker.getRegistration())?.waiting ?? null;
    return worker !== null && worker !== before;
  }, former);
  await take(page);
  for (const tab of [page, other]) await hasMoved(tab, script);
});

describe('nothing is taken that nobody asks for', () => {
  it('again, from whoever is asked in leaving and stays', async () => {
    const before = await releaseNext();
    const workers = await page.evaluateHandle(countWorkersAndStay);
    const stay = (dialog: Dialog) => void dialog.dismiss();
    page.on('dialog', stay);
    await take(page);
    await hasMoved(other, before);
    // None is made any more after the time within which the release is taken in any case.
    await page.waitForTimeout(6_000);
    const made = await workers.evaluate(({ count }) => count);
    await page.waitForTimeout(2_000);
    expect(await workers.evaluate(({ count }) => count)).toBe(made);
    const current = await scriptOf(other);
    expect(await scriptOf(page)).toBe(before);
    // A release after it is offered, and no more.
    server.release();
    await lookFor();
    await notice(other).waitFor();
    await page.waitForTimeout(1_000);
    expect(await page.evaluate(isWaiting)).toBe(true);
    expect([await scriptOf(page), await scriptOf(other)]).toEqual([before, current]);
    await workers.evaluate((counted) => counted.leave());
    page.off('dialog', stay);
    await take(page);
    await hasMoved(other, current);
    // Perhaps not at once: it was about to leave not long ago.
    const newest = await scriptOf(other);
    await page.locator(`script[src="${newest}"]`).waitFor({ state: 'attached' });
  });

  it('by a page that has failed and is tried again when the network is back', async () => {
    const before = await releaseNext();
    await page.evaluate(breakStored, '/search-page-');
    await page.getByRole('link', { name: 'Search' }).click();
    const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await other.evaluate('globalThis.wasLoaded = true');
    const begun = await page.evaluate('performance.timeOrigin');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.waitForFunction((former) => performance.timeOrigin !== former, begun);
    await retry.waitFor();
    expect([await scriptOf(page), await page.evaluate(isWaiting)]).toEqual([before, true]);
    expect(await other.evaluate('globalThis.wasLoaded')).toBe(true);
    await retry.click();
    for (const tab of [page, other]) await hasMoved(tab, before);
  });
});

describe('a release that cannot be stored changes nothing', () => {
  const stored = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('files-'));
      const counts = names.map(async (name) => (await (await caches.open(name)).keys()).length);
      return Promise.all(counts);
    });

  it('nor where its worker alone is another one', async () => {
    const before = await stored();
    const ends = [
      server.replyOtherwise(/^\/service-worker\.js$/, (text) => `${text}\n// another`),
      server.replyOtherwise(/^\/index\.html$/, 503),
    ];
    undo = () => ends.forEach((end) => end());
    expect(await installNext(page)).toBe('redundant');
    expect(await stored()).toEqual(before);
  });

  it('while a replica of the server still sends the document before', async () => {
    const document = await page.evaluate(async () => (await fetch('/index.html')).text());
    const before = await stored();
    undo = server.replyOtherwise(/^\/index\.html$/, () => document);
    server.release();
    expect(await installNext(page)).toBe('redundant');
    expect(await stored()).toEqual(before);
    undo();
    const script = await scriptOf(page);
    await lookFor();
    await notice(page).waitFor();
    await take(page);
    for (const tab of [page, other]) await hasMoved(tab, script);
  });
});

/** From now on the page has something that would be lost with it. */
function countWorkersAndStay() {
  const stay = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', stay);
  const counted = { count: 0, leave: () => removeEventListener('beforeunload', stay) };
  globalThis.Worker = class extends Worker {
    constructor(...made: ConstructorParameters<typeof Worker>) {
      super(...made);
      counted.count++;
    }
  };
  return counted;
}

/** In the releases before the one that waits. */
async function breakStored(path: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('files-'));
  for (const name of names.slice(0, -1)) {
    const cache = await caches.open(name);
    const headers = { 'content-type': 'text/javascript' };
    for (const key of await cache.keys())
      if (key.url.includes(path)) await cache.put(key, new Response('broken(', { headers }));
  }
}

const isWaiting = async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return (registration?.waiting ?? null) !== null;
};

const waitingWorker = async () =>
  (await navigator.serviceWorker.getRegistration())?.waiting ?? null;

const pathOf = (url: string) => new URL(url).pathname;

/** From now on the stored document with the one script waits for the other one before it runs its own. */
async function waitForScript([own, address]: readonly [string, string]): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const stored = await cache.match('/index.html');
    const text = await stored?.text();
    if (!stored || !text?.includes(own)) continue;
    const changed = text.replace('</body>', `<script src="${address}"></script></body>`);
    await cache.put('/index.html', new Response(changed, { headers: stored.headers }));
  }
}
