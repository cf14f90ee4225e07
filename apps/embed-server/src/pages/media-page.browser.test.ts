import { startChromium } from '@triptych/testing/chromium';
import type { Browser } from 'playwright-core';
import { startPublisher } from '../testing/browser.js';
import { mediaPath, playOembed } from '../testing/oembed-providers.js';
import { createTestApp } from '../testing/test-app.js';
import { startVisit, type Visit } from '../testing/visit.js';

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await startChromium();
});
beforeEach(async () => {
  visit = await startVisit(browser);
});
afterEach(async () => {
  await visit.context.close();
  await visit.server.close();
});
afterAll(() => browser.close());

const player = 'https://open.spotify.com/embed/album/7s66wU1XJ2NsUuWM2NKiUV?utm_source=oembed';

it('asks nobody else before a press, and opens the player in a sandbox after it', async () => {
  const tab = await visit.context.newPage();
  await tab.goto(visit.base + playOembed(visit.server.upstream, 'oembed-spotify'));
  await tab.waitForLoadState('networkidle');
  const space = await tab.locator('.frame').boundingBox();
  expect([visit.alien, space?.height]).toEqual([[], 352]);
  await tab.click('.play');
  const frame = tab.locator('iframe.player');
  await frame.contentFrame().locator('title').waitFor({ state: 'attached' });
  expect(visit.alien).toEqual([player]);
  expect(await frame.getAttribute('sandbox')).toBe(
    'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation',
  );
  expect(await tab.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  expect(await tab.locator('.frame').boundingBox()).toEqual(space);
});

it('opens no frame of another host', async () => {
  const tab = await visit.context.newPage();
  await tab.goto(visit.base + playOembed(visit.server.upstream, 'oembed-spotify'));
  const blocked = tab.waitForEvent('console', (message) => message.text().includes('frame-src'));
  await tab.evaluate(() => {
    document.querySelector('.play')?.setAttribute('data-source', 'https://evil.example/');
  });
  await tab.click('.play');
  await blocked;
  expect(visit.alien).toEqual([]);
});

it("tells Twitch's player the hosts of all pages around it", async () => {
  const server = await createTestApp({ OEMBED_PROVIDERS: '' }, visit.server.upstream);
  const base = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const path = mediaPath('https://www.twitch.tv/harbour');
  const publisher = await startPublisher(`<iframe src="${base}${path}.amp"></iframe>`);
  const tab = await visit.context.newPage();
  await tab.goto(publisher.origin);
  await tab.frameLocator('iframe').locator('.play').click();
  await tab.frameLocator('iframe').locator('iframe.player').waitFor();
  expect(visit.alien).toEqual([
    'https://player.twitch.tv/?channel=harbour&parent=127.0.0.1&parent=localhost',
  ]);
  await server.stop();
  await publisher.close();
});
