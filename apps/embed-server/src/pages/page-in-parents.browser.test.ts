import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Frame, Page as Tab } from 'playwright-core';
import { noteAliens } from '../testing/browser.js';
import type { Page, Theme } from './page.js';
import { renderStatusPage } from './status-page.js';
import { findings } from './testing/axe.js';
import { addressOf, heightOf, openFramed, servePage } from './testing/frame-server.js';
import {
  film,
  options,
  photo,
  status,
  statusMedia,
  statusOptions,
  tweet,
  video,
} from './testing/samples.js';
import { renderTweetPage } from './tweet-page.js';
import { renderVideoPage } from './video-page.js';

const source = (name: string) => readFileSync(createRequire(import.meta.url).resolve(name), 'utf8');

let browser: Browser;
let context: BrowserContext;
let servers: Server[] = [];

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

beforeEach(async () => {
  servers = [];
  context = await browser.newContext();
  await noteAliens(context);
});
afterEach(async () => {
  await context.close();
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
});

async function openIn(parent: (src: string) => string, page: Page): Promise<[Tab, Frame]> {
  const tab = await context.newPage();
  const framed = await openFramed(tab, page, parent);
  servers.push(...framed.servers);
  return [tab, framed.frame];
}

const isHigh = (tab: Tab, height: number) =>
  tab.waitForFunction(
    (wanted) => document.querySelector('iframe')?.getBoundingClientRect().height === wanted,
    height,
  );

const warned = () =>
  renderStatusPage(status({ spoiler: 'food', media: [statusMedia()] }), statusOptions);

/** What amp-iframe does with a message: none below 100 px, and none before a tap on `overflow`. */
const ampParent = (src: string) => `
  <iframe src="${src}" sandbox="allow-scripts allow-same-origin allow-popups" style="width:400px;height:120px;border:0"></iframe>
  <button id="overflow" hidden>Show all</button>
  <script>
    const frame = document.querySelector('iframe'), button = document.querySelector('#overflow');
    window.refused = 0;
    let wanted = 0;
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow || data?.sentinel !== 'amp' || data.type !== 'embed-size') return;
      if (!(data.height >= 100)) return void (window.refused += 1);
      wanted = data.height;
      button.hidden = wanted === frame.clientHeight;
    });
    button.onclick = () => { frame.style.height = wanted + 'px'; button.hidden = true; };
  </script>`;

const sizerParent = (src: string) => `
  <iframe id="one" src="${src}" sandbox="allow-scripts allow-same-origin" style="width:400px;height:120px;border:0"></iframe>
  <script>${source('iframe-resizer/js/iframeResizer.min.js')}</script>
  <script>iFrameResize({ checkOrigin: false }, '#one');</script>`;

describe('a page in a parent', () => {
  it('that obeys the rules of amp-iframe grows and shrinks at a tap on its overflow', async () => {
    const [tab, frame] = await openIn(ampParent, warned());
    await tab.click('#overflow');
    await isHigh(tab, await heightOf(frame));
    await frame.click('summary');
    await tab.click('#overflow');
    await isHigh(tab, await heightOf(frame));
    expect(await heightOf(frame)).toBeGreaterThan(300);
    expect(await tab.evaluate(() => (globalThis as unknown as { refused: number }).refused)).toBe(
      0,
    );
  });

  it('that uses iframe-resizer has its height, also after a change', async () => {
    const [tab, frame] = await openIn(sizerParent, warned());
    const closed = await heightOf(frame);
    await isHigh(tab, closed);
    await frame.click('summary');
    expect(await heightOf(frame)).toBeGreaterThan(closed + 200);
    await isHigh(tab, await heightOf(frame));
  });
});

const all = {
  tweet: (theme: Theme) =>
    renderTweetPage(tweet({ media: [photo(), film], quoted: tweet() }), { ...options, theme }),
  status: (theme: Theme) =>
    renderStatusPage(status({ spoiler: 'food', media: [statusMedia({ alt: 'Cake' })] }), {
      ...statusOptions,
      theme,
    }),
  video: (theme: Theme) => renderVideoPage(video(), { ...options, theme }),
  'tweet in Arabic': (theme: Theme) =>
    renderTweetPage(tweet(), { ...options, theme, language: 'ar' as const }),
};

describe.each(Object.keys(all) as (keyof typeof all)[])('axe, asked about a %s', (kind) => {
  it.each(['light', 'dark'] as const)('%s, finds nothing', async (theme) => {
    const own = await servePage(all[kind](theme));
    servers.push(own);
    const tab = await context.newPage();
    await tab.goto(`${addressOf(own)}/page`);
    expect(await findings(tab)).toEqual([]);
    expect(await tab.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
      theme,
    );
  });
});

it('on paper is dark on light, without what only a click can use', async () => {
  const own = await servePage(
    renderTweetPage(tweet({ media: [film] }), { ...options, theme: 'dark' }),
  );
  servers.push(own);
  const tab = await context.newPage();
  await tab.goto(`${addressOf(own)}/page`);
  await tab.emulateMedia({ media: 'print' });
  expect(await tab.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(20, 25, 29)');
  expect(await tab.isVisible('.play')).toBe(false);
  expect(await tab.isVisible('.text')).toBe(true);
});
