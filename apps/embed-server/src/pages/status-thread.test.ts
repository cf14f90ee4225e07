import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { ownStatusThread } from '../statuses/own-status-thread.js';
import { growthOf } from '../testing/growth.js';
import { mutated } from '../testing/mutations.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import { playContext, threadStatus, type StatusParts } from '../testing/status-threads.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { largestThreadPage } from './page-budget.js';
import { pathOf, words } from './testing/reading.js';
import { openThreadPage, textsOf } from './testing/open-thread-page.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
beforeEach(() => {
  server.upstream.reset();
  // No kept copy of another test stands in.
  server.wait(1_000_000);
});
afterAll(() => server.closeAsForeseen());

const post = (id: string, parent: string | null = null, parts: StatusParts = {}) =>
  threadStatus(server.upstream, id, parent, parts);
const path = () =>
  `/mastodon/${encodeURIComponent(`${server.upstream.origin}/@ada/2`)}.amp?thread=1`;

const open = (url = path()) => openThreadPage(server, url);

it('has the statuses of the author in their order, and nobody else’s, with pictures of this server', async () => {
  const page = playRecording(server.upstream, 'mastodon-drawn-thread');
  const { $, html } = await open(page);
  expect(textsOf($).map((text) => text.slice(-3))).toEqual(['1/4', '2/4', '3/4', '4/4']);
  expect($('[aria-current=true] .text').text()).toContain('2/4');
  expect(html).not.toMatch(/Which hut|above the lake/);
  const own = page.slice(0, page.indexOf('.amp'));
  expect(pathOf($, $('.media img').attr('src'))).toBe(`${own}/images/0`);
  // Author and emoji of the name are the same for all: they are those of the status that was asked for.
  const portraits = new Set($('header img').map((_at, image) => pathOf($, $(image).attr('src'))));
  expect([...portraits]).toEqual([`${own}/profile-image`, `${own}/emojis/sunny`]);
  expect(words($, '.thread')).not.toContain('Replying');
});

it('has each picture at the address of its own status, which the server knows', async () => {
  const media = [{ id: '1', type: 'image', url: `${server.upstream.origin}/p.png` }];
  const third = post('3', '2', { replies: 0, more: { media_attachments: media } });
  playContext(server.upstream, post('2'), { descendants: [third] });
  const { $ } = await open();
  expect($('.media img').attr('src')).toBe(`${path().slice(0, path().indexOf('2.amp'))}3/images/0`);
});

it('of a status without others is the page of that status', async () => {
  playContext(server.upstream, post('2', null, { replies: 0 }), {});
  const { html } = await open();
  expect((await server.app.inject(path().replace('?thread=1', ''))).body).toBe(html);
});

it('leaves out what it has no room for, the farthest first, with a link to the rest', async () => {
  const long = (id: string, parent: string | null) =>
    post(id, parent, { more: { content: `<p>${id} ${'word '.repeat(120)}</p>` } });
  const above = Array.from({ length: 9 }, (_, at) => long(`p${at}`, at < 8 ? `p${at + 1}` : null));
  const below = Array.from({ length: 9 }, (_, at) => long(`c${at}`, at ? `c${at - 1}` : '2'));
  playContext(server.upstream, post('2', 'p0'), { ancestors: above, descendants: below });
  const { $, html } = await open();
  expect(html.length).toBeLessThanOrEqual(largestThreadPage);
  const shown = textsOf($).map((text) => text.split(' ')[0]);
  const at = shown.indexOf('Words');
  expect(at).toBeGreaterThan(0);
  expect(shown.slice(0, at)).toEqual(
    Array.from({ length: at }, (_, index) => `p${at - index - 1}`),
  );
  expect(shown.slice(at + 1)).toEqual(shown.slice(at + 1).map((_, index) => `c${index}`));
  expect($('.thread > li:last-child > a').text()).toMatch(/^More of this thread on 127/);
});

it('whatever stands in place of any part: a sound page', async () => {
  const context = {
    ancestors: [post('1', '0'), post('0')],
    descendants: [post('9', '2', { author: 'o', of: 'a' }), post('3', '2'), post('4', '3')],
  };
  let [turn, long] = [0, 0];
  const run = async (played: unknown) => {
    server.wait((turn += 1) * 100_000);
    server.upstream.json('/api/v1/statuses/2', post('2', '1'));
    server.upstream.json('/api/v1/statuses/2/context', played);
    server.upstream.json('*', {}, 404);
    const { $ } = await open();
    if (textsOf($).length > 1) long += 1;
  };
  await fc.assert(fc.asyncProperty(mutated(context), run), propertySize(40));
  expect(long).toBeGreaterThan(5);
});

it.each<[string, (size: number) => readonly object[]]>([
  ['replies to one status', (size) => many(size, (at) => post(`r${at}`, '2'))],
  ['replies to each other', (size) => many(size, (at) => post(`r${at}`, at ? `r${at - 1}` : '2'))],
  ['the same one', (size) => many(size, () => post('3', '2'))],
  ['replies to themselves', (size) => many(size, (at) => post(`r${at}`, `r${at}`))],
])('%s: twice as many take at most thrice as long', (_what, statusesOf) => {
  const asked = post('2', 'r0') as unknown as Readonly<Record<string, unknown>>;
  const { host } = new URL(server.upstream.origin);
  const work = (all: readonly object[]) =>
    ownStatusThread(asked, host, { ancestors: all, descendants: all, isPartial: false });
  expect(growthOf(statusesOf, work, 2000)).toBeLessThan(3);
});

function many(size: number, make: (at: number) => object): readonly object[] {
  return Array.from({ length: size }, (_, at) => make(at));
}
