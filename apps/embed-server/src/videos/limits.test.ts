import { load } from 'cheerio';
import { withinLimit } from '../outbound/content-limits.js';
import { growthOf } from '../testing/growth.js';
import { recording } from '../testing/recordings.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { oembedVideo, vimeoVideos } from './video-limits.js';
import { vimeoPosterUrls } from './video-mapping.js';

it('every recording is within its limits', () => {
  const { body } = recording<{ body: unknown }>('video-vimeo-api-v2');
  expect(withinLimit(body, vimeoVideos)).toBe(body);
  for (const name of ['video-vimeo-oembed-2', 'video-youtube-oembed']) {
    const reply = recording(name);
    expect(withinLimit(reply, oembedVideo)).toBe(reply);
  }
});

it.each(['_640', '_640x', '_640x6', '_640.a', '/a_640.'])(
  'a poster named %s again and again: twice as long takes at most thrice as long',
  (part) => {
    const reply = (size: number) => [
      { thumbnail_large: `https://a.example/${part.repeat(size)}!` },
    ];
    expect(growthOf(reply, vimeoPosterUrls, 20_000)).toBeLessThan(3);
  },
);

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

const get = (url: string) => server.app.inject(url);
const oembed = (url: string) => get(`/oembed?url=${encodeURIComponent(url)}`);
const playVimeo = (change: object) => {
  const { body } = server.upstream.fixture('video-vimeo-api-v2') as { body: [object] };
  server.upstream.json('/api/v2/video/5.json', [{ ...body[0], ...change }]);
};

describe('a video of impossible size', () => {
  it.each([
    [0, 0],
    [0, 720],
    [1280, 0],
    [1e9, 1],
    [1, 1e9],
    [65_536, 1],
    [1, 65_536],
    ['Infinity', 'Infinity'],
    ['1e400', 720],
    [-16, -9],
    [0.4, 0.4],
    ['', null],
    [[16], { height: 9 }],
  ])('%j by %j has a frame and a thumbnail of whole pixels', async (width, height) => {
    playVimeo({ width, height });
    server.upstream.json('/oembed', { title: 'a', width, height });
    for (const url of ['https://vimeo.com/5', 'https://youtu.be/m6UOo2YGbIE']) {
      const reply = await oembed(url);
      expect(reply.statusCode).toBe(200);
      const { html, ...about } = reply.json();
      const frame = load(html)('iframe');
      const sizes = [about.width, about.height, about.thumbnail_width, about.thumbnail_height];
      for (const size of [...sizes, Number(frame.attr('width')), Number(frame.attr('height'))]) {
        expect(Number.isInteger(size) && size > 0 && size < 10_000).toBe(true);
      }
    }
    for (const url of ['/video/vimeo/5.amp', '/video/youtube/m6UOo2YGbIE.amp']) {
      const { statusCode, body } = await get(url);
      expect(statusCode).toBe(200);
      expect(body).not.toMatch(/Infinity|NaN|(?:width|height)="0/);
    }
  });
});

describe('a hostile video', () => {
  it('of Vimeo is cut where it is too long, and there is one', async () => {
    const words = 'word '.repeat(10_000);
    const video = { title: words, description: words, user_name: words, thumbnail_large: words };
    server.upstream.json(
      '/api/v2/video/5.json',
      Array.from({ length: 3 }, () => video),
    );
    const videos = (await get('/video/vimeo/5')).json<Record<string, string | null>[]>();
    expect(videos).toHaveLength(1);
    const [{ title, description, user_name, thumbnail_large } = {}] = videos;
    expect([title?.length, title?.at(-1), user_name?.length]).toEqual([500, '…', 500]);
    expect([description?.length, description?.at(-1), thumbnail_large]).toEqual([
      20_000,
      '…',
      null,
    ]);
    expect((await get('/video/vimeo/5.amp')).statusCode).toBe(200);
  });

  it('of Vimeo is a 502 when it is nested 8000 deep, for data, page, poster and frame', async () => {
    server.upstream.json('*', `${'['.repeat(8000)}${']'.repeat(8000)}`);
    for (const rest of ['', '.amp', '-poster-image']) {
      const { statusCode, json } = await get(`/video/vimeo/5${rest}`);
      expect([rest, statusCode, json().code]).toEqual([rest, 502, 'upstream_malformed']);
    }
    expect((await oembed('https://vimeo.com/5')).statusCode).toBe(502);
  });

  it('of YouTube still has its page and frame, without a title', async () => {
    server.upstream.json('/oembed', `{"title":${'['.repeat(8000)}${']'.repeat(8000)}}`);
    expect((await get('/video/youtube/m6UOo2YGbIE.amp')).statusCode).toBe(200);
    expect((await oembed('https://youtu.be/m6UOo2YGbIE')).json().title).toBe('YouTube');
  });

  it('of YouTube has a title of a bounded length, and no half letters', async () => {
    server.upstream.json('/oembed', { title: '😀'.repeat(10_000), author_name: 'a\ud800' });
    const { title, author_name } = (await oembed('https://youtu.be/m6UOo2YGbIE')).json();
    expect([title.length < 501, title.at(-1), title.isWellFormed()]).toEqual([true, '…', true]);
    expect(author_name).toBe('a\ufffd');
  });

  it.each([
    `https://www.facebook.com/watch/?v=12&x=${'a'.repeat(5000)}`,
    'https://a;b/',
    'a'.repeat(9000),
  ])('of Facebook is not there when a shared link leads to %.40s', async (location) => {
    server.upstream.on('*', (_request, response) => response.writeHead(302, { location }).end());
    const reply = await oembed('https://fb.watch/a6Hq7Wq__5/');
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'embed_not_found']);
  });
});
