import { createTestApp, type TestApp } from '../testing/test-app.js';
import {
  endpointOf,
  mediaPath,
  pagesOf,
  playOembed,
  type OembedRecording,
} from '../testing/oembed-providers.js';
import { pictures } from '../testing/pictures.js';
import { recording } from '../testing/recordings.js';
import { sendFile } from '../testing/upstream-player.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ META_ACCESS_TOKEN: 'secret-of-meta' });
});
afterEach(() => server.upstream.reset());
afterAll(() => server.closeAsForeseen());

const get = (path: string) => server.app.inject(path);

const fieldsOfOembed = [
  ...['type', 'version', 'title', 'author_name', 'author_url', 'provider_name', 'provider_url'],
  ...['cache_age', 'thumbnail_url', 'thumbnail_width', 'thumbnail_height'],
  ...['url', 'html', 'width', 'height'],
];

describe.each(Object.entries(pagesOf))('%s', (name, page) => {
  it('is sent as JSON, with the fields of oEmbed alone', async () => {
    playOembed(server.upstream, name);
    const { statusCode, headers, ...reply } = await get(mediaPath(page));
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const json = reply.json<Record<string, unknown>>();
    expect(Object.keys(json).filter((field) => !fieldsOfOembed.includes(field))).toEqual([]);
    const given = recording<Record<string, unknown>>(name);
    expect(json).toMatchObject({ type: given['type'], version: '1.0' });
    expect(json['title']).toBe(given['title']);
    for (const field of ['width', 'height', 'thumbnail_width', 'thumbnail_height'])
      expect([undefined, Number(given[field])]).toContain(json[field]);
  });
});

/** Where each player stands that a press opens; `null`: the page is a link. */
const players: Record<OembedRecording, string | null> = {
  'oembed-codepen':
    'https://codepen.io/mio/embed/preview/aBcDeF?default-tabs=css%2Cresult&height=300&slug-hash=aBcDeF',
  'oembed-dailymotion': 'https://geo.dailymotion.com/player.html?video=xy0wd&',
  'oembed-flickr': null,
  'oembed-instagram': 'https://www.instagram.com/p/B9bOM-6Ax_d/embed/captioned/',
  'oembed-link': null,
  'oembed-reddit': 'https://embed.reddit.com/r/investing/comments/7pfpeq/?embed=true',
  'oembed-soundcloud':
    'https://w.soundcloud.com/player/?visual=true&url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F293&show_artwork=true',
  'oembed-spotify': 'https://open.spotify.com/embed/album/7s66wU1XJ2NsUuWM2NKiUV?utm_source=oembed',
  'oembed-ted': 'https://embed.ted.com/talks/ada_byron_what_cards_can_mean',
  'oembed-threads': 'https://www.threads.com/@mio/post/C8abcDEFghi/embed',
  'oembed-tiktok': 'https://www.tiktok.com/player/v1/6806030056956251397',
};

const unescaped = (html: string) => html.replaceAll('&amp;', '&');

it.each(Object.entries(players))('%s has a page that opens one player', async (name, player) => {
  const { statusCode, body, headers } = await get(playOembed(server.upstream, name));
  expect(statusCode).toBe(200);
  const sources = [...body.matchAll(/data-source="([^"]*)"/g)].map(([, address]) => address);
  expect(sources.map((address) => unescaped(address ?? ''))).toEqual(
    player === null ? [] : [player],
  );
  const [, frames = null] =
    /frame-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? [];
  expect(frames).toBe(player === null ? null : new URL(player).origin);
});

it('asks the endpoint about the page, by JSON and for a width', async () => {
  playOembed(server.upstream, 'oembed-ted');
  await get(mediaPath(pagesOf['oembed-ted']));
  server.upstream.calls.length = 0;
  server.upstream.json(endpointOf(pagesOf['oembed-ted']), {}, 404);
  await get(mediaPath('http://www.ted.com/talks/other?a=1#part'));
  expect(server.upstream.calls).toEqual([
    '/oembed-of/www.ted.com/services/v1/oembed.json?format=json&url=https%3A%2F%2Fwww.ted.com%2Ftalks%2Fother%3Fa%3D1&maxwidth=640',
  ]);
});

it('sends the photo, and the thumbnail where a small one is asked for', async () => {
  playOembed(server.upstream, 'oembed-flickr');
  const host = '/media/live.staticflickr.com/65535/52000000001_ridge';
  server.upstream.on(`${host}_b.jpg`, sendFile(pictures.jpeg, 'image/jpeg'));
  server.upstream.on(`${host}_q.jpg`, sendFile(pictures.png, 'image/png'));
  const path = `${mediaPath(pagesOf['oembed-flickr'])}/thumbnail`;
  expect((await get(path)).headers['content-type']).toBe('image/jpeg');
  expect((await get(`${path}?size=small`)).headers['content-type']).toBe('image/png');
});

it('has no thumbnail where the provider names none', async () => {
  playOembed(server.upstream, 'oembed-reddit');
  const { statusCode, ...reply } = await get(`${mediaPath(pagesOf['oembed-reddit'])}/thumbnail`);
  expect([statusCode, reply.json()]).toEqual([
    404,
    expect.objectContaining({ code: 'image_not_found' }),
  ]);
});

it('takes the address as it is written, and with one slash', async () => {
  playOembed(server.upstream, 'oembed-ted');
  const page = pagesOf['oembed-ted'];
  for (const written of [page, page.replace('//', '/'), page.replace('https', 'http')]) {
    expect((await get(`/media/${written}`)).statusCode).toBe(200);
    expect((await get(`/media/${written}.amp`)).headers['content-type']).toMatch(/^text\/html/);
  }
});

it.each([
  ['nonsense', 400, 'invalid_page_url'],
  ['ftp://www.ted.com/talks/a', 400, 'invalid_page_url'],
  ['https://a:b@www.ted.com/talks/a', 400, 'invalid_page_url'],
  ['https://www.ted.com:8443/talks/a', 400, 'invalid_page_url'],
  ['https://nothing.example/1', 404, 'provider_unknown'],
  ['https://evil.example/?x=https://www.ted.com/talks/a', 404, 'provider_unknown'],
  ['https://www.ted.com.evil.example/talks/a', 404, 'provider_unknown'],
  ['https://evilted.com/talks/a', 404, 'provider_unknown'],
])('%s is %s %s, and nobody is asked', async (page, status, code) => {
  const { statusCode, ...reply } = await get(mediaPath(page));
  expect([statusCode, reply.json<{ code: string }>().code]).toEqual([status, code]);
  expect(server.upstream.calls).toEqual([]);
});

it.each([
  [404, 404, 'media_not_found'],
  [410, 404, 'media_not_found'],
  [401, 404, 'media_not_found'],
  [403, 503, 'upstream_busy'],
  [429, 503, 'upstream_busy'],
  [500, 502, 'upstream_failed'],
])('a provider that says %s is a %s %s', async (said, status, code) => {
  const page = `https://codepen.io/a/pen/${said}`;
  server.upstream.json(endpointOf(page), {}, said);
  const own = await createTestApp({}, server.upstream);
  const { statusCode, ...reply } = await own.app.inject(mediaPath(page));
  await own.stop();
  expect([statusCode, reply.json<{ code: string }>().code]).toEqual([status, code]);
});

describe('tokens', () => {
  it('go to Meta in a header, and never in an address', async () => {
    const page = 'https://www.instagram.com/p/token/';
    let [authorization, asked]: (string | undefined)[] = [];
    server.upstream.on(endpointOf(page), (request, response) => {
      [authorization, asked] = [request.headers.authorization, request.url];
      response.writeHead(404).end();
    });
    await get(mediaPath(page));
    expect(authorization).toBe('Bearer secret-of-meta');
    expect(asked).not.toContain('secret');
  });

  it('go to nobody else', async () => {
    const page = 'https://codepen.io/a/pen/token';
    let authorization: string | undefined = 'none';
    server.upstream.on(endpointOf(page), (request, response) => {
      authorization = request.headers.authorization;
      response.writeHead(404).end();
    });
    await get(mediaPath(page));
    expect(authorization).toBeUndefined();
  });

  it.each(['oembed-instagram', 'oembed-threads'] as const)(
    '%s without one is a clear error, and nobody is asked',
    async (name) => {
      const own = await createTestApp({}, server.upstream);
      for (const path of [mediaPath(pagesOf[name]), `${mediaPath(pagesOf[name])}.amp`]) {
        const { statusCode, ...reply } = await own.app.inject(path);
        const expected = { code: 'provider_token_missing', status: 501 };
        expect([statusCode, reply.json()]).toEqual([501, expect.objectContaining(expected)]);
      }
      await own.stop();
      expect(server.upstream.calls).toEqual([]);
    },
  );
});

describe('the bundled registry', () => {
  let bundled: TestApp;
  beforeAll(async () => {
    bundled = await createTestApp({ OEMBED_PROVIDERS: '' }, server.upstream);
  });
  afterAll(() => bundled.stop());

  it.each([
    ['https://www.twitch.tv/harbour', 'https://player.twitch.tv/?channel=harbour'],
    ['https://m.twitch.tv/videos/123456', 'https://player.twitch.tv/?video=123456'],
    ['https://clips.twitch.tv/Odd-Loom_1', 'https://clips.twitch.tv/embed?clip=Odd-Loom_1'],
    [
      'https://www.twitch.tv/harbour/clip/Odd-Loom_1',
      'https://clips.twitch.tv/embed?clip=Odd-Loom_1',
    ],
  ])('knows %s of Twitch without asking anybody', async (page, player) => {
    const { statusCode, body } = await bundled.app.inject(`${mediaPath(page)}.amp`);
    expect(statusCode).toBe(200);
    expect(body).toContain(`data-source="${player}" data-parents="parent"`);
    expect((await bundled.app.inject(mediaPath(page))).json()).toMatchObject({ type: 'link' });
  });
});

describe('/oembed', () => {
  it('replies with a frame of ours for a page of a provider', async () => {
    playOembed(server.upstream, 'oembed-spotify');
    const page = pagesOf['oembed-spotify'];
    const { statusCode, ...reply } = await get(`/oembed?url=${encodeURIComponent(page)}`);
    expect(statusCode).toBe(200);
    const json = reply.json<Record<string, unknown>>();
    expect(json).toMatchObject({
      type: 'rich',
      title: 'A Cantar con Xabarin (Vol. I e II)',
      provider_name: 'Spotify',
      thumbnail_url: `https://embeds.example${mediaPath(page)}/thumbnail?size=small`,
      width: 640,
      height: 414,
    });
    expect(json['html']).toContain(`<iframe src="https://embeds.example${mediaPath(page)}.amp"`);
    expect(json['html']).not.toContain('open.spotify.com/embed');
  });

  it('knows its own pages, with what they need', async () => {
    playOembed(server.upstream, 'oembed-ted');
    const own = `https://embeds.example${mediaPath(pagesOf['oembed-ted'])}.amp`;
    const { statusCode } = await get(`/oembed?url=${encodeURIComponent(own)}&format=xml`);
    expect(statusCode).toBe(200);
  });
});

it('a reply is kept for an hour, and served old while the provider fails', async () => {
  const page = 'https://codepen.io/a/pen/kept';
  server.upstream.json(endpointOf(page), { version: '1.0', type: 'link', title: 'kept' });
  expect((await get(mediaPath(page))).headers['cache-control']).toContain('max-age=3600');
  server.upstream.json(endpointOf(page), {}, 500);
  server.wait(24 * 3600);
  expect((await get(mediaPath(page))).json()).toMatchObject({ title: 'kept' });
});
