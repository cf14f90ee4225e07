import { startEmbedServer, type TestEmbedServer } from '../testing/embed-server.js';

let server: TestEmbedServer;

beforeEach(async () => {
  server = await startEmbedServer();
  server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-photo'));
});
afterEach(() => server.close());

const get = (headers = {}) => server.app.inject({ url: '/tweet/20', headers });

describe('the cache, through the door', () => {
  it('asks once for a hundred who ask at once, and for those after them', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => get()));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await get();
    expect(server.upstream.calls).toHaveLength(1);
  });

  it('lets a hundred fail together, and asks again for the next', async () => {
    server.upstream.json('*', 'down', 500);
    server.upstream.json('/tweet-result', 'down', 500);
    const answers = await Promise.all(Array.from({ length: 100 }, () => get()));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([502]));
    const asked = server.upstream.calls.length;
    server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-photo'));
    expect((await get()).statusCode).toBe(200);
    expect(server.upstream.calls).toHaveLength(asked + 1);
  });

  it('tells how long its copy is good, and asks again after that', async () => {
    expect((await get()).headers['cache-control']).toContain('max-age=300');
    server.wait(100);
    expect((await get()).headers['cache-control']).toContain('max-age=200');
    server.wait(201);
    await get();
    expect(server.upstream.calls).toHaveLength(2);
  });

  it('serves the old copy while the upstream fails, for a day, and leaves it in peace', async () => {
    const { etag } = (await get()).headers;
    server.upstream.json('/tweet-result', 'limited', 429);
    server.upstream.json('/oembed', 'limited', 429);
    server.wait(400);
    const stale = await get();
    expect([stale.statusCode, stale.headers['etag']]).toEqual([200, etag]);
    expect(stale.headers['cache-control']).toContain('max-age=30');
    const asked = server.upstream.calls.length;
    await get();
    expect(server.upstream.calls).toHaveLength(asked);
    server.wait(86_400);
    expect((await get()).statusCode).toBe(503);
  });

  it('forgets the copy when the upstream says that the tweet is gone', async () => {
    await get();
    server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-tombstone'));
    server.wait(400);
    expect((await get()).statusCode).toBe(404);
    server.upstream.json('/tweet-result', 'down', 500);
    server.upstream.json('/oembed', 'down', 500);
    server.wait(61);
    expect((await get()).statusCode).toBe(502);
  });

  it('gives up the least used when its bytes are spent', async () => {
    const small = await startEmbedServer({ CACHE_MAX_BYTES: '6000' });
    small.upstream.json('/tweet-result', small.upstream.fixture('tweet-syn-photo'));
    for (const id of ['1', '2', '3', '1']) await small.app.inject(`/tweet/${id}`);
    await small.close();
    expect(small.upstream.calls).toHaveLength(4);
  });

  it('answers 304 to who has the same bytes', async () => {
    const { etag } = (await get()).headers;
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(304);
  });
});
