import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startPublisher, type Publisher } from '../testing/browser.js';
import type { TestApp } from '../testing/test-app.js';
import { startVisit } from '../testing/visit.js';

const id = '1641086480675225601';
const tweet = `<embed-tweet status="${id}"></embed-tweet>`;
const film = '<embed-video type="youtube" video-id="m6UOo2YGbIE"></embed-video>';

let browser: Browser;
let context: BrowserContext;
let server: TestApp;
let base: string;
let publisher: Publisher | undefined;
let alien: string[] = [];

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  ({ server, base, context, alien } = await startVisit(browser));
  server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-photo'));
});
afterEach(async () => {
  await context.close();
  await publisher?.close();
  await server.close();
});

async function open(css: string, body: string): Promise<Page> {
  const head = `<style>${css}</style><script type="module" src="${base}/embed.js"></script>`;
  publisher = await startPublisher(`<!doctype html><html><title>News</title>${head}${body}</html>`);
  const page = await context.newPage();
  await page.goto(publisher.origin);
  return page;
}

/** The theme that the one frame was asked for in, once it is shown. */
async function themeOf(page: Page, wanted?: string | null): Promise<string | null> {
  const end = wanted === undefined ? '' : wanted === null ? `[src$=".amp"]` : `[src*="=${wanted}"]`;
  await page.waitForSelector(`iframe${end}:not(.waiting)`, { state: 'visible' });
  expect(await page.locator('iframe').count()).toBe(1);
  const src = (await page.locator('iframe').getAttribute('src')) ?? '';
  return new URL(src).searchParams.get('theme');
}

it.each([
  ['nothing of it', '', tweet, null],
  ['dark', ':root{color-scheme:dark}', tweet, 'dark'],
  ['light', 'body{color-scheme:light}', tweet, 'light'],
  ['dark alone', ':root{color-scheme:only dark}', tweet, 'dark'],
  ['whatever the reader wants', ':root{color-scheme:light dark}', tweet, null],
  ['dark in one part', 'div{color-scheme:dark}', `<div>${tweet}</div>`, 'dark'],
  ['dark', ':root{color-scheme:dark}', tweet.replace(' ', ' theme="light" '), 'light'],
])('a site says %s: %s', async (_says, css, body, theme) => {
  const page = await open(css, body);
  expect(await themeOf(page)).toBe(theme);
  expect(alien).toEqual([]);
});

it('a site that changes gets a frame in its scheme, and the former is shown until then', async () => {
  const css = '.night{color-scheme:dark}.day{color-scheme:light}';
  const page = await open(css, `<main>${tweet}</main>`);
  expect(await themeOf(page)).toBeNull();
  await page.evaluate(() => {
    const heights: number[] = [];
    Object.assign(window, { heights });
    new ResizeObserver(([entry]) => heights.push(entry?.contentRect.height ?? 0)).observe(
      document.querySelector('main')!,
    );
  });
  const entries = await page.evaluate(() => history.length);
  const height = await page.locator('main').evaluate((main) => main.clientHeight);
  for (const [where, name, theme] of [
    ['html', 'night', 'dark'],
    ['body', 'day', 'light'],
    ['body', '', 'dark'],
    ['html', '', null],
  ] as const) {
    await page.locator(where).evaluate((one, value) => one.setAttribute('class', value), name);
    expect(await themeOf(page, theme)).toBe(theme);
  }
  const seen = await page.evaluate(() => (window as unknown as { heights: number[] }).heights);
  expect(Math.min(...seen)).toBe(height);
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

it('a site whose scheme follows the reader by itself is followed', async () => {
  const css =
    ':root{color-scheme:light}@media (prefers-color-scheme:dark){:root{color-scheme:dark}}';
  const page = await open(css, tweet);
  expect(await themeOf(page)).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await themeOf(page, 'dark')).toBe('dark');
});

it('many changes at once end in one frame of the last scheme', async () => {
  const page = await open('.night{color-scheme:dark}', tweet);
  await themeOf(page);
  await page.locator('html').evaluate(async (root) => {
    for (const name of ['night', '', 'night', '', 'night']) {
      root.setAttribute('class', name);
      await Promise.resolve();
    }
  });
  expect(await themeOf(page, 'dark')).toBe('dark');
});

it('a frame in which somebody plays something stays', async () => {
  const page = await open('.night{color-scheme:dark}', film);
  await themeOf(page);
  const frame = page.frameLocator('iframe');
  await frame.locator('a.play').click();
  await frame.locator('iframe.player').waitFor();
  await page.locator('html').evaluate((root) => root.setAttribute('class', 'night'));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  expect(await themeOf(page)).toBeNull();
  expect(await frame.locator('iframe.player').count()).toBe(1);
});
