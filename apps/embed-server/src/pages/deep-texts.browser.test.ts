import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page as Tab } from 'playwright-core';
import { publishNote } from '../testing/fediverse.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { findings } from './testing/axe.js';
import { overflowing } from './testing/reader.js';

let browser: Browser;
let server: TestApp;
let tab: Tab;
let base: string;

beforeAll(async () => {
  browser = await startChromium();
  server = await createTestApp();
  base = await server.app.listen({ port: 0, host: '127.0.0.1' });
  tab = await browser.newPage({ viewport: { width: 320, height: 600 } });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const words = 'Some words of the level, which are as long as words in sentences are.';
const nested = (depth: number, before: string, behind: string): string =>
  depth === 0 ? '' : `${before}${words}${nested(depth - 1, before, behind)}${behind}`;

it.each([
  ['lists', nested(12, '<ul><li>', '</li></ul>')],
  ['numbered lists', nested(12, '<ol><li>', '</li></ol>')],
  ['quotations', nested(20, '<blockquote><p>', '</p></blockquote>')],
  ['quotations in lists', nested(10, '<ul><li><blockquote>', '</blockquote></li></ul>')],
])('%s in each other fit a narrow page, and its frame', async (_what, content) => {
  const { upstream } = server;
  upstream.reset();
  const id = publishNote(upstream, '/deep', { content });
  const path = `/mastodon/${encodeURIComponent(id)}.amp`;
  await tab.goto(base + path);
  expect(await overflowing(tab)).toEqual([]);
  expect(await findings(tab)).toEqual([]);
  const query = { url: `https://embeds.example${path}`, maxwidth: '320' };
  const { height } = (await server.app.inject({ url: '/oembed', query })).json<{
    height: number;
  }>();
  const page = await tab.locator('html').boundingBox();
  expect(height).toBeGreaterThanOrEqual(Math.ceil(page!.height));
});
