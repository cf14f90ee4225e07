import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page as Tab } from 'playwright-core';
import { pictures } from '../testing/pictures.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile } from '../testing/upstream-player.js';
import { languages } from './messages.js';
import { findings } from './testing/axe.js';
import { overflowing } from './testing/reader.js';

let browser: Browser;
let server: TestApp;
let tab: Tab;
let base: string;

// Higher than any card shows it.
const tall =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="1000"><rect width="200" height="1000"/></svg>';

beforeAll(async () => {
  browser = await startChromium();
  server = await createTestApp();
  server.upstream.on('*', sendFile(pictures.png, 'image/png'));
  base = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const context = await browser.newContext({ hasTouch: true, timezoneId: 'UTC' });
  tab = await context.newPage();
  await tab.route(/\/images\//, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: tall }),
  );
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const open = async (name: string, query = '') => {
  await tab.goto(base + playRecording(server.upstream, name) + query);
};

/** Of each network one, with all that a footer may have. */
const ofNetworks = ['tweet-drawn-photos', 'bsky-drawn-gallery', 'mastodon-drawn-quote'] as const;

/** How many lines each row of the post's own footer takes. */
const footerLines = () =>
  tab.$$eval('main > article > footer > div', (rows) =>
    rows.map((row) => {
      const boxes = [...row.children].map((one) => one.getBoundingClientRect());
      return new Set(boxes.map(({ y, height }) => Math.round(y + height / 2))).size;
    }),
  );

describe.each(languages)('%s: the footer', (language) => {
  it.each(ofNetworks)('%s: two rows, neither of which wraps at 550 px', async (name) => {
    await tab.setViewportSize({ width: 550, height: 600 });
    await open(name, `?lang=${language}`);
    expect(await footerLines()).toEqual([1, 1]);
    await tab.setViewportSize({ width: 320, height: 600 });
    // The address of an instance is longer than X's name; what one may do stands on one line everywhere.
    const [about = 0, actions] = await footerLines();
    expect([about <= 2, actions]).toEqual([true, 1]);
    expect(await overflowing(tab)).toEqual([]);
  });
});

describe.each(ofNetworks)('%s', (name) => {
  it('has the mark of its network at the end of the first line, and a quoted post has none', async () => {
    for (const [language, isRightToLeft] of [
      ['en', false],
      ['ar', true],
    ] as const) {
      await tab.setViewportSize({ width: 550, height: 600 });
      await open(name, `?lang=${language}`);
      expect(await tab.locator('.mark').count()).toBe(1);
      const at = await tab.$eval('main > article', (post) => {
        const [card, mark, first, source] = [
          ...[post, post.querySelector('.mark')],
          ...[post.querySelector('.actions > *'), post.querySelector(':scope > footer .source')],
        ].map((one) => one?.getBoundingClientRect());
        if (!card || !mark || !first || !source) return null;
        const sides = [mark, first, source].map((box) => ({
          left: box.left - card.left,
          right: card.right - box.right,
        }));
        return { top: mark.top - card.top, sides };
      });
      const ends = at?.sides.map(({ left, right }) => (left < right ? 'left' : 'right'));
      expect(ends).toEqual(isRightToLeft ? ['left', 'right', 'left'] : ['right', 'left', 'right']);
      // At the padding of the card.
      expect(at?.top).toBeLessThan(20);
    }
  });

  it('is sound for axe where colours are forced, at 320 px and from right to left', async () => {
    await tab.setViewportSize({ width: 320, height: 600 });
    await open(name, '?lang=ar');
    const found: Record<string, string[]> = {};
    for (const forcedColors of ['active', 'none'] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ forcedColors, colorScheme });
        found[`${forcedColors} ${colorScheme}`] = await findings(tab);
      }
    expect(Object.values(found).flat()).toEqual([]);
    expect(Object.keys(found)).toHaveLength(4);
  });

  it('has marks and icons in the colour of words where a system forces colours', async () => {
    await open(name);
    await tab.emulateMedia({ forcedColors: 'active' });
    const colours = await tab.evaluate(() => {
      const styleOf = (selector: string) =>
        getComputedStyle(document.querySelector(selector) ?? document.body);
      const isLines = document.querySelector('.mark .web') !== null;
      const mark = isLines ? styleOf('.mark .web').stroke : styleOf('.mark').fill;
      const icon = styleOf('.actions svg').stroke;
      return { mark, icon, words: styleOf('.text').color, beside: styleOf('.actions > *').color };
    });
    expect(colours.mark).toBe(colours.words);
    expect(colours.icon).toBe(colours.beside);
    await tab.emulateMedia({ forcedColors: 'none' });
  });
});

it('actions have room for a finger, and do not take it from one another', async () => {
  await tab.setViewportSize({ width: 320, height: 600 });
  await open('tweet-drawn-photos');
  const rooms = await tab.$$eval('.actions a', (links) =>
    links.map((link) => {
      const { width, height, insetInlineStart } = getComputedStyle(link, '::after');
      const left = link.getBoundingClientRect().left + parseFloat(insetInlineStart);
      return { width: parseFloat(width), height: parseFloat(height), left };
    }),
  );
  expect(rooms).toHaveLength(3);
  for (const [at, { width, height, left }] of rooms.entries()) {
    expect(Math.round(width)).toBeGreaterThanOrEqual(44);
    expect(Math.round(height)).toBeGreaterThanOrEqual(44);
    const next = rooms[at + 1];
    if (next) expect(left + width).toBeLessThanOrEqual(next.left + 0.5);
  }
});

const shape = () =>
  tab.$eval('.media img', ({ clientWidth, clientHeight }) => clientHeight / clientWidth);

/** Height that the frame around the page is told of. */
const pageHeight = () => tab.$eval('html', (root) => root.getBoundingClientRect().height);

describe.each(['tweet-syn-photo', 'tweet-drawn-photos', 'bsky-drawn-gallery'])(
  '%s: a picture that the card crops',
  (name) => {
    beforeEach(async () => {
      await tab.setViewportSize({ width: 550, height: 600 });
      await open(name);
    });

    it('is whole after a press of a key, and cropped after another one or Escape', async () => {
      const link = tab.locator('.media > a').first();
      const [cropped, before] = [await shape(), await pageHeight()];
      expect(cropped).toBeLessThan(2);
      for (const key of ['Enter', 'Escape']) {
        await link.press('Enter');
        expect(await shape()).toBeCloseTo(5, 1);
        expect(await pageHeight()).toBeGreaterThan(before + 500);
        expect(await link.getAttribute('aria-expanded')).toBe('true');
        expect(await overflowing(tab)).toEqual([]);
        expect(await findings(tab)).toEqual([]);
        await tab.keyboard.press(key);
        expect([await shape(), await pageHeight()]).toEqual([cropped, before]);
        expect(await link.getAttribute('aria-expanded')).toBe('false');
        expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
      }
    });

    it('is whole after a click and cropped after another, in this page', async () => {
      const link = tab.locator('.media > a').first();
      const cropped = await shape();
      const pages = tab.context().pages().length;
      await link.click();
      expect(await shape()).toBeCloseTo(5, 1);
      await link.click();
      expect(await shape()).toBe(cropped);
      expect(tab.context().pages()).toHaveLength(pages);
    });

    it('is a link that opens it by itself, as a press with a key for that does', async () => {
      const link = tab.locator('.media > a').first();
      const href = await link.evaluate((one: HTMLAnchorElement) => one.href);
      const image = await tab.$eval('.media img', (one) => (one as HTMLImageElement).src);
      expect(href).toBe(image);
      const opened = tab.context().waitForEvent('page');
      await link.click({ modifiers: ['ControlOrMeta'] });
      const other = await opened;
      await other.waitForURL(href);
      expect((await tab.request.get(href)).headers()['content-type']).toBe('image/png');
      expect(await other.evaluate(() => opener)).toBeNull();
      await other.close();
      expect(await link.getAttribute('aria-expanded')).toBeNull();
    });
  },
);

it('a gallery has its pictures in the frame of a site that gives it no origin, too', async () => {
  const path = playRecording(server.upstream, 'bsky-drawn-gallery');
  await tab.route(`${base}/site`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${base}${path}" sandbox="allow-scripts" height="900"></iframe>`,
    }),
  );
  await tab.goto(`${base}/site`);
  const frame = tab.frameLocator('iframe');
  const images = frame.locator('.media img, .avatar');
  await expect(
    images.evaluateAll((all) =>
      Promise.all(all.map((image) => (image as HTMLImageElement).decode().then(() => 'whole'))),
    ),
  ).resolves.toEqual(Array.from({ length: 21 }, () => 'whole'));
});
