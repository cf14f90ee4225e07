import { startChromium } from '@triptych/testing/chromium';
import type { Browser } from 'playwright-core';
import { publishNote } from '../testing/fediverse.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import { startVisit, type Visit } from '../testing/visit.js';

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await startChromium();
  visit = await startVisit(browser);
});
afterAll(async () => {
  await visit.context.close();
  await visit.server.close();
  await browser.close();
});

const title = 'Birds, wind, a far bell';

it.each([320, 600])('at %d px the title of a sound stays above its player', async (width) => {
  const tab = await visit.context.newPage();
  await tab.setViewportSize({ width, height: 600 });
  // Neither there nor missing, so that the player waits.
  await tab.route(/\.(mp3|ogg|m4a|wav)$/, () => undefined);
  await tab.goto(visit.base + playRecording(visit.server.upstream, 'mastodon-drawn-films'));
  const sound = tab.locator('.sound', { hasText: title });
  expect(await sound.innerText()).toMatch(/^Birds, wind, a far bell\n▶ Play audio \(0:41\)$/);
  expect(visit.alien).toEqual([]);
  await sound.locator('a').click();
  const player = sound.locator('audio.player');
  await player.waitFor();
  expect(await sound.innerText()).toBe(title);
  expect(await player.getAttribute('aria-label')).toBe(`Play audio: ${title}`);
  const [words, box, whole] = [
    await sound.getByText(title).boundingBox(),
    await player.boundingBox(),
    await sound.boundingBox(),
  ];
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
  expect(box?.width ?? 0).toBeGreaterThan(0.6 * (whole?.width ?? 0));
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
    (whole?.x ?? 0) + (whole?.width ?? 0),
  );
  await tab.close();
});

const sound = (name: string | undefined, more: object = {}) => {
  return { type: 'Audio', mediaType: 'audio/ogg', url: 'https://a.example/a.ogg', name, ...more };
};
const icon = { type: 'Image', url: 'https://a.example/cover.png' };

it.each<[string, object]>([
  ['a sound without a title', { attachment: [sound(undefined), sound(undefined, { icon })] }],
  [
    'a long title',
    { attachment: [sound('birds '.repeat(60)), sound('far '.repeat(40), { icon })] },
  ],
  ['pictures among the words', { content: '<p>x</p><img src="/a.png"><img src="/b.png">' }],
])('the frame of a post with %s is as high as its page', async (what, own) => {
  const note = { content: '<p>words</p>', ...own };
  const id = publishNote(visit.server.upstream, `/posts/${encodeURIComponent(what)}`, note);
  const tab = await visit.context.newPage();
  await tab.route(/\/images\//, () => undefined);
  for (const maxwidth of [320, 550]) {
    const query = { url: id, maxwidth: `${maxwidth}` };
    const reply = await visit.server.app.inject({ url: '/oembed', query });
    const { width, height } = reply.json<{ width: number; height: number }>();
    await tab.setViewportSize({ width, height: 200 });
    const page = `${visit.base}/mastodon/${encodeURIComponent(id)}.amp`;
    await tab.goto(page, { waitUntil: 'domcontentloaded' });
    const room = height - Math.ceil((await tab.locator('html').boundingBox())?.height ?? 0);
    expect([maxwidth, room >= 0, room <= 80]).toEqual([maxwidth, true, true]);
  }
  await tab.close();
});
