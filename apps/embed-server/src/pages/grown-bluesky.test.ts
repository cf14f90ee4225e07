import { ServiceError } from '@triptych/schemas';
import { postThread } from '../bluesky/bluesky-limits.js';
import { toBlueskyPost } from '../bluesky/bluesky-mapping.js';
import { requireModest, withinLimit } from '../outbound/content-limits.js';
import { createRandom, grown } from '../testing/grown.js';
import { growthOf } from '../testing/growth.js';
import { blueskyView } from '../testing/recorded-upstreams.js';
import { recording, recordingNames } from '../testing/recordings.js';
import { renderBlueskyPage } from './bluesky-page.js';
import { largestPage } from './page-budget.js';
import { faults } from './testing/reading.js';
import { options } from './testing/samples.js';

const address = { actor: 'ada.example.org', rkey: '3kaaa' };

/** The page of a post as the service would send it, or `null` where it is refused. */
function pageOf(post: unknown) {
  try {
    const body = Buffer.from(JSON.stringify({ thread: { post } }));
    requireModest(body);
    const bounded = withinLimit(JSON.parse(body.toString()), postThread);
    const mapped = toBlueskyPost(blueskyView(bounded));
    return mapped && renderBlueskyPage(mapped, { ...options, address });
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

const [seed, turns] = [20_260_101, 600];

it('whatever Bluesky sends: a page of a bounded size, or a refusal', () => {
  const random = createRandom(seed);
  const samples = recordingNames('bsky-').map((name) => blueskyView(recording(name)));
  let [pages, sound] = [0, 0];
  for (let turn = 0; turn < turns; turn += 1) {
    const { uri, author, ...rest } = samples[turn % samples.length] ?? blueskyView({});
    // Without these there is no post, whatever else there is.
    const { did } = author as { did?: string };
    const whole = { ...(grown(author, random) as object), did };
    const page = pageOf({ ...(grown(rest, random) as object), uri, author: whole });
    if (page === null) continue;
    pages += 1;
    expect(Buffer.byteLength(page.html)).toBeLessThan(largestPage);
    expect(page.contentSecurityPolicy.length).toBeLessThan(10_000);
    // Reading it as a browser does takes longer than all the rest.
    if (turn % 20 === 0) {
      sound += 1;
      expect(faults(page)).toEqual([]);
    }
  }
  expect([pages > turns / 2, sound > 0]).toEqual([true, true]);
});

const ada = blueskyView(recording('bsky-drawn-gallery'));

/** A post of so many letters with a link at each second one, as if nothing limited either. */
function linked(size: number) {
  const facets = Array.from({ length: size / 2 }, (_, at) => ({
    index: { byteStart: at * 2, byteEnd: at * 2 + 1 },
    features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://a.example/' }],
  }));
  return { ...ada, record: { ...ada.record, text: 'a '.repeat(size / 2), facets } };
}

it('twice the text and twice the links take about twice the time', () => {
  expect(growthOf(linked, toBlueskyPost, 20_000)).toBeLessThan(3);
});

it('the largest that the limits let through: a page that has an end, and says that there is more', () => {
  const alt = '"'.repeat(10_000);
  const { author, record, embed } = { embed: {}, ...ada };
  const items = Array.from({ length: 20 }, () => ({ fullsize: 'https://a.example/a', alt }));
  const page = pageOf({
    ...ada,
    author: { ...author, displayName: '"'.repeat(2560) },
    record: { ...record, text: '😀"'.repeat(4000) },
    embed: { ...embed, items },
  });
  expect(Buffer.byteLength(page?.html ?? '')).toBeLessThan(largestPage);
  expect(page?.html).toContain('Show more');
});

it('a text that a page has no room for ends in an ellipsis, with the way to all of it', () => {
  const page = pageOf({ ...ada, embed: {}, record: { ...ada.record, text: '"'.repeat(12_000) } });
  const text = /<div class="text plain"[^>]*>([^<]*)</.exec(page?.html ?? '')?.[1] ?? '';
  expect([text.endsWith('…'), text.length < 64 * 1024]).toEqual([true, true]);
  expect(page?.html).toContain('Show more');
});
