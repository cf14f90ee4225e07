import { load } from 'cheerio';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;

beforeEach(async () => {
  server = await createTestApp({ PUBLIC_URL: 'https://embeds.example/e' });
});
afterEach(() => server.close());

async function show(url?: string) {
  const response = await server.app.inject({ url: '/', query: url === undefined ? {} : { url } });
  expect(response.statusCode).toBe(200);
  return { response, page: load(response.body) };
}

it('GET /: a page with a strict policy, and no upstream asked', async () => {
  const { response, page } = await show();
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(response.headers['content-security-policy']);
  expect(policy).toMatch(
    /default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'sha256-/,
  );
  expect(policy).toMatch(/frame-ancestors 'none'/);
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(page('.result')).toHaveLength(0);
  expect(page('script[src]').attr('src')).toBe('/e/embed.js');
  expect(server.upstream.calls).toEqual([]);
});

it.each([
  ['https://x.com/a/status/20', 'embed-tweet', { status: '20' }, '/tweet/20.amp'],
  [
    'bsky.app/profile/ada.example.org/post/3kaaa',
    'embed-bluesky',
    { href: 'https://bsky.app/profile/ada.example.org/post/3kaaa' },
    '/bluesky/https%3A%2F%2Fbsky.app%2Fprofile%2Fada.example.org%2Fpost%2F3kaaa.amp',
  ],
  [
    'at://ada.example.org/app.bsky.feed.post/3kaaa',
    'embed-bluesky',
    { href: 'https://bsky.app/profile/ada.example.org/post/3kaaa' },
    '/bluesky/https%3A%2F%2Fbsky.app%2Fprofile%2Fada.example.org%2Fpost%2F3kaaa.amp',
  ],
  [
    'mastodon.social/@Gargron/109322849503592236',
    'embed-mastodon',
    { status: 'https://mastodon.social/@Gargron/109322849503592236' },
    '/mastodon/https%3A%2F%2Fmastodon.social%2F%40Gargron%2F109322849503592236.amp',
  ],
  [
    ' https://www.youtube.com/watch?v=m6UOo2YGbIE&t=1m2s ',
    'embed-video',
    { type: 'youtube', 'video-id': 'm6UOo2YGbIE', start: '1m2s' },
    '/video/youtube/m6UOo2YGbIE.amp?start=1m2s',
  ],
  [
    'https://vimeo.com/223099532/abcdef12',
    'embed-video',
    { type: 'vimeo', 'video-id': '223099532', hash: 'abcdef12' },
    '/video/vimeo/223099532.amp?h=abcdef12',
  ],
  [
    'https://www.facebook.com/watch/?v=10156049485672318',
    'embed-video',
    { type: 'facebook', 'video-id': '10156049485672318' },
    '/video/facebook/10156049485672318.amp',
  ],
])('recognises %s', async (url, tag, attributes, path) => {
  const { page } = await show(url);
  expect(page(`.preview ${tag}`).attr()).toEqual(attributes);
  const element = load(page('#element').text());
  expect(element(tag).attr()).toEqual(attributes);
  expect(element('script').attr('src')).toBe('https://embeds.example/e/embed.js');
  const amp = load(page('#amp').text());
  expect(amp('amp-iframe').attr('src')).toBe(`https://embeds.example/e${path}`);
  expect(amp('amp-iframe').attr()).toHaveProperty('resizable');
  expect(amp('amp-iframe > div').attr()).toHaveProperty('overflow');
  const frame = load(page('#iframe').text());
  expect(frame('iframe').attr('src')).toBe(`https://embeds.example/e${path}`);
  const discovery = new URL(load(page('#oembed').text())('link').attr('href') ?? '');
  expect(discovery.pathname).toBe('/e/oembed');
  expect(discovery.searchParams.get('url')).toContain(url.trim());
});

it.each(['"><script>alert(1)</script>', 'javascript:alert(1)', 'https://example.com/', 'data:,x'])(
  'does not know %s, and shows it as text alone',
  async (url) => {
    const { page } = await show(url);
    expect(page('[role=alert]')).toHaveLength(1);
    expect(page('#url').val()).toBe(url);
    expect(page('script')).toHaveLength(2);
  },
);

it('400: too long for an address', async () => {
  const response = await server.app.inject({ url: '/', query: { url: 'x'.repeat(2049) } });
  expect(response.statusCode).toBe(400);
});
