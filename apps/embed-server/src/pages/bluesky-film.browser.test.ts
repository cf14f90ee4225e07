import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext } from 'playwright-core';
import { pictures } from '../testing/pictures.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import type { TestApp } from '../testing/test-app.js';
import { sendFile } from '../testing/upstream-player.js';
import { startVisit } from '../testing/visit.js';

const playlist =
  'https://video.bsky.app/watch/did%3Aplc%3Al7mosai5i2u562b5qbosw6c7/bafkreic3uqlah5pnqzq4tx2r5cg6kyj2uziq4jn4uatuwdhvl33sx2qkgm/playlist.m3u8';
const post = /^https:\/\/bsky\.app\/profile\/did:plc:l7mosai5i2u562b5qbosw6c7\/post\/\w+$/;

let browser: Browser;
let context: BrowserContext;
let server: TestApp;
let base: string;
let alien: string[];

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  ({ server, base, context, alien } = await startVisit(browser));
  server.upstream.on('*', sendFile(pictures.png, 'image/png'));
});
afterEach(async () => {
  await context.close();
  await server.close();
});

async function open(canPlay: string) {
  const tab = await context.newPage();
  await tab.addInitScript((answer) => {
    HTMLMediaElement.prototype.canPlayType = () => answer as CanPlayTypeResult;
  }, canPlay);
  const response = await tab.goto(base + playRecording(server.upstream, 'bsky-video-tags'));
  await tab.waitForLoadState('networkidle');
  expect(alien).toEqual([]);
  expect(await tab.locator('a.play').getAttribute('href')).toMatch(post);
  return { tab, policy: response?.headers()['content-security-policy'] ?? '' };
}

it('plays a film of Bluesky after a press, from the two hosts that have it', async () => {
  const { tab, policy } = await open('maybe');
  expect(policy).toContain('media-src https://video.bsky.app https://video.cdn.bsky.app;');
  const asked = tab.waitForRequest(playlist);
  await tab.click('a.play');
  await asked;
});

it('opens the post where the browser plays no HLS', async () => {
  const { tab } = await open('');
  const opened = context.waitForEvent('page');
  await tab.click('a.play');
  await opened;
  expect(await tab.locator('video').count()).toBe(0);
  expect(alien.join()).not.toContain('video.bsky.app');
});
