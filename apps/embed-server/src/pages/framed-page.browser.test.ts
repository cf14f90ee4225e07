import type { Server } from 'node:http';
import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Frame, Page as Tab } from 'playwright-core';
import { noteAliens } from '../testing/browser.js';
import type { Page } from './page.js';
import { renderStatusPage } from './status-page.js';
import { addressOf, heightOf, openFramed, publisherOf, servePage } from './testing/frame-server.js';
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

interface Size {
  readonly sentinel: string;
  readonly type: string;
  readonly height: number;
}

let browser: Browser;
let context: BrowserContext;
let servers: Server[] = [];
let troubles: string[] = [];
let alien: string[] = [];

beforeAll(async () => {
  browser = await startChromium();
});

afterAll(() => browser.close());

beforeEach(async () => {
  [servers, troubles] = [[], []];
  context = await browser.newContext();
  alien = await noteAliens(context);
});

afterEach(async () => {
  await context.close();
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
});

async function open(page: Page): Promise<{ tab: Tab; frame: Frame }> {
  const tab = await context.newPage();
  tab.on('console', (message) => troubles.push(message.text()));
  tab.on('pageerror', (error) => troubles.push(String(error)));
  const framed = await openFramed(tab, page, publisherOf);
  servers.push(...framed.servers);
  return { tab, frame: framed.frame };
}

const lastHeight = (tab: Tab) =>
  tab.evaluate(() => {
    const told = (globalThis as unknown as { told: Size[] }).told;
    return (
      told.filter((one) => one.sentinel === 'amp' && one.type === 'embed-size').at(-1)?.height ?? 0
    );
  });

const isTold = (tab: Tab, height: number) =>
  tab.waitForFunction(
    (wanted) =>
      (globalThis as unknown as { told: Size[] }).told.some((one) => one.height === wanted),
    height,
  );

describe('a framed page in Chromium', () => {
  it('tells its height on load, and again after a warning is opened and closed', async () => {
    const page = renderStatusPage(
      status({ spoiler: 'food', contentHtml: '<p>cake</p>', media: [statusMedia()] }),
      statusOptions,
    );
    const { tab, frame } = await open(page);
    const closed = await heightOf(frame);
    await isTold(tab, closed);
    await frame.click('summary');
    const opened = await heightOf(frame);
    expect(opened).toBeGreaterThan(closed + 200);
    await isTold(tab, opened);
    await frame.focus('summary');
    await tab.keyboard.press('Enter');
    expect(await heightOf(frame)).toBe(closed);
    await tab.waitForFunction(
      (wanted) =>
        (globalThis as unknown as { told: Size[] }).told
          .filter((one) => one.sentinel === 'amp')
          .at(-1)?.height === wanted,
      closed,
    );
    expect(await lastHeight(tab)).toBe(closed);
    expect(troubles).toEqual([]);
  });

  it('answers a parent that asks as those of Mastodon do', async () => {
    const { tab, frame } = await open(renderTweetPage(tweet(), options));
    await tab.evaluate(() => window.frames[0]?.postMessage({ type: 'setHeight', id: 7 }, '*'));
    await tab.waitForFunction(() =>
      (globalThis as unknown as { told: { id?: number }[] }).told.some((one) => one.id === 7),
    );
    expect(await heightOf(frame)).toBeGreaterThan(100);
  });

  it.each([
    [
      'a tweet',
      () =>
        renderTweetPage(
          tweet({ media: [photo(), film], quoted: tweet({ media: [film] }) }),
          options,
        ),
    ],
    [
      'a status',
      () =>
        renderStatusPage(
          status({
            media: [statusMedia({ kind: 'video', playUrl: 'https://files.social.example/f.mp4' })],
          }),
          statusOptions,
        ),
    ],
    ['a video', () => renderVideoPage(video(), options)],
  ])('%s asks nobody else for anything, and breaks no rule of its policy', async (_, render) => {
    const { tab, frame } = await open(render());
    await tab.waitForLoadState('networkidle');
    const pictures = await frame.evaluate(() =>
      [...document.images].map((image) => image.naturalWidth),
    );
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.every((width) => width > 0)).toBe(true);
    expect(alien).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('asks for the mp4 after a click, without a referrer, and gives the link back when it cannot play', async () => {
    const { frame } = await open(renderTweetPage(tweet({ media: [film] }), options));
    const request = context.waitForEvent('request', (one) => one.url().includes('video.twimg.com'));
    await frame.click('a.play');
    expect((await request).url()).toBe('https://video.twimg.com/v/720.mp4');
    expect((await request).headers()['referer']).toBeUndefined();
    // What was served is no video.
    await frame.waitForSelector('a.play:not([data-play])');
  });

  it('opens the player after Enter, with a referrer of the origin alone', async () => {
    const { tab, frame } = await open(renderVideoPage(video(), options));
    const request = context.waitForEvent('request', (one) =>
      one.url().includes('youtube-nocookie'),
    );
    await frame.focus('a.play');
    await tab.keyboard.press('Enter');
    expect((await request).headers()['referer']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    await frame.waitForSelector('iframe.player');
    expect(await frame.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    expect(troubles).toEqual([]);
  });

  it('shows times in the zone of the reader', async () => {
    await context.close();
    context = await browser.newContext({ timezoneId: 'Asia/Tokyo' });
    const { frame } = await open(renderTweetPage(tweet(), options));
    expect(await frame.textContent('time')).toMatch(/^Feb 25, 2023, 8:29\sAM$/);
  });

  it('shows a day as it is, wherever the reader is', async () => {
    await context.close();
    context = await browser.newContext({ timezoneId: 'America/New_York' });
    const createdAt = { at: new Date('2024-05-01'), isDay: true };
    const { frame } = await open(renderTweetPage(tweet({ createdAt }), options));
    expect(await frame.textContent('time')).toBe('May 1, 2024');
  });

  it('is whole without script', async () => {
    await context.close();
    context = await browser.newContext({ javaScriptEnabled: false });
    const page = await servePage(renderTweetPage(tweet({ media: [photo(), film] }), options));
    servers.push(page);
    const tab = await context.newPage();
    await tab.goto(`${addressOf(page)}/page`);
    expect(await tab.textContent('.text')).toBe('Hello');
    expect(await tab.getAttribute('a.play', 'href')).toBe('https://video.twimg.com/v/720.mp4');
  });
});
