import { pictures } from '../testing/pictures.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { postWithPicture } from '../testing/post-with-picture.js';
import { sendFile, type Handler } from '../testing/upstream-player.js';

// Anyone can name a picture's address in a post of an instance of their own. None of these may let them decide what
// stands at the addresses of others, or make this server ask others again and again.
let server: TestApp;

beforeEach(async () => {
  server = await createTestApp({ IMAGE_MAX_BYTES: '1000000' });
});
afterEach(() => server.close());

const post = (n: number, url: string, previewUrl?: string) =>
  postWithPicture(server.upstream, n, url, previewUrl);
const callsOf = (path: string) => server.upstream.calls.filter((call) => call === path).length;
const get = (url: string) => server.app.inject(url);
const png = (name: string) => Buffer.concat([pictures.png, Buffer.from(name)]);

describe('one key for one address', () => {
  it('bytes of a fallback never stand under the address before it', async () => {
    const { upstream } = server;
    const victim = `${upstream.origin}/victim.png`;
    const attacker = `${upstream.origin}/attacker.png`;
    upstream.on('/victim.png', (_request, response) => response.writeHead(404).end());
    upstream.on('/attacker.png', sendFile(png('attacker'), 'image/png'));
    const bait = await get(`${post(1, attacker, victim)}?size=small`);
    expect(bait.rawPayload).toEqual(png('attacker'));
    upstream.on('/victim.png', sendFile(png('victim'), 'image/png'));
    server.wait(301);
    expect((await get(post(2, victim))).rawPayload).toEqual(png('victim'));
  });

  it('nor with any order of addresses that are there or not', async () => {
    const { upstream } = server;
    const names = ['a', 'b', 'c', 'd'];
    const there = new Set(['b', 'd']);
    for (const name of names)
      upstream.on(`/${name}.png`, (request, response, url) =>
        there.has(name)
          ? sendFile(png(name), 'image/png')(request, response, url)
          : response.writeHead(404).end(),
      );
    let n = 10;
    for (const first of names)
      for (const second of names) {
        const urls = [first, second].map((name) => `${upstream.origin}/${name}.png`);
        const reply = await get(`${post((n += 1), urls[1]!, urls[0])}?size=small`);
        const expected = [first, second].find((name) => there.has(name));
        expect([first, second, reply.statusCode]).toEqual([first, second, expected ? 200 : 404]);
        if (expected) expect(reply.rawPayload).toEqual(png(expected));
      }
    for (const name of names) expect([name, callsOf(`/${name}.png`)]).toEqual([name, 1]);
  });

  it('an address with nothing is not asked with each view, and is asked again later', async () => {
    const { upstream } = server;
    upstream.on('*', (_request, response) => response.writeHead(404).end());
    upstream.on('/vi/m6UOo2YGbIE/hqdefault.jpg', sendFile(pictures.jpeg, 'image/jpeg'));
    const poster = '/video/youtube/m6UOo2YGbIE-poster-image';
    for (let view = 0; view < 20; view += 1) expect((await get(poster)).statusCode).toBe(200);
    expect(upstream.calls).toHaveLength(3);
    server.wait(301);
    upstream.on('/vi/m6UOo2YGbIE/maxresdefault.jpg', sendFile(pictures.png, 'image/png'));
    expect((await get(poster)).headers['content-type']).toBe('image/png');
  });
});

const large = Buffer.alloc(1_000_001, 'a');

/** Ways in which a host refuses a picture, or sends none, that will be the same the next time. */
const refusals: readonly (readonly [string, Handler, string])[] = [
  ['an SVG', sendFile(pictures.svg, 'image/svg+xml'), 'image_refused'],
  ['a page', sendFile(pictures.html, 'image/png'), 'image_refused'],
  ['nothing at all', sendFile(Buffer.alloc(0), 'image/png'), 'image_refused'],
  [
    'a film',
    sendFile(Buffer.from('000000186674797069736f6d0000020069736f6d', 'hex'), 'video/mp4'),
    'image_refused',
  ],
  [
    'a long picture',
    sendFile(Buffer.concat([pictures.png, large]), 'image/png'),
    'response_too_large',
  ],
  [
    'a long picture without a length',
    (_request, response) => {
      response.writeHead(200).write(pictures.png);
      response.end(large);
    },
    'response_too_large',
  ],
  [
    'a redirect to an inner address',
    (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    'redirect_refused',
  ],
  [
    'a redirect to itself',
    (_request, response, url) => response.writeHead(302, { location: url.pathname }).end(),
    'redirect_refused',
  ],
  [
    'an unknown encoding',
    (_request, response) => response.writeHead(200, { 'content-encoding': 'x' }).end('a'),
    'upstream_malformed',
  ],
  [
    'half a gzip',
    (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('a'),
    'upstream_malformed',
  ],
  ...[400, 401, 402, 403, 405, 406, 418, 451].map((status): [string, Handler, string] => [
    `status ${status}`,
    (_request, response) => response.writeHead(status).end('no'),
    status === 401 || status === 403 ? 'upstream_busy' : 'upstream_failed',
  ]),
  ...[201, 204, 206, 300, 304].map((status): [string, Handler, string] => [
    `status ${status}`,
    (_request, response) => response.writeHead(status).end(),
    'upstream_failed',
  ]),
];

describe('a refusal is remembered', () => {
  it.each(refusals)('%s is fetched once for all views', async (_name, handler, code) => {
    const { upstream } = server;
    upstream.on('/p.png', handler);
    const picture = post(1, `${upstream.origin}/p.png`);
    await get(picture);
    const asked = callsOf('/p.png');
    for (let view = 0; view < 20; view += 1) {
      const reply = await get(picture);
      expect(reply.json().code).toBe(code);
      expect(reply.headers['cache-control']).toBe('no-store');
    }
    expect(callsOf('/p.png')).toBe(asked);
    const other = await get(post(2, `${upstream.origin}/p.png`));
    expect([other.json().code, callsOf('/p.png')]).toEqual([code, asked]);
    upstream.on('/p.png', sendFile(pictures.png, 'image/png'));
    server.wait(3601);
    expect((await get(picture)).statusCode).toBe(200);
  });

  it('after a good picture the old copy is shown instead', async () => {
    const { upstream } = server;
    upstream.on('/p.png', sendFile(pictures.png, 'image/png'));
    const picture = post(1, `${upstream.origin}/p.png`);
    await get(picture);
    upstream.on('/p.png', sendFile(pictures.svg, 'image/svg+xml'));
    server.wait(7 * 86_400);
    expect((await get(picture)).rawPayload).toEqual(pictures.png);
  });

  it.each([408, 425, 429, 500, 502, 503, 504])(
    'status %i may pass, and is so for ten seconds at most',
    async (status) => {
      const { upstream } = server;
      const isPause = status === 429 || status === 503;
      upstream.on('/p.png', (_request, response) =>
        response.writeHead(status, { 'retry-after': '1' }).end(),
      );
      const picture = post(1, `${upstream.origin}/p.png`);
      for (let view = 0; view < 5; view += 1)
        expect((await get(picture)).statusCode).toBe(isPause ? 503 : 502);
      expect(callsOf('/p.png')).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1100));
      upstream.on('/p.png', sendFile(pictures.png, 'image/png'));
      server.wait(isPause ? 1 : 10);
      expect((await get(picture)).statusCode).toBe(200);
    },
  );

  it('a picture that takes all of its time is asked for again after half a minute', async () => {
    const slow = await createTestApp({ REQUEST_DEADLINE_MS: '1500' });
    const { upstream, app } = slow;
    const picture = postWithPicture(upstream, 1, `${upstream.origin}/p.png`);
    upstream.on('/p.png', () => undefined);
    for (const view of [1, 2, 3]) {
      const { statusCode } = await app.inject(picture);
      expect([view, statusCode]).toEqual([view, 504]);
    }
    expect(upstream.calls.filter((call) => call === '/p.png')).toHaveLength(1);
    upstream.on('/p.png', sendFile(pictures.png, 'image/png'));
    slow.wait(31);
    expect((await app.inject(picture)).statusCode).toBe(200);
    await slow.close();
  });
});
