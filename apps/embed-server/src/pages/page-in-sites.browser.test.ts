import type { Server } from 'node:http';
import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Frame, Page as Tab } from 'playwright-core';
import type { Page } from './page.js';
import { renderStatusPage } from './status-page.js';
import { addressOf, heightOf, openFramed, servePage } from './testing/frame-server.js';
import { status, statusMedia, statusOptions } from './testing/samples.js';

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

const warned = (text = 'words') =>
  renderStatusPage(
    status({ spoiler: 'food', contentHtml: `<p>${text}</p>`, media: [statusMedia()] }),
    statusOptions,
  );

const secret = 'Zq3hT9xW1b';

/** WordPress: a sandbox without an origin, hidden until a message with the secret of the frame; 200 to 1000 px. */
const wordpress = (src: string) => `
  <blockquote class="wp-embedded-content" data-secret="${secret}">Post</blockquote>
  <iframe src="${src}#?secret=${secret}" data-secret="${secret}" sandbox="allow-scripts" width="400" height="210"
    style="border:0;visibility:hidden" class="wp-embedded-content"></iframe>
  <script>
    addEventListener('message', ({ source, data }) => {
      if (!data || !(data.secret || data.message || data.value) || /[^a-zA-Z0-9]/.test(data.secret)) return;
      const frame = document.querySelector('iframe[data-secret="' + data.secret + '"]');
      if (!frame || source !== frame.contentWindow) return;
      frame.style.visibility = 'visible';
      document.querySelector('blockquote').style.display = 'none';
      if (data.message === 'height') frame.height = Math.min(1000, Math.max(200, parseInt(data.value, 10)));
    });
  </script>`;

/** Embedly, as Medium shows its frames: a string of JSON that names the frame by its address. */
const embedly = (src: string) => `
  <iframe src="${src}" sandbox="allow-scripts allow-same-origin" style="width:400px;height:120px;border:0"></iframe>
  <script>
    addEventListener('message', ({ data }) => {
      if (typeof data !== 'string' || data[0] !== '{') return;
      const { src, context, height } = JSON.parse(data);
      const frame = document.querySelector('iframe');
      if (context === 'iframe.resize' && src === frame.src) frame.style.height = height + 'px';
    });
  </script>`;

describe('a page in a site', () => {
  it('of WordPress is seen, and as high as its post between 200 and 1000 px', async () => {
    const [tab, frame] = await openIn(wordpress, warned());
    await isHigh(tab, 200);
    expect(await tab.locator('iframe').isVisible()).toBe(true);
    await frame.click('summary');
    expect(await heightOf(frame)).toBeGreaterThan(300);
    await isHigh(tab, await heightOf(frame));
  });

  it('of WordPress ends at 1000 px, and is scrolled', async () => {
    const [tab, frame] = await openIn(wordpress, warned('word '.repeat(900)));
    await frame.click('summary');
    await isHigh(tab, 1000);
    const canScroll = () => document.documentElement.scrollHeight > innerHeight;
    expect(await frame.evaluate(canScroll)).toBe(true);
  });

  it('that resizes as Embedly does has its height, also after a change', async () => {
    const [tab, frame] = await openIn(embedly, warned());
    const closed = await heightOf(frame);
    await isHigh(tab, closed);
    await frame.click('summary');
    await isHigh(tab, await heightOf(frame));
    expect(await heightOf(frame)).toBeGreaterThan(closed + 200);
  });

  it('has told no secret where it got none, and nothing where it stands by itself', async () => {
    const listening = `<script>window.told = []; addEventListener('message', ({ data }) => told.push(data));</script>`;
    const [tab] = await openIn((src) => `${listening}<iframe src="${src}"></iframe>`, warned());
    const told = () => (globalThis as unknown as { told: unknown[] }).told;
    await tab.waitForFunction(() => (globalThis as unknown as { told: unknown[] }).told.length > 1);
    const messages = await tab.evaluate(told);
    expect(JSON.stringify(messages)).not.toMatch(/secret|setHeight|iFrameSizer/);

    const own = await servePage(warned());
    servers.push(own);
    const alone = await context.newPage();
    await alone.addInitScript({
      content: `window.told = []; addEventListener('message', ({ data }) => told.push(data));`,
    });
    await alone.goto(`${addressOf(own)}/page`);
    await alone.click('summary');
    await alone.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
    );
    expect(await alone.evaluate(told)).toEqual([]);
  });
});
