import { pictures } from '../testing/pictures.js';
import { postWithPicture } from '../testing/post-with-picture.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile, startUpstream, type Handler } from '../testing/upstream-player.js';

let server: TestApp;

beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

const post = (n: number, url: string) => postWithPicture(server.upstream, n, url);
const get = (url: string) => server.app.inject(url);

describe('no more is read than shows the refusal', () => {
  /** Writes the picture again and again, and counts what went onto the wire. */
  function endless(start: Buffer, headers: Record<string, string | number> = {}) {
    const count = { bytes: 0 };
    const handler: Handler = (_request, response) => {
      const { socket } = response;
      response.on('close', () => (count.bytes = socket?.bytesWritten ?? 0));
      response.writeHead(200, headers).write(start);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'a'))) continue;
      };
      response.on('drain', more);
      more();
    };
    return { handler, count };
  }

  it.each([
    ['an SVG', pictures.svg, {}, 'image_refused'],
    ['text', Buffer.from('a'), {}, 'image_refused'],
    ['a length above the limit', pictures.png, { 'content-length': 9e9 }, 'response_too_large'],
  ])('%s', async (_name, start, headers, code) => {
    const { handler, count } = endless(start, headers);
    server.upstream.on('/p.png', handler);
    const reply = await get(post(1, `${server.upstream.origin}/p.png`));
    expect(reply.json().code).toBe(code);
    await new Promise((resolve) => setTimeout(resolve, 50));
    // What fits into the buffers of two sockets; the limit is 10 MiB.
    expect(count.bytes).toBeLessThan(7_000_000);
  });

  it('the body of an error is not read at all', async () => {
    let closed = false;
    server.upstream.on('/p.png', (_request, response) => {
      response.writeHead(404).write('a');
      response.on('close', () => (closed = true));
    });
    const reply = await get(post(1, `${server.upstream.origin}/p.png`));
    expect(reply.json().code).toBe('image_not_found');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(closed).toBe(true);
  });
});

describe('a picture that breaks off is not kept as whole', () => {
  const whole: Readonly<Record<string, Buffer>> = {
    png: pictures.png,
    jpeg: Buffer.concat([
      pictures.jpeg.subarray(0, -2),
      Buffer.alloc(3000),
      pictures.jpeg.subarray(-2),
    ]),
    gif: pictures.gif,
    webp: pictures.webp,
  };

  it.each(Object.keys(whole))('%s, ended by nothing but the connection', async (name) => {
    const { upstream } = server;
    const body = whole[name]!;
    const send = (bytes: Buffer) =>
      upstream.on('/p', (_request, { socket }) => {
        socket?.end(Buffer.concat([Buffer.from('HTTP/1.0 200 OK\r\n\r\n'), bytes]));
      });
    const picture = post(1, `${upstream.origin}/p`);
    send(body.subarray(0, -8));
    const broken = await get(picture);
    expect([broken.statusCode, broken.json().code]).toEqual([502, 'upstream_failed']);
    send(body);
    server.wait(11);
    const reply = await get(picture);
    expect([reply.statusCode, reply.rawPayload]).toEqual([200, body]);
  });

  it('shorter than its length, or without its last chunk', async () => {
    const { upstream } = server;
    const picture = post(1, `${upstream.origin}/p.png`);
    for (const headers of [{ 'content-length': '9000' }, { 'transfer-encoding': 'chunked' }]) {
      upstream.on('/p.png', (_request, response) => {
        response.writeHead(200, headers).write(pictures.png, () => response.destroy());
      });
      expect((await get(picture)).json().code).toBe('upstream_unreachable');
      server.wait(11);
    }
    upstream.on('/p.png', sendFile(pictures.png, 'image/png'));
    expect((await get(picture)).statusCode).toBe(200);
  });
});

describe('a picture is not shown for longer than its post', () => {
  const control = async (url: string, headers = {}) =>
    server.app.inject({ url, headers }).then((reply) => String(reply.headers['cache-control']));

  it('is fresh for what is left of the post, in every cache, and is gone with it', async () => {
    const { upstream } = server;
    upstream.on('/p.png', sendFile(pictures.png, 'image/png'));
    const picture = post(1, `${upstream.origin}/p.png`);
    const { etag } = (await get(picture)).headers;
    for (const [passed, left] of [
      [0, 300],
      [100, 200],
      [150, 50],
    ] as const) {
      server.wait(passed);
      // From the route, from the cache of replies, and revalidated.
      for (const headers of [{}, {}, {}, { 'if-none-match': etag }]) {
        const value = await control(picture, headers);
        expect(value).toContain(`max-age=${left},`);
        expect(Number(/while-revalidate=(\d+)/.exec(value)?.[1])).toBeLessThanOrEqual(300);
      }
    }
    upstream.json('/api/v1/statuses/1', upstream.fixture('masto-404'), 404);
    server.wait(601);
    for (const headers of [{}, { 'if-none-match': etag }, { 'if-none-match': '*' }]) {
      const reply = await server.app.inject({ url: picture, headers });
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, 'no-store']);
    }
  });

  it('nor the poster of a video for longer than the video', async () => {
    const { upstream } = server;
    const { body } = upstream.fixture('video-vimeo-api-v2') as { body: unknown };
    upstream.json('/api/v2/video/9.json', body);
    upstream.on('*', sendFile(pictures.jpeg, 'image/jpeg'));
    for (let view = 0; view < 3; view += 1)
      expect(await control('/video/vimeo/9-poster-image')).toContain('max-age=3600,');
  });
});

it('each replica without Redis fetches a refused picture once', async () => {
  const upstream = await startUpstream();
  const replicas = [await createTestApp({}, upstream), await createTestApp({}, upstream)];
  upstream.on('*', sendFile(pictures.svg, 'image/svg+xml'));
  for (let view = 0; view < 5; view += 1)
    for (const { app } of replicas)
      await app.inject('/video/youtube/m6UOo2YGbIE-poster-image?size=small');
  expect(upstream.calls).toHaveLength(2);
  for (const replica of replicas) await replica.stop();
  await upstream.close();
});
