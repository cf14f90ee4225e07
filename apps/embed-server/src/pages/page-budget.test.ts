import { load } from 'cheerio';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { honestLinkText } from './link-rules.js';
import { isolateText } from './isolate-text.js';
import { largestPage } from './page-budget.js';
import { renderStatusPage } from './status-page.js';
import { renderTweetPage } from './tweet-page.js';
import { read } from './testing/reading.js';
import {
  options,
  quotedStatus,
  status,
  statusMedia,
  statusOptions,
  tweet,
} from './testing/samples.js';

const address = (length: number) => `https://a.example/${'&'.repeat(length)}`;
const emojis = [{ shortcode: 'a', url: 'https://a.example/a.png' }];

/** A post whose every part is as large as its type lets it be. */
function largest(contentHtml: string) {
  const sound = statusMedia({
    kind: 'audio',
    alt: '"'.repeat(10_000),
    playUrl: address(2000),
    homeUrl: address(2001),
  });
  return {
    ...quotedStatus(),
    url: address(2000),
    contentHtml,
    spoiler: ':a:'.repeat(300_000),
    emojis,
    author: {
      ...quotedStatus().author,
      displayName: '"'.repeat(100_000),
      handle: '"'.repeat(100_000),
      url: address(2000),
    },
    replyTo: { acct: '"'.repeat(100_000), url: address(2000) },
    language: `en-${'abcdefgh-'.repeat(10_000)}a`,
    media: Array.from({ length: 1000 }, () => sound),
    poll: {
      options: Array.from({ length: 1000 }, () => ({ label: ':a:'.repeat(1000), votes: 1 })),
      votes: 1,
      voters: 1,
      multiple: false,
      endsAt: null,
      expired: false,
    },
    card: {
      url: address(2000),
      title: '"'.repeat(100_000),
      description: '"'.repeat(100_000),
      providerName: null,
      authorName: null,
      imageUrl: 'https://a.example/a.png',
      imageAlt: '"'.repeat(100_000),
      width: 400,
      height: 300,
    },
  };
}

describe('a page', () => {
  it.each([
    ['quotation marks', '"'.repeat(100_000)],
    ['emoji', ':a:'.repeat(33_000)],
    ['links', `<a href="${address(1900)}">a</a>`.repeat(50)],
    ['short links', '<a href=//a.b>'.repeat(7000)],
    ['elements', '<b><i>a</i></b>'.repeat(6000)],
    ['nothing but breaks', '<br>'.repeat(25_000)],
    ['open elements', '<b>'.repeat(33_000)],
    ['letters of four bytes', '😀'.repeat(50_000)],
  ])('has a largest size: everything at once, and %s', (_what, content) => {
    const post = largest(content);
    const statusUrl = `https://a.example/${'%41'.repeat(670)}/1`;
    const page = renderStatusPage(
      { ...post, quoted: post, boostedBy: { ...post.author, emojis } },
      { ...statusOptions, statusUrl },
    );
    expect(Buffer.byteLength(page.html)).toBeLessThan(largestPage);
    expect(page.contentSecurityPolicy.length).toBeLessThan(10_000);
    expect(read(page)('.post > a, .post div > a').text()).toContain('Show more');
  });

  it('has a largest size: a tweet', () => {
    const huge = tweet({
      text: '😀"'.repeat(100_000),
      displayRange: { start: 0, end: 200_000 },
      entities: Array.from({ length: 20_000 }, (_, at) => ({
        kind: 'hashtag',
        name: 'ä'.repeat(100),
        start: 2 * at,
        end: 2 * at + 1,
      })),
      id: '9'.repeat(100_000),
    });
    const page = renderTweetPage({ ...huge, quoted: huge }, options);
    expect(Buffer.byteLength(page.html)).toBeLessThan(largestPage);
    expect(read(page)('article').text()).toContain('Show more');
  });

  it('keeps its policy small, and to hosts', () => {
    const media = Array.from({ length: 40 }, (_, at) =>
      statusMedia({ kind: 'video', playUrl: `https://h${at}.example:${at + 1}/a.mp4` }),
    );
    const hosts = ["a;script-src'self'", '*.example', "a,b'c"].map((host) =>
      statusMedia({ kind: 'video', playUrl: `https://${host}/a.mp4` }),
    );
    const page = renderStatusPage(status({ media: [...hosts, ...media] }), statusOptions);
    const sources = /media-src ([^;]*);/.exec(page.contentSecurityPolicy)?.[1]?.split(' ') ?? [];
    expect(sources).toHaveLength(24);
    for (const source of sources) expect(source).toMatch(/^https:\/\/h\d+\.example:\d+$/);
    expect(page.html).not.toContain('script-src');
  });
});

describe('a long text', () => {
  it('ends with an ellipsis and the link to the rest', () => {
    const contentHtml = '<p>one of many words</p>'.repeat(4000);
    const $ = read(renderStatusPage(status({ contentHtml }), statusOptions));
    expect($('.text').text()).toMatch(/words….?$/);
    const more = $('details + a');
    expect([more.text(), more.attr('href')]).toEqual(['Show more', statusOptions.statusUrl]);
  });

  it('of a usual length stands whole, and without one', () => {
    const contentHtml = '<p>one of many words</p>'.repeat(50);
    const page = renderStatusPage(status({ contentHtml }), statusOptions);
    expect(read(page)('.text').text()).toBe('one of many words'.repeat(50));
    expect(page.html).not.toContain('Show more');
  });
});

it('emoji beyond their share are names, and the text stays whole', () => {
  const contentHtml = ':a: '.repeat(2000).trim();
  const $ = read(renderStatusPage(status({ contentHtml, emojis }), statusOptions));
  const pictures = $('.text img').toArray();
  expect(pictures.length).toBeGreaterThan(100);
  expect(pictures.length).toBeLessThan(500);
  for (const one of pictures) $(one).replaceWith($(one).attr('alt') ?? '');
  expect($('.text').text()).toBe(contentHtml);
});

describe('direction controls', () => {
  it.each([
    ['\u202eabc', '\u202eabc\u202c'],
    ['a\u2067b\u202ec', 'a\u2067b\u202ec\u202c\u2069'],
    ['\u2068@ada\u2069 hi', '\u2068@ada\u2069 hi'],
    ['a\u202c\u2069b', 'ab'],
    ['\u2066\u202aa\u2069\u202cb', '\u2066\u202aa\u2069b'],
    ['<p>\u202ea</p>', '<p>\u202ea\u202c</p>'],
    ['<img alt="\u202ea" title="b">', '<img alt="\u202ea\u202c" title="b">'],
    ['a\0b\u0007c\u0085d\n', 'a\ufffdb\ufffdc\ufffdd\n'],
    ['\ud800', '\ufffd'],
  ])('%j becomes %j', (text, isolated) => {
    expect(isolateText(text)).toBe(isolated);
  });

  it('end where the name of an author or a text ends', () => {
    const author = { ...quotedStatus().author, displayName: '\u202eadA' };
    const contentHtml = '<p>one &#x202e;two <b>three</b></p>';
    const $ = read(renderStatusPage(status({ author, contentHtml }), statusOptions));
    expect($('.name').text()).toBe('\u202eadA\u202c');
    expect($('h1').text()).toContain('\u202eadA');
    expect($('.text').text()).toBe('one \u202etwo \u202cthree');
    expect($('article').attr('aria-label')).toMatch(/\u202eadA.*\u202c$/);
  });
});

it.each([
  ['a.example', 'b.example'],
  ['see http://', 'b.example'],
  ['\u3164', 'b.example'],
  ['no dot here', 'no dot here (b.example)'],
  ['3.5 and 4.', '3.5 and 4. (b.example)'],
  ['1.eu', 'b.example'],
  [`${'a'.repeat(600)}`, `${'a'.repeat(500)}… (b.example)`],
])('link text %.20s is shown as %.40s', (text, shown) => {
  expect(honestLinkText(text, 'https://b.example/')).toBe(shown);
});

describe('through the door', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp();
  });
  afterAll(() => server.close());

  it('a warning of 300 000 emoji asked with a long query is a page like others', async () => {
    const sample = server.upstream.fixture('masto-cw-text') as object;
    const spoiler_text = ':a:'.repeat(300_000);
    const all = [{ shortcode: 'a', url: 'https://a.example/a.png', static_url: null }];
    server.upstream.json('/api/v1/statuses/1', { ...sample, spoiler_text, emojis: all });
    const query = `?${'q'.repeat(1900)}`;
    const url = encodeURIComponent(`${server.upstream.origin}/@a/1${query}`);
    const page = await server.app.inject(`/mastodon/${url}.amp`);
    expect([page.statusCode, page.rawPayload.length < 128 * 1024]).toEqual([200, true]);
    expect(load(page.body)('summary').text()).toContain('…');
  });

  it.each([
    [1, 1e15],
    [1e15, 1],
    [0, 5],
  ])('a film of %d by %d pixels has a frame of a usual shape', async (width, height) => {
    const sample = server.upstream.fixture('video-youtube-oembed') as object;
    server.upstream.json('/oembed', { ...sample, width, height });
    const id = `a${width}b${height}`.slice(0, 11).replaceAll('.', '');
    const reply = await server.app.inject(
      `/oembed?url=https%3A%2F%2Fyoutu.be%2F${id.padEnd(11, 'x')}`,
    );
    const { html, ...about } = reply.json<{ html: string; width: number; height: number }>();
    expect([reply.statusCode, about.height > 100, about.height < 3000]).toEqual([200, true, true]);
    expect(html).toContain(`height="${about.height}"`);
  });
});
