import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page as Tab } from 'playwright-core';
import { publishNote } from '../testing/fediverse.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let browser: Browser;
let server: TestApp;
let tab: Tab;
let base: string;

beforeAll(async () => {
  browser = await startChromium();
  server = await createTestApp();
  base = await server.app.listen({ port: 0, host: '127.0.0.1' });
  tab = await browser.newPage({ timezoneId: 'UTC', locale: 'en', javaScriptEnabled: false });
  await tab.route(/\/images\//, () => undefined);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

interface Frame {
  readonly width: number;
  readonly height: number;
}

// More than is there is space below the post; less is a scrollbar. Where a text is long and no font has its letters, a line of
// eight is more.
const most = 130;

const attached = (attachment: object) => ({ content: 'x', attachment });
const sound = { type: 'Audio', mediaType: 'audio/mpeg', url: 'https://a.example/a.mp3' };
const film = { type: 'Video', mediaType: 'video/mp4', url: 'https://a.example/a.mp4' };

it.each<[what: string, own: object]>([
  [
    'a list before words',
    { content: '<ul><li>one<ul><li>two</li></ul></li></ul><p>x</p>'.repeat(9) },
  ],
  ['lines of a warning', { content: 'x', summary: 'warn\n'.repeat(40) }],
  ['lines of a title', attached({ ...sound, name: 'long  name\n'.repeat(40) })],
  ['a film that is upright', attached({ ...film, width: 100, height: 900 })],
  ['a picture with a focus', attached({ type: 'Image', url: '/a.png', focalPoint: [0, -0.3] })],
  [
    'the end of a poll',
    { type: 'Question', content: 'x', oneOf: [{ name: 'a' }], endTime: '2999-12-22T22:22:22Z' },
  ],
])('the frame of %s is as high as its page', fits);

it.each<[what: string, html: string]>([
  ['lines of the source', 'a\n'.repeat(60)],
  ['spaces', 'a     b     '.repeat(100)],
  ['tabs', 'a\t'.repeat(200)],
  ['spaces that hold together', '\u00a0'.repeat(400) + 'x'],
  ['words that hold together', 'word\u00a0'.repeat(120)],
  ['spaces of a hair', 'a\u200a'.repeat(300)],
  ['places where a word may end', 'word\u200b'.repeat(150)],
  ['code', `<pre>${'a line of code that goes on and on and on and on and on\n'.repeat(20)}</pre>`],
  ['letters with readings', '<ruby>漢<rt>かん</rt></ruby>'.repeat(60)],
  ['letters above and below', 'x<sub>2</sub><sup>3</sup> '.repeat(80)],
  ['bold words', `<b>${'bold words here '.repeat(50)}</b>`],
  ['families', '👩‍👩‍👧‍👦'.repeat(80)],
  ['flags', '🇩🇪'.repeat(100)],
  ['hands', '👍🏽'.repeat(100)],
  ['keys', '1️⃣'.repeat(100)],
  ['words with hyphens', 'well-known-'.repeat(80)],
  ['an address without a space', `https://a.example/${'path/to-some_thing/'.repeat(40)}`],
  ['words in Arabic', 'هذا نص عربي طويل جدا للاختبار '.repeat(30)],
  ['a word in Arabic', 'طويل'.repeat(200)],
  ['words in Hindi', 'हिन्दी भाषा में लिखा हुआ '.repeat(30)],
  ['words in Thai', 'ภาษาไทยไม่มีช่องว่าง'.repeat(40)],
  ['words in Tamil', 'தமிழ் மொழி எழுத்து '.repeat(30)],
  ['wide letters of Russian', 'ж'.repeat(500)],
  ['arrows', '→←↑↓'.repeat(100)],
  ['signs of mathematics', '∑∫√≈≠∞'.repeat(80)],
  ['letters of mathematics', '𝓢𝓬𝓻𝓲𝓹𝓽'.repeat(60)],
])('the frame of %s is as high as its page', (what, content) => fits(what, { content }));

async function fits(what: string, own: object) {
  server.upstream.reset();
  server.upstream.on('*', (_request, response) => response.writeHead(404).end());
  const id = publishNote(server.upstream, `/notes/${encodeURIComponent(what)}`, { ...own });
  const path = `/mastodon/${encodeURIComponent(id)}.amp`;
  await tab.goto(base + path, { waitUntil: 'domcontentloaded' });
  const differences: number[] = [];
  for (const maxwidth of [320, 550]) {
    const query = { url: `https://embeds.example${path}`, maxwidth: `${maxwidth}` };
    const { width, height } = (await server.app.inject({ url: '/oembed', query })).json<Frame>();
    await tab.setViewportSize({ width, height: 200 });
    const page = await tab.locator('html').boundingBox();
    differences.push(height - Math.ceil(page?.height ?? 0));
  }
  const wrong = differences.filter((difference) => difference < 0 || difference > most);
  expect({ differences, wrong }).toEqual({ differences, wrong: [] });
}
