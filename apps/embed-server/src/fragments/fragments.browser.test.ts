import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@triptych/free-port';
import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Page as Tab } from 'playwright-core';
import { findings } from '../pages/testing/axe.js';
import { overflowing } from '../pages/testing/reader.js';
import { noteAliens } from '../testing/browser.js';
import { pictures } from '../testing/pictures.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile } from '../testing/upstream-player.js';

/** One of each part that a fragment may have; `fragments.routes.test.ts` reads every recording. */
const kinds = [
  ...['tweet-drawn-film', 'tweet-drawn-photos', 'tweet-drawn-poll', 'tweet-drawn-player-card'],
  ...['masto-quote', 'mastodon-drawn-card', 'mastodon-drawn-films', 'mastodon-drawn-arabic'],
  ...['bsky-drawn-covered', 'bsky-drawn-gallery', 'bsky-drawn-thread', 'bsky-drawn-card'],
  ...['oembed-flickr', 'oembed-spotify', 'video-youtube-oembed', 'misskey-note'],
];

let browser: Browser;
let context: BrowserContext;
let server: TestApp;
let site: Server;
let tab: Tab;
let alien: string[];
let base: string;
let html = '';
let policy = '';

beforeAll(async () => {
  browser = await startChromium();
  site = createServer((_request, response) => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    response.writeHead(200, { ...headers, 'content-security-policy': policy }).end(html);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  // Its address is what fragments name, so it has to be known before the server is made.
  const port = (site.address() as AddressInfo).port;
  const free = await freePort();
  base = `http://127.0.0.1:${free}`;
  server = await createTestApp({
    ...{ TWITTER_BEARER_TOKEN: 'recorded', META_ACCESS_TOKEN: 'recorded' },
    PUBLIC_URL: base,
  });
  await server.app.listen({ port: free, host: '127.0.0.1' });
  policy = `default-src 'none'; style-src ${base}; img-src ${base}`;
  context = await browser.newContext({ colorScheme: 'light' });
  alien = await noteAliens(context);
  await context.addInitScript(() => {
    const seen = { shifts: 0, violations: [] as string[] };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts += (entry as unknown as Shift).value;
    }).observe({ type: 'layout-shift', buffered: true });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      seen.violations.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  tab = await context.newPage();
  await tab.goto(`http://localhost:${port}/`);
});
afterAll(async () => {
  await browser.close();
  site.closeAllConnections();
  site.close();
  await server.close();
});

interface Shift {
  readonly value: number;
}
interface Seen {
  readonly shifts: number;
  readonly violations: readonly string[];
}

beforeEach(() => {
  alien.length = 0;
  server.upstream.reset();
  server.upstream.on('*', sendFile(pictures.png, 'image/png'));
});

async function fragmentOf(name: string, query = ''): Promise<string> {
  const path = playRecording(server.upstream, name).replace('.amp', '.html');
  const url = `${path}${path.includes('?') ? '&' : '?'}${query}`;
  return (await server.app.inject(url)).body;
}

async function show(name: string, query = '', around = (fragment: string) => fragment) {
  await showSite(around(await fragmentOf(name, query)));
}

async function showSite(content: string, direction = 'ltr') {
  html = `<!doctype html><html lang="en" dir="${direction}"><title>Site</title><main><h1>A site</h1>${content}<p id="after">After.</p></main></html>`;
  await tab.reload({ waitUntil: 'networkidle' });
}

const seen = () => tab.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** Opens what is covered, and brings what is loaded when it is near. */
async function readAll(): Promise<void> {
  await tab.evaluate(() => {
    for (const { shadowRoot } of document.querySelectorAll('.embed-fragment'))
      for (const picture of shadowRoot?.querySelectorAll('img') ?? []) picture.loading = 'eager';
  });
  await tab.waitForFunction(() => {
    const all = [...document.querySelectorAll('.embed-fragment')];
    const pictures = all.flatMap((one) => [...(one.shadowRoot?.querySelectorAll('img') ?? [])]);
    return pictures.every((picture) => picture.complete);
  });
}

it.each(kinds)('%s stands in a site with a strict policy, and moves nothing', async (name) => {
  await show(name);
  await readAll();
  expect(await tab.locator('.fragment article').first().isVisible()).toBe(true);
  expect(await tab.locator('.embed-fragment > blockquote').isVisible()).toBe(false);
  expect({ ...(await seen()), alien }).toEqual({ shifts: 0, violations: [], alien: [] });
  expect([await overflowing(tab), await findings(tab)]).toEqual([[], []]);
});

it.each([
  ['ltr', 'light'],
  ['rtl', 'dark'],
] as const)('many stand in one narrow site that is %s and %s', async (direction, scheme) => {
  const all: string[] = [];
  for (const name of kinds.slice(0, 12)) all.push(await fragmentOf(name, `theme=${scheme}`));
  await tab.setViewportSize({ width: 320, height: 800 });
  await showSite(all.join('<p>Between.</p>') + all[0], direction);
  await readAll();
  expect(await tab.locator('.embed-fragment').count()).toBe(13);
  expect(await tab.locator('.fragment article').count()).toBeGreaterThan(13);
  expect({ ...(await seen()), alien }).toEqual({ shifts: 0, violations: [], alien: [] });
  expect([await overflowing(tab), await findings(tab)]).toEqual([[], []]);
  // A fragment reads in the direction of its own words.
  const directionOf = (selector: string) =>
    tab
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).direction);
  expect(await directionOf('main')).toBe(direction);
  expect(await directionOf('.fragment')).toBe('ltr');
  await tab.setViewportSize({ width: 1280, height: 720 });
});

it('is dark ink on white paper, without what is pressed', async () => {
  await tab.emulateMedia({ media: 'print' });
  await show('tweet-drawn-film', 'theme=dark');
  expect(await colourOf('.fragment article')).toBe(white);
  expect(await tab.locator('.fragment .play').first().isVisible()).toBe(false);
  await tab.emulateMedia({ media: 'screen' });
  expect(await colourOf('.fragment article')).toBe(black);
});

const colourOf = (selector: string) =>
  tab
    .locator(selector)
    .first()
    .evaluate((one) => getComputedStyle(one).backgroundColor);
const [white, black] = ['rgb(255, 255, 255)', 'rgb(21, 25, 29)'];

it('is in the colours of the site, and not in those that the reader wants of others', async () => {
  const card = '.fragment article';
  await tab.emulateMedia({ colorScheme: 'dark' });
  await show('masto-cw-text');
  expect(await colourOf(card)).toBe(white);
  await show(
    'masto-cw-text',
    '',
    (fragment) => `<meta name="color-scheme" content="light dark">${fragment}`,
  );
  expect(await colourOf(card)).toBe(black);
  expect(await findings(tab)).toEqual([]);
  await show(
    'masto-cw-text',
    'theme=light',
    (fragment) => `<meta name="color-scheme" content="dark">${fragment}`,
  );
  expect(await colourOf(card)).toBe(white);
  await tab.emulateMedia({ colorScheme: 'light' });
  await show('masto-cw-text', 'theme=dark');
  expect(await colourOf(card)).toBe(black);
});

it('is read below its last card, too, whatever ground the site has', async () => {
  const path = playRecording(server.upstream, 'mastodon-drawn-thread').replace('.amp', '.html');
  // A thread that fails is the post alone, and a link to the rest.
  server.upstream.json('/api/v1/statuses/116000000000000102/context', {}, 500);
  await showSite((await server.app.inject(`${path}&theme=dark`)).body);
  expect(await tab.locator('.thread > .soft a').count()).toBe(1);
  expect(await findings(tab)).toEqual([]);
});

it('lets no style of the site in, and none of its own out', async () => {
  const looks = () =>
    tab.evaluate(() => {
      const root = document.querySelector('.embed-fragment')?.shadowRoot;
      const all = [...(root?.querySelectorAll('.fragment, .fragment *') ?? [])];
      const names = ['font', 'color', 'text-align', 'letter-spacing', 'line-height', 'margin'];
      return all.map((one) => {
        const style = getComputedStyle(one);
        return [one.tagName, ...names.map((name) => style.getPropertyValue(name))].join(' ');
      });
    });
  await show('tweet-syn-card-summary-large-image');
  const plain = await looks();
  const after = await colourOf('#after');
  await context.route(`${base}/site.css`, (route) =>
    route.fulfill({
      contentType: 'text/css',
      body: `html{font-size:62.5%;--ink:red;--x:0%}*{letter-spacing:3px;text-align:center;color:red!important}
        article,.post,.author{margin:50px;border:9px solid}main{line-height:3;font-style:italic}`,
    }),
  );
  await show(
    'tweet-syn-card-summary-large-image',
    '',
    (fragment) =>
      `<link rel="stylesheet" href="${base}/site.css"><p class="post" id="own">Own.</p>${fragment}`,
  );
  expect(await looks()).toEqual(plain);
  expect(await colourOf('#after')).toBe(after);
  expect(await tab.locator('#own').evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe(
    '9px',
  );
  expect(await tab.locator('#own').evaluate((one) => getComputedStyle(one).maxWidth)).toBe('none');
});

it.each(['mastodon-drawn-quote', 'misskey-note', 'tweet-drawn-photos', 'oembed-flickr'])(
  '%s moves nothing where no picture comes',
  async (name) => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const pictures = (url: URL) => url.origin === base && url.pathname !== '/fragment.css';
    await context.route(pictures, async (route) => {
      await held;
      await route.fulfill({ status: 502, contentType: 'application/problem+json', body: '{}' });
    });
    html = `<!doctype html><html lang="en"><title>Site</title><h1>A site</h1>${await fragmentOf(name)}<p id="after">After.</p></html>`;
    await tab.reload({ waitUntil: 'commit' });
    await tab.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    const after = tab.locator('#after');
    const before = await after.boundingBox();
    release();
    await tab.waitForLoadState('networkidle');
    await readAll();
    await context.unroute(pictures);
    expect(await after.boundingBox()).toEqual(before);
    expect(await seen()).toEqual({ shifts: 0, violations: [] });
  },
);

it('waits for a slow sheet without being seen, and the site before it does not', async () => {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route(/fragment\.css/, async (route) => {
    await held;
    await route.continue();
  });
  const path = playRecording(server.upstream, 'masto-cw-text').replace('.amp', '.html');
  const { body } = await server.app.inject(path);
  html = `<!doctype html><html lang="en"><title>Site</title><h1>A site</h1>${body}<p id="after">After.</p></html>`;
  await tab.reload({ waitUntil: 'commit' });
  await tab.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  release();
  await tab.waitForLoadState('networkidle');
  await context.unroute(/fragment\.css/);
  expect(await seen()).toEqual({ shifts: 0, violations: [] });
});

it('is read as words where no style of this server may be loaded', async () => {
  const strict = policy;
  policy = "default-src 'self'";
  await show('masto-cw-text');
  policy = strict;
  expect(await tab.locator('.fragment article').first().isVisible()).toBe(true);
  expect((await seen()).violations.every((one) => /^(style-src-elem|img-src)/.test(one))).toBe(
    true,
  );
});

it('is words and a link for a program that knows no shadow roots', async () => {
  await show('masto-cw-text', '', (fragment) => fragment.replace('shadowrootmode', 'data-unknown'));
  expect(await tab.locator('.embed-fragment > blockquote a').isVisible()).toBe(true);
  expect(await findings(tab)).toEqual([]);
});
