import { propertySize } from '@triptych/testing/property-size';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { webUrl } from '../outbound/untrusted.js';
import { hostOf, attestedBy } from '../statuses/provenance.js';
import { toStatus } from '../statuses/status-mapping.js';
import { toTweet } from '../tweets/tweets.js';
import type { TweetSource } from '../tweets/tweet.js';
import type { Page } from './page.js';
import { recording, recordingNames } from '../testing/recordings.js';
import { renderStatusPage } from './status-page.js';
import { faults, read, words } from './testing/reading.js';
import { options } from './testing/samples.js';
import { renderTweetPage } from './tweet-page.js';

const statusUrl = 'https://mastodon.social/@halcy/110446223051565765';

/** As the host of its address attests it. */
function statusPage(json: unknown): Page {
  const uri = webUrl((json as { uri?: unknown }).uri);
  const host = uri === null ? 'mastodon.social' : hostOf(uri);
  return renderStatusPage(toStatus(json, attestedBy(host)), { ...options, statusUrl });
}

function tweetPage(json: unknown, source: TweetSource): Page {
  return renderTweetPage(toTweet({ source, body: json }), options);
}

const statuses = recordingNames('masto-').filter((name) => !/404|card-width/.test(name));
const tweets = recordingNames('tweet-syn-').filter((name) => name !== 'tweet-syn-tombstone');

/** What a reader sees of the post itself, then of the quoted one. */
const texts = (page: Page) => [
  ...read(page)('.text')
    .toArray()
    .map((element) => read(page)(element).text()),
];

describe('recorded posts', () => {
  it('are there', () => {
    expect(statuses.length).toBeGreaterThanOrEqual(5);
    expect(tweets.length).toBeGreaterThanOrEqual(3);
  });

  it.each([...statuses, ...tweets])('%s gives a small and sound page', (name) => {
    const json = recording(name);
    const page = name.startsWith('masto-') ? statusPage(json) : tweetPage(json, 'syndication');
    expect(faults(page)).toEqual([]);
    expect(Buffer.byteLength(page.html)).toBeLessThan(15_000);
    expect(gzipSync(page.html).length).toBeLessThan(6_000);
  });

  it('a tweet with a link card, after characters beyond the BMP', () => {
    const page = tweetPage(recording('tweet-syn-card-summary-large-image'), 'syndication');
    const $ = read(page);
    expect(words($, '.text')).toMatch(
      /^📰 I recently joined @reactjs! .* React tutorial\? beta\.reactjs\.org\/learn\/tutorial…$/,
    );
    expect(
      $('.text a')
        .toArray()
        .map((link) => $(link).attr('href')),
    ).toEqual([
      'https://x.com/reactjs',
      'https://x.com/sophiebits',
      'https://beta.reactjs.org/learn/tutorial-tic-tac-toe',
    ]);
    expect(words($, '.card .title')).toBe('Tutorial: Tic-Tac-Toe – React');
    expect($('.card.large img')).toHaveLength(1);
    expect(words($, '.card .soft:first-child')).toBe('beta.reactjs.org');
  });

  it('a tweet with a photo, without the link that stands for it', () => {
    const $ = read(tweetPage(recording('tweet-syn-photo'), 'syndication'));
    expect($('.text').text()).toMatch(/Let me know what you think!$/);
    expect($('.media img').attr()).toMatchObject({ width: '1995', height: '896' });
  });

  it('a tweet that quotes another with its photo', () => {
    const page = tweetPage(recording('tweet-syn-quote-tweet'), 'syndication');
    const $ = read(page);
    expect(texts(page)[0]).toMatch(/^#ReactNative's new architecture/);
    expect(texts(page)[1]).toMatch(/^If you are interested about View Flattening/);
    expect($('.post .post .media img').attr('src')).toBe(
      '/tweet/1641895049427550208/quoted/images/0',
    );
  });

  it('a status with a warning, a GIF and emoji', () => {
    const $ = read(statusPage(recording('masto-emoji')));
    expect(words($, 'summary')).toBe('Content warning: test post for mastodon.py stuff');
    expect($('details .text').attr('lang')).toBe('de');
    expect(words($, 'details .text')).toContain("@halcy you're a doo-doo head");
    expect($('details .text img').attr('alt')).toBe(':trans_heart:');
    expect($('.name img').attr('alt')).toBe(':icosahedron:');
    expect($('details a.play').attr('aria-label')).toBe('Play GIF: a furry cube breakdancing');
    expect(words($, '.author .soft')).toBe('@halcy@icosahedron.website');
    expect(words($, 'footer')).toContain('Edited');
  });

  it('a status with a poll of several choices', () => {
    const $ = read(statusPage(recording('masto-poll')));
    expect(words($, '.poll')).toBe('real17%fr fr36%so true30%53%47 people · Final results');
    expect($('.poll img').attr('alt')).toBe(':hecker:');
  });

  it('a status that quotes another, one level deep and without its RE: link', () => {
    const page = statusPage(recording('masto-quote'));
    expect(texts(page)[0]).toMatch(
      /^actual reply that quotes a post that quotes a post bsky\.app\/profile\/h4lcy/,
    );
    expect(texts(page)[0]).not.toContain('RE:');
    expect(texts(page)).toHaveLength(2);
    expect(texts(page)[1]).toContain('RE:');
  });

  it('a status with a video', () => {
    const page = statusPage(recording('masto-video'));
    expect(read(page)('a.play').attr('aria-label')).toBe('Play video: bae hololive gangnam style');
    expect(page.contentSecurityPolicy).toContain('media-src https://files.mastodon.social;');
  });

  it('a status with a video behind a media proxy, playable at its home, too', () => {
    const page = statusPage(recording('masto-video-2'));
    expect(page.contentSecurityPolicy).toContain(
      'media-src https://mastodon.social https://icosahedron.website;',
    );
  });

  it('a status that answers its own author', () => {
    const response = { in_reply_to_id: '1', in_reply_to_account_id: '23972' };
    const $ = read(statusPage({ ...recording<object>('masto-poll'), ...response }));
    expect(words($, '.post > .soft a').replace(/Jan.*|May.*/, '')).toContain(
      'Replying to @halcy@icosahedron.website',
    );
    const quote = read(statusPage(recording('masto-quote')));
    expect(words(quote, '.post > .soft')).toContain('Replying to a post');
  });

  it('a status whose card has its sizes as strings', () => {
    const card = recording<object>('masto-card-width-as-string');
    const $ = read(statusPage({ ...recording<object>('masto-poll'), card }));
    expect(words($, '.card')).toBe('example.comExampleDescription');
  });

  it.each([...statuses, ...tweets])(
    '%s with any field replaced still gives a sound page',
    (name) => {
      const json = recording(name);
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(), junk), { minLength: 1, maxLength: 12 }),
          (changes) => {
            const odd = changes.reduce(
              (value, [place, part]) => replaced(value, place, part),
              json,
            );
            const page = name.startsWith('masto-')
              ? statusPage(odd)
              : tweetPage(odd, 'syndication');
            expect(faults(page)).toEqual([]);
          },
        ),
        propertySize(60),
      );
    },
  );
});

const junk = fc.oneof(
  fc.constantFrom(
    null,
    '',
    0,
    -1,
    1e999,
    true,
    {},
    [],
    [null],
    [[]],
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    'javascript:alert(1)',
    '\ud800',
    'https://evil.example/" onload="x',
    'https://evil.example/; script-src *',
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
);

/** A copy with the value at the `place`-th path, counted over the whole tree, replaced. */
function replaced(json: unknown, place: number, part: unknown): unknown {
  const copy: unknown = structuredClone(json);
  const spots: { owner: Record<string, unknown>; key: string }[] = [];
  const visit = (owner: unknown) => {
    if (typeof owner !== 'object' || owner === null) return;
    for (const [key, value] of Object.entries(owner)) {
      spots.push({ owner: owner as Record<string, unknown>, key });
      visit(value);
    }
  };
  visit(copy);
  const spot = spots[place % Math.max(1, spots.length)];
  if (spot) spot.owner[spot.key] = part;
  return copy;
}
