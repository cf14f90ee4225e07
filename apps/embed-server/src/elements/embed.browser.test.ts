import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { playRecording } from '../testing/recorded-upstreams.js';
import { startPublisher, type Publisher } from '../testing/browser.js';
import type { TestApp } from '../testing/test-app.js';
import { startVisit } from '../testing/visit.js';

const id = '1641086480675225601';
const fallback =
  '<blockquote>Words of a post <a href="https://x.com/a/status/1">there</a></blockquote>';
const tweet = `<embed-tweet status="${id}">${fallback}</embed-tweet>`;

let browser: Browser;
let context: BrowserContext;
let server: TestApp;
let base: string;
let publisher: Publisher | undefined;
let alien: string[] = [];
let asked: string[] = [];

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

beforeEach(async () => {
  ({ server, base, context, alien } = await startVisit(browser));
  server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-photo'));
  asked = [];
  context.on('request', (request) => asked.push(request.url().replace(base, '')));
});
afterEach(async () => {
  await context.close();
  await publisher?.close();
  await server.close();
});

async function open(body: string): Promise<Page> {
  const script = `<script type="module" src="${base}/embed.js"></script>`;
  publisher = await startPublisher(
    `<!doctype html><html><title>News</title>${script}${body}</html>`,
  );
  const page = await context.newPage();
  await page.goto(publisher.origin);
  await page.waitForFunction(() => customElements.get('embed-video') !== undefined);
  return page;
}

async function shown(page: Page): Promise<Frame> {
  const frame = await page.waitForSelector('iframe[src]:not(.waiting)', { state: 'visible' });
  const content = await frame.contentFrame();
  if (content === null) throw new Error('the frame has no content');
  return content;
}

const heightOf = (page: Page) =>
  page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height);
const heightInside = (frame: Frame) =>
  frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
const pages = () => asked.filter((url) => url.includes('.amp'));

it('asks for nothing until it comes near the screen, then takes the place of its content', async () => {
  const page = await open(`<div style="height:9000px">Article</div>${tweet}`);
  await page.waitForLoadState('networkidle');
  expect(pages()).toEqual([]);
  expect(await page.locator('blockquote').isVisible()).toBe(true);
  await page.locator('embed-tweet').scrollIntoViewIfNeeded();
  const frame = await shown(page);
  expect(await frame.textContent('article')).toContain('sammy');
  expect(await page.locator('blockquote').isVisible()).toBe(false);
  expect(await heightOf(page)).toBe(await heightInside(frame));
  expect(await heightOf(page)).toBeGreaterThan(100);
  expect(await page.locator('iframe').getAttribute('title')).toBe('Post on X');
  expect(await page.locator('iframe').getAttribute('sandbox')).not.toMatch(/top-nav|forms|modals/);
  expect(pages()).toEqual([`/tweet/${id}.amp`]);
  expect(alien).toEqual([]);
});

it('shows a post on Bluesky', async () => {
  const path = playRecording(server.upstream, 'bsky-drawn-detached');
  const href = decodeURIComponent(path.slice('/bluesky/'.length, -'.amp'.length));
  const page = await open(`<embed-bluesky href="${href}">${fallback}</embed-bluesky>`);
  expect(await (await shown(page)).textContent('.text')).toBe('What was here?');
  expect(await page.locator('iframe').getAttribute('title')).toBe('Post on Bluesky');
  expect([pages(), alien]).toEqual([[path], []]);
});

it.each([
  ['embed-bluesky', 'href', 'bsky-drawn-thread'],
  ['embed-mastodon', 'status', 'mastodon-drawn-thread'],
])(
  '<%s thread> shows a thread, and the post alone once the attribute is gone',
  async (element, attribute, name) => {
    const path = playRecording(server.upstream, name).replace('?thread=1', '');
    const address = decodeURIComponent(path.split('/')[2]?.slice(0, -'.amp'.length) ?? '');
    const page = await open(
      `<${element} thread ${attribute}="${address}">${fallback}</${element}>`,
    );
    expect(await (await shown(page)).locator('.thread article').count()).toBe(4);
    expect(pages()).toEqual([`${path}?thread=1`]);
    await page.locator(element).evaluate((one) => one.removeAttribute('thread'));
    expect(await (await shown(page)).locator('article').count()).toBe(1);
    expect([pages(), alien]).toEqual([[`${path}?thread=1`, path], []]);
  },
);

it('grows and shrinks with a content warning', async () => {
  server.upstream.json('*', server.upstream.fixture('masto-cw-text'));
  const url = `${server.upstream.origin}/@someone/1`;
  const page = await open(`<embed-mastodon status="${url}">${fallback}</embed-mastodon>`);
  const frame = await shown(page);
  const closed = await heightOf(page);
  await frame.click('summary');
  await page.waitForFunction((before) => {
    const inner = document.querySelector('embed-mastodon')?.shadowRoot?.querySelector('iframe');
    return (inner?.getBoundingClientRect().height ?? 0) > before;
  }, closed);
  expect(await heightOf(page)).toBe(await heightInside(frame));
  await frame.click('summary');
  await page.waitForFunction((before) => {
    const inner = document.querySelector('embed-mastodon')?.shadowRoot?.querySelector('iframe');
    return inner?.getBoundingClientRect().height === before;
  }, closed);
});

it('keeps its content when the server is away', async () => {
  const page = await open(`<div style="height:9000px">Article</div>${tweet}`);
  const failed = context.waitForEvent('requestfailed', (one) => one.url().includes('.amp'));
  server.app.server.closeAllConnections();
  await server.app.close();
  await page.locator('embed-tweet').scrollIntoViewIfNeeded();
  await failed;
  expect(await page.locator('blockquote').isVisible()).toBe(true);
  expect(await page.locator('iframe').isVisible()).toBe(false);
});

it('keeps its content when the post is gone', async () => {
  server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-tombstone'));
  const answered = context.waitForEvent('response', (one) => one.url().includes('.amp'));
  const page = await open(tweet);
  expect((await answered).status()).toBe(404);
  await page.waitForLoadState('networkidle');
  expect(await page.locator('blockquote').isVisible()).toBe(true);
  expect(await page.locator('iframe').isVisible()).toBe(false);
});

it('believes only its own frame, from the server, and only heights', async () => {
  const page = await open(`${tweet}<iframe id="other" srcdoc="x"></iframe>`);
  const frame = await shown(page);
  const before = await heightInside(frame);
  // From the page itself, from another frame of it, and nonsense from the right one.
  const seen = page.evaluate(
    () =>
      new Promise((done) => {
        addEventListener('message', ({ data }) => void (data === 'over' && done(true)));
      }),
  );
  await page.evaluate(() =>
    postMessage({ sentinel: 'amp', type: 'embed-size', height: 4000 }, '*'),
  );
  const other = page.frames().find((one) => one.url() === 'about:srcdoc');
  await other?.evaluate(() =>
    parent.postMessage({ sentinel: 'amp', type: 'embed-size', height: 4000 }, '*'),
  );
  await frame.evaluate(() => {
    for (const height of ['4000', -4000, NaN, null, {}]) {
      parent.postMessage({ sentinel: 'amp', type: 'embed-size', height }, '*');
    }
    parent.postMessage({ sentinel: 'amp', type: 'other', height: 4000 }, '*');
    parent.postMessage('over', '*');
  });
  await seen;
  expect(await page.locator('embed-tweet iframe').evaluate((one) => one.clientHeight)).toBe(before);
});

it('opens a player after a click, and asks no third party before', async () => {
  const page = await open(
    '<embed-video type="youtube" video-id="m6UOo2YGbIE" start="7" lang="de" theme="dark"></embed-video>',
  );
  const frame = await shown(page);
  expect(pages()).toEqual(['/video/youtube/m6UOo2YGbIE.amp?theme=dark&lang=de&start=7']);
  expect(await page.locator('iframe').getAttribute('title')).toBe('Video on YouTube');
  expect(alien).toEqual([]);
  await frame.click('a.play');
  await frame.waitForSelector('iframe.player');
  expect(alien[0]).toContain('https://www.youtube-nocookie.com/embed/m6UOo2YGbIE');
});

it('follows its attributes, and the language around it', async () => {
  const page = await open(
    `<div lang="de"><embed-tweet href="https://x.com/a/status/${id}?s=20" frame-title="Sammys Beitrag"></embed-tweet></div>`,
  );
  await shown(page);
  expect(await page.locator('iframe').getAttribute('title')).toBe('Sammys Beitrag');
  await page.locator('embed-tweet').evaluate((one) => one.setAttribute('href', '../status/20'));
  await page.waitForSelector('iframe[src*="tweet/20.amp"]:not(.waiting)');
  await page.locator('embed-tweet').evaluate((one) => one.setAttribute('href', 'nothing'));
  expect(await page.locator('iframe').count()).toBe(0);
  expect(pages()).toEqual([`/tweet/${id}.amp?lang=de`, '/tweet/20.amp?lang=de']);
});
