import { load } from 'cheerio';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;

beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

const ask = (url: string, more = '') =>
  server.app.inject({ url: `/oembed?url=${encodeURIComponent(url)}${more}` });

/** Where the frame leads, below the public address. */
function frameOf(html: string) {
  const frame = load(html)('iframe');
  expect(frame).toHaveLength(1);
  const src = frame.attr('src') ?? '';
  expect(src.startsWith('https://embeds.example/')).toBe(true);
  return { frame, path: src.slice('https://embeds.example'.length) };
}

function playVideos() {
  server.upstream.json('/oembed', server.upstream.fixture('video-youtube-oembed'));
  const { body } = server.upstream.fixture('video-vimeo-api-v2') as { body: unknown };
  server.upstream.json('/api/v2/video/76979871.json', body);
  server.upstream.json('/api/oembed.json', server.upstream.fixture('video-vimeo-oembed-2'));
}

const tweetPath = '/tweet/1629307668568633344.amp';
const youtubePath = '/video/youtube/m6UOo2YGbIE.amp';

describe('GET /oembed', () => {
  it.each([
    'https://twitter.com/a/status/1629307668568633344',
    'https://mobile.twitter.com/a/status/1629307668568633344?s=20',
    'https://x.com/a/status/1629307668568633344/photo/1',
    'https://www.x.com/i/status/1629307668568633344',
    'https://x.com/i/web/status/1629307668568633344',
    `https://embeds.example${tweetPath}`,
    'https://embeds.example/tweet/1629307668568633344',
  ])('200: the tweet of %s', async (url) => {
    server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-photo'));
    const reply = await ask(url);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(reply.json()).toMatchObject({
      version: '1.0',
      type: 'rich',
      provider_name: 'X',
      provider_url: 'https://x.com',
      width: 550,
      cache_age: 300,
    });
    const { frame, path } = frameOf(reply.json().html);
    expect(path).toBe(tweetPath);
    expect(frame.attr('sandbox')).toContain('allow-scripts');
    expect(frame.attr('title')).toBe(reply.json().title);
    expect(reply.json().title).toContain(reply.json().author_name);
  });

  it.each([
    ['https://www.youtube.com/watch?v=m6UOo2YGbIE', ''],
    ['https://m.youtube.com/watch?feature=x&v=m6UOo2YGbIE&t=1m30s', '?start=1m30s'],
    ['https://youtu.be/m6UOo2YGbIE?t=90', '?start=90'],
    ['https://www.youtube.com/shorts/m6UOo2YGbIE', ''],
    ['https://www.youtube.com/live/m6UOo2YGbIE', ''],
    ['https://www.youtube.com/embed/m6UOo2YGbIE?start=7&autoplay=1', '?start=7'],
    ['https://www.youtube-nocookie.com/embed/m6UOo2YGbIE', ''],
    ['https://embeds.example/video/host-a/m6UOo2YGbIE.amp?start=7', '?start=7'],
    ['https://youtu.be/m6UOo2YGbIE?t=%3Cscript%3E', ''],
  ])('200: the video of %s', async (url, query) => {
    playVideos();
    const { type, html, thumbnail_url, title } = (await ask(url)).json();
    expect([type, frameOf(html).path]).toEqual(['video', `${youtubePath}${query}`]);
    expect(thumbnail_url).toBe(
      'https://embeds.example/video/youtube/m6UOo2YGbIE-poster-image?size=medium',
    );
    expect(title).not.toBe('YouTube');
  });

  it.each([
    ['https://vimeo.com/76979871', '/video/vimeo/76979871.amp'],
    ['https://vimeo.com/76979871/abcdef12', '/video/vimeo/76979871.amp?h=abcdef12'],
    ['https://player.vimeo.com/video/76979871?h=abcdef12', '/video/vimeo/76979871.amp?h=abcdef12'],
    ['https://vimeo.com/76979871#t=30s', '/video/vimeo/76979871.amp?start=30s'],
    ['https://vimeo.com/channels/staff/76979871', '/video/vimeo/76979871.amp'],
    [
      'https://www.facebook.com/page/videos/10156049485672318/',
      '/video/facebook/10156049485672318.amp',
    ],
    [
      'https://de-de.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Freel%2F10156049485672318',
      '/video/facebook/10156049485672318.amp',
    ],
    ['https://m.facebook.com/watch/?v=10156049485672318', '/video/facebook/10156049485672318.amp'],
    [
      'https://www.facebook.com/page/videos/a-slug/10156049485672318',
      '/video/facebook/10156049485672318.amp',
    ],
  ])('200: the video of %s', async (url, path) => {
    playVideos();
    const reply = (await ask(url)).json();
    expect([reply.type, frameOf(reply.html).path]).toEqual(['video', path]);
  });

  it.each([
    ['https://fb.watch/a6Hq7Wq__5/?x=1', '/a6Hq7Wq__5/', 'https://www.facebook.com/watch/?v=12'],
    ['http://www.fb.watch/a6Hq7Wq__5', '/a6Hq7Wq__5/', 'https://m.facebook.com/p/videos/12/?e=1'],
    [
      'https://www.facebook.com/share/v/18aB-c/',
      '/share/v/18aB-c/',
      'https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Freel%2F12%2F',
    ],
    ['https://facebook.com/share/r/18aBc', '/share/r/18aBc/', 'https://web.facebook.com/reel/12'],
  ])('200: the video that %s leads to, asked once', async (url, asked, location) => {
    server.upstream.on(asked, (_request, response) => response.writeHead(302, { location }).end());
    for (let n = 0; n < 2; n += 1) {
      expect(frameOf((await ask(url)).json().html).path).toBe('/video/facebook/12.amp');
    }
    const page = await server.app.inject({ url: '/', query: { url } });
    expect(load(page.body)('.preview embed-video').attr('video-id')).toBe('12');
    expect(server.upstream.calls).toEqual([asked]);
  });

  it.each([
    'https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2F',
    'https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Flogin%2F%3Fnext%3Da',
    'https://evil.example/watch/?v=12',
    'https://x.com/a/status/20',
    '/watch/?v=12',
    'nothing at all',
  ])('404: a shared link that leads to %s', async (location) => {
    server.upstream.on('*', (_request, response) => response.writeHead(302, { location }).end());
    const reply = await ask('https://fb.watch/a6Hq7Wq__5/');
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'embed_not_found']);
    expect(server.upstream.calls).toEqual(['/a6Hq7Wq__5/']);
  });

  it('404: a shared link that leads nowhere; 502: Facebook fails, and the playground says nothing', async () => {
    server.upstream.json('*', '', 404);
    expect((await ask('https://fb.watch/gone/')).statusCode).toBe(404);
    server.upstream.json('*', 'a page', 200);
    expect((await ask('https://fb.watch/page/')).statusCode).toBe(404);
    server.upstream.json('*', '', 500);
    expect((await ask('https://fb.watch/down/')).statusCode).toBe(502);
    const page = await server.app.inject({ url: '/', query: { url: 'https://fb.watch/down/' } });
    expect(page.statusCode).toBe(200);
  });

  it('200: a status, by its address and by that of its page', async () => {
    server.upstream.json('/api/v1/statuses/1', server.upstream.fixture('masto-cw-text'));
    const statusUrl = `${server.upstream.origin}/@a/1`;
    const page = `/mastodon/${encodeURIComponent(statusUrl)}.amp`;
    for (const url of [statusUrl, `https://embeds.example${page}`]) {
      const { type, html, author_name, provider_name, thumbnail_url } = (await ask(url)).json();
      expect([type, frameOf(html).path]).toEqual(['rich', page]);
      expect([provider_name, thumbnail_url]).toEqual([server.upstream.authority, undefined]);
      expect(author_name.length).toBeGreaterThan(0);
    }
  });

  it('200: the frame that it gives leads to a page, and that page leads back', async () => {
    playVideos();
    const { path } = frameOf((await ask('https://youtu.be/m6UOo2YGbIE?t=90')).json().html);
    const page = load((await server.app.inject(path)).body);
    for (const type of ['application/json+oembed', 'text/xml+oembed']) {
      const link = new URL(page(`link[rel=alternate][type="${type}"]`).attr('href') ?? '');
      const found = await server.app.inject(link.pathname + link.search);
      expect([found.statusCode, found.body.includes('m6UOo2YGbIE.amp')]).toEqual([200, true]);
    }
  });

  it.each([
    ['maxwidth=300', 300, 1000],
    ['maxheight=200', 640, 200],
    ['maxwidth=320&maxheight=150', 320, 150],
    ['maxwidth=99999', 640, 99999],
    ['maxwidth=1&maxheight=1', 1, 1],
  ])('200: keeps within %s', async (query, width, height) => {
    playVideos();
    server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-quote-tweet'));
    for (const url of ['https://x.com/a/status/20', 'https://youtu.be/m6UOo2YGbIE']) {
      const reply = (await ask(url, `&${query}`)).json();
      expect(reply.width).toBeLessThanOrEqual(width);
      expect(reply.height).toBeLessThanOrEqual(height);
      expect(Math.min(reply.width, reply.height)).toBeGreaterThan(0);
      // Of pictures there is no usual size.
      const asked = new URLSearchParams(query);
      const [widest, highest] = ['maxwidth', 'maxheight'].map((name) => Number(asked.get(name)));
      expect(reply.thumbnail_width ?? 0).toBeLessThanOrEqual(widest || Infinity);
      expect(reply.thumbnail_height ?? 0).toBeLessThanOrEqual(highest || Infinity);
      expect(frameOf(reply.html).frame.attr('width')).toBe(String(reply.width));
    }
  });

  it('200: XML says the same, whatever the names hold', async () => {
    const author_name = 'A & <B> ]]> \u0000 "Ü"\u0008';
    server.upstream.json('/oembed', { title: '<script>', author_name, width: 200, height: 113 });
    const json = (await ask('https://youtu.be/m6UOo2YGbIE', '&format=json')).json();
    const reply = await ask('https://youtu.be/m6UOo2YGbIE', '&format=xml');
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      'text/xml; charset=utf-8',
    ]);
    const $ = load(reply.body, { xml: true });
    expect($('oembed').children()).toHaveLength(Object.keys(json).length);
    expect($('oembed > html').text()).toBe(json.html);
    expect($('title').text()).toBe('<script>');
    expect($('author_name').text()).toMatch(/^A & <B> \]\]> /);
    expect(reply.body).not.toMatch(/[\u0000-\u0008]/);
    expect(frameOf(json.html).frame.attr('title')).toBe('<script>');
  });

  it('304: to who has it', async () => {
    const url = 'https://www.facebook.com/watch/?v=10156049485672318';
    const { etag } = (await ask(url)).headers;
    const target = `/oembed?url=${encodeURIComponent(url)}`;
    const again = await server.app.inject({ url: target, headers: { 'if-none-match': `${etag}` } });
    expect(again.statusCode).toBe(304);
  });

  it('stays the same as long as its copy, in each format and size', async () => {
    playVideos();
    const tags = new Map<string, unknown>();
    const addresses = ['https://youtu.be/m6UOo2YGbIE', 'https://www.facebook.com/watch/?v=1'];
    for (let n = 0; n < 4; n += 1) {
      for (const url of addresses) {
        for (const more of ['', '&format=xml', '&maxwidth=300', '&theme=dark', '&lang=de']) {
          const { etag } = (await ask(url, more)).headers;
          expect(tags.get(url + more) ?? etag).toBe(etag);
          tags.set(url + more, etag);
        }
      }
      server.wait(7);
    }
    expect(new Set(tags.values()).size).toBe(10);
  });

  it.each([
    'https://example.com/',
    'https://x.com/a',
    'https://x.com/a/status/abc',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/@channel',
    'https://vimeo.com/about',
    'https://www.facebook.com/page',
    'https://fb.watch/',
    'https://fb.watch/a/b/c',
    'https://www.facebook.com/share/p/18aBc',
    'https://embeds.example/oembed',
    'https://embeds.example/video/host-d/1',
    'https://embeds.example/mastodon/nothing',
    'https://embeds.example/mastodon/%25zz',
    'https://user:secret@x.com/a/status/20',
    'javascript:alert(1)',
    'ftp://x.com/a/status/20',
    'nothing',
    '',
  ])('404: %s, without asking anybody', async (url) => {
    const reply = await ask(url);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'embed_not_found']);
    expect(server.upstream.calls).toEqual([]);
  });

  it('404: a tweet, a status and a video that are gone or private', async () => {
    server.upstream.json('*', { error: 'gone' }, 404);
    expect((await ask('https://x.com/a/status/20')).json().code).toBe('tweet_not_found');
    expect((await ask('https://vimeo.com/9')).json().code).toBe('video_not_found');
    expect((await ask(`${server.upstream.origin}/@a/1`)).json().code).toBe('status_not_found');
    server.upstream.json('/oembed', 'Unauthorized', 401);
    expect((await ask('https://youtu.be/m6UOo2YGbIE')).json().code).toBe('video_not_found');
  });

  it('200: a YouTube video whose host fails; 502: a tweet that nobody tells', async () => {
    server.upstream.json('*', 'down', 500);
    expect((await ask('https://youtu.be/m6UOo2YGbIE')).statusCode).toBe(200);
    expect((await ask('https://x.com/a/status/20')).statusCode).toBe(502);
  });

  it.each(['yaml', 'JSON', '', 'json%20'])('501: the format %j', async (format) => {
    const reply = await ask('https://x.com/a/status/20', `&format=${format}`);
    expect([reply.statusCode, reply.json().code]).toEqual([501, 'format_not_supported']);
  });

  it.each(['/oembed', '/oembed?url=a&maxwidth=0', '/oembed?url=a&maxheight=-1'])(
    '400: %s',
    async (url) => {
      expect((await server.app.inject(url)).statusCode).toBe(400);
    },
  );
});
