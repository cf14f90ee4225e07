import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { mutated } from '../testing/mutations.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import { recording } from '../testing/recordings.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { largestThreadPage } from './page-budget.js';
import { words } from './testing/reading.js';
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

interface Tweet {
  readonly id_str: string;
}
interface Drawn extends Tweet {
  readonly continues: readonly [Tweet, Tweet];
}
const { continues, ...last } = recording<Drawn>('tweet-drawn-thread');
const [first, second] = continues;

/** Has X tell these two in the places of those that the last one continues, whatever they are. */
const play = ([one, two]: readonly unknown[]) => {
  const known: Readonly<Record<string, unknown>> = {
    ...{ [first.id_str]: one, [second.id_str]: two },
    [last.id_str]: last,
  };
  server.upstream.on('/tweet-result', (_request, response, url) => {
    const found = known[url.searchParams.get('id') ?? ''] ?? {};
    response.setHeader('content-type', 'application/json').end(JSON.stringify(found));
  });
  server.upstream.json('/oembed', {}, 404);
};

const path = `/tweet/${last.id_str}.amp?thread=1`;
const open = (url = path) => openThreadPage(server, url);

it('has the tweets of the author in their order, each with the pictures of its own address', async () => {
  const { $ } = await open(playRecording(server.upstream, 'tweet-drawn-thread'));
  expect(textsOf($).map((text) => text.slice(-3))).toEqual(['1/3', '2/3', '3/3']);
  expect($('[aria-current=true] .text').text()).toContain('3/3');
  expect($('.media img').attr('src')).toBe('/tweet/1990000000000000102/images/0');
  // Nobody replied to the last one.
  expect(words($, '.thread')).not.toMatch(/Replying|More of this thread/);
});

it('leaves out what it has no room for, the first ones first, with a link to the rest', async () => {
  const text = 'word '.repeat(2000);
  const long = continues.map((tweet) => ({
    ...{ ...tweet, text, display_text_range: [0, text.length] },
    entities: {},
  }));
  play(long);
  const { $, html } = await open();
  expect(html.length).toBeLessThanOrEqual(largestThreadPage);
  expect($('[aria-current=true] .text, .thread > li .text').last().text()).toContain('3/3');
  expect($('.thread > li:last-child > a').text()).toBe('More of this thread on X');
});

it('whatever stands in place of any part: a sound page', async () => {
  let [turn, long] = [0, 0];
  const run = async (one: unknown, two: unknown) => {
    server.wait((turn += 1) * 100_000);
    play([one, two]);
    const { $ } = await open();
    if (textsOf($).length > 1) long += 1;
  };
  await fc.assert(fc.asyncProperty(mutated(first), mutated(second), run), propertySize(40));
  expect(long).toBeGreaterThan(5);
});
