import { pictures } from '../testing/pictures.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile } from '../testing/upstream-player.js';

const path = '/video/youtube/m6UOo2YGbIE-poster-image';
const upstreamPath = '/vi/m6UOo2YGbIE/maxresdefault.jpg';
let server: TestApp;

beforeEach(async () => {
  server = await createTestApp({ IMAGE_MAX_BYTES: '1000000' });
});
afterEach(() => server.close());

const get = (headers = {}) => server.app.inject({ url: path, headers });

describe('an image', () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
    '%s passes, typed by its bytes',
    async (name) => {
      server.upstream.on(upstreamPath, sendFile(pictures[name], 'application/octet-stream'));
      const reply = await get();
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, `image/${name}`]);
      expect(reply.rawPayload).toEqual(pictures[name]);
    },
  );

  it('is sent so that it runs nothing and may be shown anywhere', async () => {
    server.upstream.on(upstreamPath, sendFile(pictures.png, 'text/html'));
    const { headers } = await get();
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(pictures.png.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=86400, stale-while-revalidate=86400, stale-if-error=86400',
    });
    for (const name of ['x-frame-options', 'cross-origin-opener-policy', 'set-cookie']) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  it('is 304 to a client that has it, and has a HEAD', async () => {
    server.upstream.on(upstreamPath, sendFile(pictures.png, 'image/png'));
    const { etag } = (await get()).headers;
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const reply = await get({ 'if-none-match': tag });
      expect([tag, reply.statusCode, reply.body]).toEqual([tag, 304, '']);
      expect(reply.headers['etag']).toBe(etag);
    }
    expect((await get({ 'if-none-match': '"x"' })).statusCode).toBe(200);
    const head = await server.app.inject({ method: 'HEAD', url: path });
    expect([head.statusCode, head.headers['content-length']]).toEqual([
      200,
      String(pictures.png.length),
    ]);
  });
});

describe('what is no image is refused with 502', () => {
  it.each([
    ['SVG', pictures.svg, 'image/svg+xml'],
    ['SVG that calls itself PNG', pictures.svg, 'image/png'],
    ['HTML that calls itself JPEG', pictures.html, 'image/jpeg'],
    ['nothing at all', Buffer.alloc(0), 'image/png'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'image/png'],
    ['half a signature', pictures.png.subarray(0, 4), 'image/png'],
  ])('%s', async (_name, body, type) => {
    server.upstream.on(upstreamPath, sendFile(body, type));
    const reply = await get();
    expect([reply.statusCode, reply.json().code]).toEqual([502, 'image_refused']);
    expect(reply.body).not.toContain('<script>');
  });

  it('200 MB', async () => {
    const piece = Buffer.concat([pictures.jpeg, Buffer.alloc(1024 * 1024)]);
    let sent = 0;
    server.upstream.on(upstreamPath, (_request, response) => {
      const more = () => {
        while (sent < 200) {
          sent += 1;
          if (!response.write(piece)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const reply = await get();
    expect([reply.statusCode, reply.json().code]).toEqual([502, 'response_too_large']);
    expect(sent).toBeLessThan(100);
  });

  it('an image that arrives too slowly: 504', async () => {
    const slow = await createTestApp({ UPSTREAM_DEADLINE_MS: '300' });
    slow.upstream.on(upstreamPath, (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).write(pictures.jpeg);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const reply = await slow.app.inject(path);
    await slow.close();
    expect([reply.statusCode, reply.json().code]).toEqual([504, 'upstream_timeout']);
  });
});

it('many large images at once are read with a buffer that holds one of them', async () => {
  // However slow this machine is, nobody's time is up.
  const slow = { UPSTREAM_DEADLINE_MS: '60000', REQUEST_DEADLINE_MS: '60000' };
  const narrow = await createTestApp({
    ...slow,
    IMAGE_MAX_BYTES: '1000000',
    FETCH_MAX_BYTES: '1100000',
  });
  const { upstream } = narrow;
  upstream.on('/tweet-result', (_request, response, url) => {
    const tweet = upstream.fixture('tweet-syn-photo') as { user: Record<string, unknown> };
    const avatar = `${upstream.origin}/avatars/${url.searchParams.get('id')}_normal.png`;
    tweet.user['profile_image_url_https'] = avatar;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(tweet));
  });
  upstream.on('*', sendFile(Buffer.concat([pictures.png, Buffer.alloc(900_000)]), 'image/png'));
  const ids = Array.from({ length: 16 }, (_, id) => id + 1);
  const replies = await Promise.all(
    ids.map((id) => narrow.app.inject(`/tweet/${id}/profile-image`)),
  );
  await narrow.close();
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(ids.map(() => 200));
});
