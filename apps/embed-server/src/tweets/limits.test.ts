import { withinLimit, type Limit } from '../outbound/content-limits.js';
import { recording, recordingNames } from '../testing/recordings.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { apiTweet, oembedTweet, syndicatedTweet } from './tweet-limits.js';

const tables: readonly (readonly [string, Limit])[] = [
  ['tweet-syn-', syndicatedTweet],
  ['tweet-drawn-', syndicatedTweet],
  ['tweet-v2-', apiTweet],
  ['tweet-oembed', oembedTweet],
];

it.each(tables)('every recording named %s… is within its limits', (prefix, limit) => {
  const names = recordingNames(prefix);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const value = recording(name);
    expect([name, withinLimit(value, limit) === value]).toEqual([name, true]);
  }
});

const nested = (depth: number, part: string) =>
  `${`{"id_str":"1","text":"a","${part}":`.repeat(depth)}{}${'}'.repeat(depth)}`;

const tooMuch = [
  ['lists nested 8000 deep', `{"id_str":"1","x":${'['.repeat(8000)}${']'.repeat(8000)}}`],
  ['quotes nested 5000 deep', nested(5000, 'quoted_tweet')],
  ['parents nested 5000 deep', nested(5000, 'parent')],
  ['half a million values', `{"id_str":"1","x":[${'0,'.repeat(500_000)}0]}`],
] as const;

describe('a hostile tweet', () => {
  let server: TestApp;
  let tweet: Record<string, unknown>;
  beforeEach(async () => {
    server = await createTestApp();
    tweet = server.upstream.fixture('tweet-syn-card-summary-large-image') as typeof tweet;
  });
  afterEach(() => server.close());

  const get = (rest = '') => server.app.inject(`/tweet/20${rest}`);
  const oembed = () => server.app.inject('/oembed?url=https://x.com/a/status/20');
  const play = (change: object) => server.upstream.json('/tweet-result', { ...tweet, ...change });
  const user = (change: object) => ({ user: { ...(tweet['user'] as object), ...change } });

  it.each(tooMuch)('502: %s', async (_what, body) => {
    server.upstream.json('*', body);
    for (const rest of ['', '.amp', '/profile-image']) {
      const { statusCode, json } = await get(rest);
      expect([rest, statusCode, json().code]).toEqual([rest, 502, 'upstream_malformed']);
    }
    expect((await oembed()).statusCode).toBe(502);
  });

  it.each(tooMuch)('200: %s, and the next source says better', async (_what, body) => {
    server.upstream.json('/tweet-result', body);
    server.upstream.json('/oembed', server.upstream.fixture('tweet-oembed'));
    expect((await get()).json().data.text).toMatch(/^RT @PabloHerreros/);
  });

  it('is cut where it is too long, with a mark, and left as it is elsewhere', async () => {
    play({
      text: 'word '.repeat(50_000),
      entities: {
        hashtags: Array.from({ length: 3000 }, (_, at) => ({ text: 'a', indices: [at, at + 1] })),
      },
      mediaDetails: Array.from({ length: 30 }, () => ({
        type: 'photo',
        media_url_https: `${server.upstream.origin}/a.jpg`,
        ext_alt_text: 'alt '.repeat(1500),
      })),
      ...user({
        name: 'name '.repeat(1000),
        profile_image_url_https: `https://a/${'a'.repeat(5000)}`,
      }),
    });
    const { data, includes } = (await get()).json();
    expect([data.text.length, data.text.at(-1)]).toEqual([100_000, '…']);
    expect([data.entities.hashtags.length, includes.media.length]).toEqual([1000, 16]);
    expect([includes.media[0].alt_text.length, includes.media[0].alt_text.at(-1)]).toEqual([
      5000,
      '…',
    ]);
    expect([includes.users[0].name.length, includes.users[0].name.at(-1)]).toEqual([500, '…']);
    expect(includes.users[0]).not.toHaveProperty('profile_image_url');
    expect(includes.users[0].username).toBe('mattcarrollcode');
    expect((await get('.amp')).statusCode).toBe(200);
  });

  it.each<readonly [string, object]>([
    ['media of a type from Object.prototype', { mediaDetails: [{ type: 'constructor' }] }],
    [
      'an avatar of a shape from there',
      { user: { screen_name: 'a', profile_image_shape: 'toString' } },
    ],
    ['a mark from there', { user: { screen_name: 'a', verified_type: '__proto__' } }],
    ['a card from there', { card: { name: 'constructor', binding_values: 'valueOf' } }],
    [
      'fields named __proto__',
      JSON.parse('{"user": {"__proto__": {"screen_name": "a"}}}') as object,
    ],
    ['counts without end', { favorite_count: '1e400', conversation_count: 1e300 }],
    ['places without end', { display_text_range: ['1e400', 1e300] }],
    ['dates out of range', { created_at: '+275760-09-13T00:00:00Z' }],
    ['lone surrogates', { text: 'a\ud800', user: { screen_name: '\ud800', name: '\udfff' } }],
  ])('200, a page and a frame: %s', async (_what, change) => {
    play(change);
    for (const rest of ['', '.amp']) {
      const { statusCode, body } = await get(rest);
      expect([rest, statusCode]).toEqual([rest, 200]);
      expect(body).not.toMatch(/Infinity|NaN|275760|\[object|native code/);
    }
    expect((await oembed()).statusCode).toBe(200);
  });

  it.each(["https://evil.example;script-src'unsafe-inline'/a.mp4", 'https://*/a.mp4'])(
    'brings no host %s into the policy of its page',
    async (url) => {
      const variants = [{ url, content_type: 'video/mp4' }];
      play({ mediaDetails: [{ type: 'video', video_info: { variants } }] });
      const { statusCode, headers } = await get('.amp');
      expect(statusCode).toBe(200);
      expect(headers['content-security-policy']).not.toMatch(/evil|unsafe|media-src/);
    },
  );
});

describe('a hostile tweet of API v2', () => {
  let server: TestApp;
  beforeEach(async () => {
    server = await createTestApp({ TWITTER_BEARER_TOKEN: 'secret' });
    server.upstream.json('/tweet-result', 'limited', 429);
    server.upstream.json('/oembed', 'limited', 429);
  });
  afterEach(() => server.close());

  it('200: nested 8000 deep, and the next source says better', async () => {
    server.upstream.json('/2/tweets/20', `{"data":${'['.repeat(8000)}${']'.repeat(8000)}}`);
    server.upstream.json('/oembed', server.upstream.fixture('tweet-oembed'));
    const reply = (await server.app.inject('/tweet/20')).json();
    expect(reply.data.text).toMatch(/^RT @PabloHerreros/);
  });

  it('200: cut where it is too long', async () => {
    const media = Array.from({ length: 300 }, (_, at) => ({
      media_key: `3_${at}`,
      type: '__proto__',
    }));
    const media_keys = media.map(({ media_key }) => media_key);
    const data = {
      id: '20',
      text: 'start',
      attachments: { media_keys },
      note_tweet: { text: 'word '.repeat(50_000) },
    };
    server.upstream.json('/2/tweets/20', { data, includes: { media } });
    const reply = (await server.app.inject('/tweet/20')).json();
    expect([reply.data.note_tweet.text.length, reply.data.note_tweet.text.at(-1)]).toEqual([
      100_000,
      '…',
    ]);
    expect([reply.data.attachments.media_keys.length, reply.includes.media.length]).toEqual([
      16, 100,
    ]);
    expect((await server.app.inject('/tweet/20.amp')).statusCode).toBe(200);
  });
});
