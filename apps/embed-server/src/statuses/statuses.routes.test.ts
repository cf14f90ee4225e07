import { pictures } from '../testing/pictures.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile, startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

interface Emojis {
  emojis: { shortcode: string }[];
}

let server: TestApp;
let url: string;

beforeEach(async () => {
  server = await createTestApp();
  url = `${server.upstream.origin}/@halcy/110446223051565765`;
});
afterEach(() => server.closeAsForeseen());

const api = '/api/v1/statuses/110446223051565765';
const play = (name: string) => server.upstream.json(api, server.upstream.fixture(name));
const get = (path: string) => server.app.inject({ url: `/mastodon/${path}` });

describe('GET /mastodon/:statusUrl', () => {
  it("200: the instance's own JSON, for an encoded, raw or merged address", async () => {
    play('masto-emoji');
    const merged = url.replace('//', '/');
    for (const path of [encodeURIComponent(url), url, merged, `${url}/`]) {
      const reply = await get(path);
      expect([path, reply.statusCode]).toEqual([path, 200]);
      expect(reply.json()).toEqual(server.upstream.fixture('masto-emoji'));
    }
    expect(server.upstream.calls).toEqual([api]);
  });

  it.each([
    'nonsense',
    'https%3A%2F%2Fm.example%2F%40user',
    'ftp%3A%2F%2Fm.example%2F%40user%2F1',
    'https%3A%2F%2Fa%3Ab%40m.example%2F%40user%2F1',
    `https%3A%2F%2Fm.example%2F%40${'u'.repeat(3000)}%2F1`,
    'https%3A%2F%2Fm.example%2F%40user%2F1%zz',
  ])('400: %s is not the address of a status', async (path) => {
    expect((await get(path)).statusCode).toBe(400);
    expect(server.upstream.calls).toEqual([]);
  });

  it.each(['abc', '-1', '1e3', '1.5', '', '9'.repeat(21)])(
    '400: "%s" is no index, in any spelling',
    async (index) => {
      for (const status of [encodeURIComponent(url), url]) {
        for (const images of ['images', 'quoted/images']) {
          expect((await get(`${status}/${images}/${index}`)).statusCode).toBe(400);
        }
      }
    },
  );

  it('404: unknown or deleted', async () => {
    server.upstream.json(api, server.upstream.fixture('masto-404'), 404);
    const reply = await get(url);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'status_not_found']);
  });

  it.each([
    ['private', { visibility: 'private' }],
    ['direct', { visibility: 'direct' }],
    ['for friends of a fork', { visibility: 'mutuals_only' }],
    ['of a suspended account', { account: { suspended: true } }],
    ['a boost of a private one', { reblog: { id: '1', visibility: 'private' } }],
  ])('404: %s', async (_name, change) => {
    const status = server.upstream.fixture('masto-cw-text') as object;
    server.upstream.json(api, { ...status, ...change });
    expect((await get(url)).statusCode).toBe(404);
  });

  it.each([
    ['broken', 500, 502],
    ['closed to strangers', 401, 503],
    ['limited', 429, 503],
    ['down', 503, 503],
  ])('the instance is %s: %i becomes %i', async (_name, upstream, status) => {
    const reset = new Date(Date.now() + 40_000).toISOString();
    server.upstream.json(api, { error: 'no' }, upstream, { 'x-ratelimit-reset': reset });
    server.upstream.json(new URL(url).pathname, {}, 401);
    const reply = await get(url);
    expect(reply.statusCode).toBe(status);
    expect(Number(reply.headers['retry-after'] ?? 40)).toBeLessThanOrEqual(41);
    expect('retry-after' in reply.headers).toBe(status === 503);
  });

  it('502: no JSON, too much JSON, nobody there', async () => {
    for (const path of [api, new URL(url).pathname]) {
      server.upstream.json(path, '<html>', 200, { 'content-type': 'text/html' });
    }
    expect((await get(url)).json().code).toBe('upstream_malformed');
    server.upstream.json(api, JSON.stringify({ id: '1', content: 'x'.repeat(2_000_000) }));
    // Until then the refusal of before is remembered.
    server.wait(61);
    expect((await get(url)).json().code).toBe('response_too_large');
    // An old http link is asked by https.
    for (const address of ['https://nobody.invalid/@a/1', 'http://nobody.invalid/@a/1']) {
      const reply = await get(encodeURIComponent(address));
      expect([reply.statusCode, reply.json().code]).toEqual([502, 'upstream_unreachable']);
    }
  });

  it('504: too slow', async () => {
    const slow = await createTestApp({ UPSTREAM_DEADLINE_MS: '100' });
    slow.upstream.on('*', () => undefined);
    const reply = await slow.app.inject(`/mastodon/${slow.upstream.origin}/@a/1`);
    await slow.close();
    expect(reply.statusCode).toBe(504);
  });
});

it('404: a recording of a private status', async () => {
  play('masto-video');
  expect((await get(url)).statusCode).toBe(404);
  expect((await get(`${url}.amp`)).statusCode).toBe(404);
});

describe('an address that leads inside', () => {
  let inside: UpstreamPlayer;
  beforeEach(async () => {
    inside = await startUpstream();
  });
  afterEach(async () => {
    const reached = inside.connections();
    await inside.close();
    expect(reached).toBe(0);
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', '[::1]'])(
    '400: %s, on any port and protocol',
    async (host) => {
      const { port } = new URL(inside.origin);
      for (const at of [`http://${host}:${port}`, `https://${host}:${port}`, `https://${host}`]) {
        const reply = await get(encodeURIComponent(`${at}/@a/1`));
        expect([at, reply.statusCode]).toEqual([at, 400]);
      }
    },
  );

  it('502: a name that leads inside is told like a dead one', async () => {
    const reply = await get(encodeURIComponent('https://localhost/@a/1'));
    expect([reply.statusCode, reply.json().code]).toEqual([502, 'upstream_unreachable']);
  });

  it('502: a redirect', async () => {
    server.upstream.on(api, (_request, response) => {
      response.writeHead(302, { location: `${inside.origin}${api}` }).end();
    });
    const reply = await get(url);
    expect([reply.statusCode, reply.json().code]).toEqual([502, 'redirect_refused']);
  });

  it('502: an image that a hostile instance names', async () => {
    const account = { acct: 'a', avatar: `${inside.origin}/avatar.png` };
    server.upstream.json(api, { id: '1', content: '', account });
    const reply = await get(`${encodeURIComponent(url)}/profile-image`);
    expect(reply.statusCode).toBe(502);
  });
});

describe('images of a status', () => {
  const file = '/media/files.mastodon.social/';
  const images = async (path: string) => get(`${encodeURIComponent(url)}/${path}`);

  it('200: avatar, poster of a film, custom emoji; each from where the status says', async () => {
    play('masto-emoji');
    server.upstream.on('*', sendFile(pictures.png, 'image/png'));
    const status = server.upstream.fixture('masto-emoji') as Emojis & { account: Emojis };
    const { shortcode } = [...status.emojis, ...status.account.emojis][0]!;
    for (const path of ['profile-image', 'images/0', `emojis/${shortcode}`]) {
      const reply = await images(path);
      expect([path, reply.statusCode, reply.headers['content-type']]).toEqual([
        path,
        200,
        'image/png',
      ]);
    }
    expect(server.upstream.calls.filter((call) => call.startsWith('/media/'))).toHaveLength(3);
    expect(server.upstream.calls[1]).toContain('avatars');
  });

  it('200: of the quoted status, and of a boosted one', async () => {
    play('masto-quote');
    server.upstream.on('*', sendFile(pictures.webp, 'image/webp'));
    expect((await images('quoted/profile-image')).headers['content-type']).toBe('image/webp');
    const boosted = server.upstream.fixture('masto-emoji');
    server.upstream.json(api, { id: '1', account: {}, content: '', reblog: boosted });
    server.wait(601);
    expect((await images('profile-image')).statusCode).toBe(200);
    expect(server.upstream.calls.at(-1)).toContain(file);
  });

  it('200: the link card, whose sizes are strings; 404 when there is none', async () => {
    const card = server.upstream.fixture('masto-card-width-as-string') as object;
    const image = `${server.upstream.origin}/media/card.png`;
    const status = server.upstream.fixture('masto-cw-text') as object;
    server.upstream.json(api, { ...status, card: { ...card, image } });
    server.upstream.on('/media/card.png', sendFile(pictures.png, 'image/png'));
    expect((await images('link-image')).statusCode).toBe(200);
    server.upstream.json(api, { ...status, card: null });
    server.wait(601);
    expect((await images('link-image')).statusCode).toBe(404);
  });

  it.each(['images/7', 'emojis/none', 'quoted/images/0', 'quoted/profile-image'])(
    '404: %s',
    async (path) => {
      play('masto-cw-text');
      const reply = await images(path);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'image_not_found']);
    },
  );

  it('404: of a status that is not there', async () => {
    server.upstream.json(api, server.upstream.fixture('masto-404'), 404);
    expect((await images('profile-image')).json().code).toBe('status_not_found');
  });
});

describe('GET /mastodon/:statusUrl.amp', () => {
  it.each(['masto-cw-text', 'masto-poll', 'masto-quote', 'masto-video-2', 'masto-emoji'])(
    '200: %s',
    async (name) => {
      play(name);
      for (const path of [`${encodeURIComponent(url)}.amp`, `${url}.amp`]) {
        const reply = await get(path);
        expect([reply.statusCode, reply.headers['content-type']]).toEqual([
          200,
          'text/html; charset=utf-8',
        ]);
        expect(reply.headers['content-security-policy']).toContain('frame-ancestors *');
        expect(reply.body).toContain(encodeURIComponent(url));
      }
    },
  );

  it('404 and 400: as for the data', async () => {
    server.upstream.json(api, {}, 410);
    expect((await get(`${url}.amp`)).statusCode).toBe(404);
    expect((await get('nonsense.amp')).statusCode).toBe(400);
  });
});
