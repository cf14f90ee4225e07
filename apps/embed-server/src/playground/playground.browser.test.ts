import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestApp } from '../testing/test-app.js';
import { startVisit } from '../testing/visit.js';

const address = 'https://x.com/SamuelSusla/status/1641086480675225601';

let browser: Browser;
let context: BrowserContext;
let server: TestApp;
let page: Page;
let alien: string[] = [];
let troubles: string[] = [];

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

beforeEach(async () => {
  const visit = await startVisit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  ({ server, context, alien } = visit);
  server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-photo'));
  troubles = [];
  page = await context.newPage();
  page.on('console', (message) => {
    // Here alone the framed page is of the same origin: it is our own, and its policy lets no script in.
    if (!/can escape its sandboxing/.test(message.text())) troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(String(error)));
  await page.goto(`${visit.base}/`);
});
afterEach(async () => {
  await context.close();
  await server.close();
});

const copied = () => page.evaluate(() => navigator.clipboard.readText());

async function paste(text: string): Promise<void> {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.getByLabel('Address of a post or a video').focus();
  await page.keyboard.press('Control+V');
}

it('shows what is pasted, and gives the HTML of every way', async () => {
  await paste(address);
  await page.waitForSelector('.preview iframe:not(.waiting)', { state: 'visible' });
  const frame = page.frames().find((one) => one.url().includes('.amp'));
  expect(await frame?.textContent('article')).toContain('sammy');
  expect(await page.getByLabel('Address of a post or a video').inputValue()).toBe(address);
  const ways: [string, RegExp][] = [
    ['Custom element', /embed\.js"><\/script>\n<embed-tweet status="1641086480675225601"><a href=/],
    ['AMP', /^<amp-iframe src="https:\/\/embeds\.example\/tweet\/1641086480675225601\.amp"/],
    ['iframe', /^<iframe src="https:\/\/embeds\.example\/tweet\/1641086480675225601\.amp"/],
    ['oEmbed', /href="https:\/\/embeds\.example\/oembed\?url=https%3A%2F%2Fx\.com%2F/],
  ];
  for (const [name, html] of ways) {
    await page.getByRole('button', { name: `Copy: ${name}` }).click();
    await page.getByText('Copied.').waitFor();
    expect(await copied()).toMatch(html);
  }
  expect(alien).toEqual([]);
  expect(troubles).toEqual([]);
});

it('works by keyboard alone', async () => {
  await page.keyboard.press('Tab');
  await page.keyboard.type('youtu.be/m6UOo2YGbIE?t=42');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.preview iframe:not(.waiting)', { state: 'visible' });
  await page.getByLabel('Custom element', { exact: true }).focus();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('start="42"');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Copied.').waitFor();
  expect(await copied()).toContain(
    '<embed-video type="youtube" video-id="m6UOo2YGbIE" start="42">',
  );
  expect(alien).toEqual([]);
});

it('says so when it knows no embed', async () => {
  await paste('https://example.com/');
  expect(await page.getByRole('alert').textContent()).toMatch(/no address of a post/);
  expect(await page.locator('#url').getAttribute('aria-invalid')).toBe('true');
});

it.each([320, 550, 1440])(
  'fits %d px without scrolling sideways, light and dark',
  async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await paste(address);
    await page.waitForSelector('.preview iframe:not(.waiting)', { state: 'visible' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(ground).toBe(colorScheme === 'light' ? 'rgb(244, 246, 248)' : 'rgb(13, 16, 19)');
      const folder = process.env['PICTURES'];
      if (folder)
        await page.screenshot({ path: `${folder}/playground-${width}-${colorScheme}.png` });
    }
  },
);
