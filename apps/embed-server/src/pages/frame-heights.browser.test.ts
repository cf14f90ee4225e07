import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page as Tab } from 'playwright-core';
import { pictures } from '../testing/pictures.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile } from '../testing/upstream-player.js';
import { readings } from './testing/readings.js';

let browser: Browser;
let server: TestApp;
let tab: Tab;
let base: string;

beforeAll(async () => {
  browser = await startChromium();
  server = await createTestApp({ TWITTER_BEARER_TOKEN: 'recorded', META_ACCESS_TOKEN: 'recorded' });
  base = await server.app.listen({ port: 0, host: '127.0.0.1' });
  tab = await browser.newPage({ timezoneId: 'UTC', locale: 'en', javaScriptEnabled: false });
  // Pictures have the sizes that the posts tell until they are there; those of the test have others.
  await tab.route(/\/(images\/|link-image|thumbnail|.*-poster-image)/, () => undefined);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(() => {
  server.upstream.reset();
  server.upstream.on('*', sendFile(pictures.png, 'image/png'));
});

interface Frame {
  readonly width: number;
  readonly height: number;
}

// More than is there is space below the post; less is a scrollbar.
const most = 80;

it.each(Object.keys(readings))('%s: the frame of oEmbed is as high as its page', async (name) => {
  const path = playRecording(server.upstream, name);
  await tab.goto(base + path, { waitUntil: 'domcontentloaded' });
  const differences: Record<number, number> = {};
  for (const maxwidth of [320, 400, 550, 658]) {
    const query = { url: `https://embeds.example${path}`, maxwidth: `${maxwidth}` };
    const reply = await server.app.inject({ url: '/oembed', query });
    const { width, height } = reply.json<Frame>();
    expect([width, height].every(Number.isInteger)).toBe(true);
    await tab.setViewportSize({ width, height: 200 });
    const page = await tab.locator('html').boundingBox();
    differences[maxwidth] = height - Math.ceil(page?.height ?? 0);
  }
  const wrong = Object.values(differences).filter(
    (difference) => difference < 0 || difference > most,
  );
  expect({ differences, wrong }).toEqual({ differences, wrong: [] });
});
