import { gzipSync } from 'node:zlib';
import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page as Tab } from 'playwright-core';
import { noteAliens } from '../testing/browser.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { pictures } from '../testing/pictures.js';
import { homeOf, recordingNames } from '../testing/recordings.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import { sendFile } from '../testing/upstream-player.js';
import { findings } from './testing/axe.js';
import { overflowing, readAloud } from './testing/reader.js';
import { absent, parts, readings, withheld } from './testing/readings.js';

let browser: Browser;
let server: TestApp;
let tab: Tab;
let base: string;
let alien: string[];
let troubles: string[] = [];

beforeAll(async () => {
  browser = await startChromium();
  server = await createTestApp({
    TWITTER_BEARER_TOKEN: 'recorded',
    META_ACCESS_TOKEN: 'recorded',
  });
  base = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const context = await browser.newContext({ timezoneId: 'UTC', locale: 'en' });
  alien = await noteAliens(context);
  tab = await context.newPage();
  tab.on('console', (message) => troubles.push(message.text()));
  tab.on('pageerror', (error) => troubles.push(String(error)));
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

beforeEach(() => {
  [alien.length, troubles] = [0, []];
  server.upstream.reset();
  server.upstream.on('*', sendFile(pictures.png, 'image/png'));
});

/** With the name of the host that gave a recording in place of the upstream's port. */
function atHome<T>(value: T, home: string): T {
  const { origin, authority } = server.upstream;
  const text = JSON.stringify(value).replaceAll(origin, `https://${home}`);
  return JSON.parse(text.replaceAll(authority, home)) as T;
}

it('every recording is looked at', () => {
  expect([...Object.keys(readings), ...absent, ...withheld, ...parts].sort()).toEqual(
    recordingNames().sort(),
  );
});

describe.each(Object.entries(readings))('%s', (name, expected) => {
  it('is a small page that tells all of it, by itself, at every width and in both themes', async () => {
    const response = await tab.goto(base + playRecording(server.upstream, name));
    const html = (await response?.body()) ?? Buffer.alloc(0);
    expect(response?.status()).toBe(200);
    expect(html.length).toBeLessThanOrEqual(15_000);
    expect(gzipSync(html).length).toBeLessThanOrEqual(6_000);
    expect(atHome(await readAloud(tab), homeOf(name))).toEqual(expected);
    for (const width of [320, 550, 800]) {
      await tab.setViewportSize({ width, height: 600 });
      expect([width, await overflowing(tab)]).toEqual([width, []]);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme });
      expect([colorScheme, await findings(tab)]).toEqual([colorScheme, []]);
    }
    await tab.waitForLoadState('networkidle');
    expect({ alien, troubles }).toEqual({ alien: [], troubles: [] });
  });
});

it.each(withheld)('%s is a page that says why it is none', async (name) => {
  const response = await tab.goto(base + playRecording(server.upstream, name));
  expect(response?.status()).toBe(403);
  expect((await readAloud(tab)).text).toEqual([
    'Bluesky',
    'The author of this post has asked that it be shown only to people who are signed in to Bluesky.',
    'View on Bluesky',
  ]);
  expect([await findings(tab), await overflowing(tab), alien]).toEqual([[], [], []]);
});

it.each(absent)('%s is no page', async (name) => {
  const path = playRecording(server.upstream, name);
  expect((await server.app.inject(path)).statusCode).toBe(404);
});

it('names what an emoji says when its picture does not come, and shows no broken avatar', async () => {
  await tab.route(/\/(emojis|profile-image)/, (route) => route.fulfill({ status: 404 }));
  await tab.goto(base + playRecording(server.upstream, 'misskey-note'));
  await tab.waitForFunction(() => document.querySelectorAll('.emoji').length === 0);
  expect(await tab.innerText('.name')).toBe('Ada :cog:');
  expect(await tab.innerText('.text')).toContain(':blobcat:');
  expect(await tab.locator('.avatar').isVisible()).toBe(false);
});
