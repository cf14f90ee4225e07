import type { ServerResponse } from 'node:http';
import { pictures } from '../testing/pictures.js';
import { sendFile } from '../testing/upstream-player.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;

beforeEach(async () => {
  server = await createTestApp();
  server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-photo'));
});
afterEach(() => server.close());

const get = (headers = {}) => server.app.inject({ url: '/tweet/20', headers });

/** The next question stays open until the test replies it. */
function holdUpstream() {
  const open = new Promise<ServerResponse>((resolve) => {
    server.upstream.on('/tweet-result', (_request, response) => resolve(response));
  });
  return {
    asked: open,
    respond: (body: unknown) =>
      void open.then((response) =>
        response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
      ),
  };
}

describe('the read-through cache, by requests', () => {
  it('calls the upstream once for a hundred requests at once, and for those after them', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => get()));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await get();
    expect(server.upstream.calls).toHaveLength(1);
  });

  it('lets a hundred fail together, and calls again ten seconds later', async () => {
    server.upstream.json('*', 'down', 500);
    server.upstream.json('/tweet-result', 'down', 500);
    const replies = await Promise.all(Array.from({ length: 100 }, () => get()));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([502]));
    const asked = server.upstream.calls.length;
    server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-photo'));
    expect((await get()).statusCode).toBe(502);
    expect(server.upstream.calls).toHaveLength(asked);
    server.wait(10);
    expect((await get()).statusCode).toBe(200);
    expect(server.upstream.calls).toHaveLength(asked + 1);
  });

  it('sends how long its copy is fresh, then fetches the next while it serves an old one', async () => {
    expect((await get()).headers['cache-control']).toContain('max-age=300');
    server.wait(100);
    expect((await get()).headers['cache-control']).toContain('max-age=200');
    server.wait(201);
    const hung = holdUpstream();
    const old = await get();
    expect([old.statusCode, old.headers['cache-status']]).toEqual([
      200,
      'embed-server; hit; ttl=-1; detail=tweet',
    ]);
    expect(old.headers['cache-control']).toContain('max-age=10, stale-while-revalidate=0');
    await get();
    await hung.asked;
    hung.respond(server.upstream.fixture('tweet-syn-photo'));
    await server.settled();
    expect((await get()).headers['cache-status']).toContain('hit; ttl=300');
    expect(server.upstream.calls).toHaveLength(2);
  });

  it('waits for the upstream when the copy is too old to be served meanwhile', async () => {
    await get();
    server.wait(601);
    expect((await get()).headers['cache-status']).toBe(
      'embed-server; fwd=miss; stored; detail=tweet',
    );
    expect(server.upstream.calls).toHaveLength(2);
  });

  it('serves the old copy while the upstream fails, for a day, and seldom calls it', async () => {
    const { etag } = (await get()).headers;
    server.upstream.json('/tweet-result', 'down', 500);
    server.upstream.json('/oembed', 'down', 500);
    server.wait(700);
    const stale = await get();
    expect([stale.statusCode, stale.headers['etag']]).toEqual([200, etag]);
    expect(stale.headers).toMatchObject({
      'cache-control': 'public, max-age=30, stale-while-revalidate=0, stale-if-error=86000',
      'cache-status': 'embed-server; fwd=stale; ttl=-400; detail=tweet',
    });
    const asked = server.upstream.calls.length;
    await get();
    expect(server.upstream.calls).toHaveLength(asked);
    server.wait(86_400);
    expect((await get()).statusCode).toBe(502);
  });

  it('drops the copy when the upstream says that the tweet is gone, also in the background', async () => {
    await get();
    server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-tombstone'));
    server.wait(400);
    expect((await get()).statusCode).toBe(200);
    await server.settled();
    const gone = await get();
    expect([gone.statusCode, gone.headers['cache-status']]).toEqual([
      404,
      'embed-server; hit; ttl=60; detail=tweet',
    ]);
    server.upstream.json('/tweet-result', 'down', 500);
    server.upstream.json('/oembed', 'down', 500);
    server.wait(61);
    expect((await get()).statusCode).toBe(502);
  });

  it('sends what it did for each item of a reply, and counts it', async () => {
    const { media } = { media: '/media/pbs.twimg.com' };
    server.upstream.on('*', sendFile(pictures.png, 'image/png'));
    const image = () => server.app.inject('/tweet/20/profile-image');
    expect((await image()).headers['cache-status']).toBe(
      'embed-server; fwd=miss; stored; detail=tweet, embed-server; fwd=miss; stored; detail=image',
    );
    expect((await image()).headers['cache-status']).toContain('hit; ttl=86400; detail=image');
    const metrics = await server.metrics();
    expect(metrics).toMatch(
      /embed_cache_lookups_total{kind="image",tier="memory",outcome="hit",collapsed="false",[^}]*} 1/,
    );
    expect(metrics).toMatch(
      /embed_upstream_requests_total{upstream="images",outcome="ok",[^}]*} 1/,
    );
    expect(metrics).toMatch(
      /embed_upstream_request_duration_seconds_count{[^}]*upstream="x_syndication"[^}]*} 1/,
    );
    expect(metrics).not.toContain(media);
    expect(metrics).not.toContain(server.upstream.authority);
  });

  it('varies by the coding alone, and only where it has one, whatever the request', async () => {
    const { etag } = (await get()).headers;
    for (const headers of [{}, { origin: 'https://a.example' }, { 'if-none-match': etag }]) {
      for (const [url, vary] of [
        ['/tweet/20', 'Accept-Encoding'],
        ['/tweet/20.amp', 'Accept-Encoding'],
        ['/video/youtube/x', undefined],
      ] as const) {
        const reply = await server.app.inject({ url, headers: headers as never });
        expect([url, headers, reply.headers['vary']]).toEqual([url, headers, vary]);
      }
    }
  });

  it('drops the least used when its bytes are spent', async () => {
    const small = await createTestApp({ CACHE_MAX_BYTES: '6000' });
    small.upstream.json('/tweet-result', small.upstream.fixture('tweet-syn-photo'));
    for (const id of ['1', '2', '3', '1']) await small.app.inject(`/tweet/${id}`);
    await small.close();
    expect(small.upstream.calls).toHaveLength(4);
  });

  it('replies 304 to a client that has the same bytes', async () => {
    const { etag } = (await get()).headers;
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(304);
  });
});
