import { jest } from '@jest/globals';
import { movableClock } from '../testing/movable-clock.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

let server: TestApp;
let wait: (seconds: number) => void;

beforeEach(async () => {
  server = await createTestApp();
  wait = movableClock();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
});

const path = (id: number) =>
  `/mastodon/${encodeURIComponent(`${server.upstream.origin}/@a/${id}`)}`;
const get = (id: number) => server.app.inject(path(id));
const api = (id: number) => `/api/v1/statuses/${id}`;
const status = () => server.upstream.fixture('masto-cw-text');

describe('a host that asked for a pause is not called', () => {
  const reset = () => new Date(Date.now() + 40_000).toISOString();

  it.each([
    ['429', 429, () => ({ 'retry-after': '40' })],
    ['503 with Retry-After', 503, () => ({ 'retry-after': '40' })],
    [
      'the last call of its quota',
      200,
      () => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset() }),
    ],
    [
      "the last call of X's quota",
      200,
      () => ({
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000 + 40)),
      }),
    ],
  ])('%s', async (_name, code, headers) => {
    server.upstream.json(api(1), status(), code, headers());
    server.upstream.json(api(2), status());
    await get(1);
    const asked = server.upstream.calls.length;
    const held = await get(2);
    expect([held.statusCode, held.json().code]).toEqual([503, 'upstream_busy']);
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(30);
    expect(server.upstream.calls).toHaveLength(asked);
    expect(await server.metrics()).toMatch(/{upstream="fediverse",outcome="upstream_busy",.*} 1/);
    wait(42);
    expect((await get(2)).statusCode).toBe(200);
  });

  it('and an old copy serves meanwhile', async () => {
    server.upstream.json(api(1), status());
    await get(1);
    server.upstream.json(api(2), 'limited', 429);
    await get(2);
    server.wait(700);
    const asked = server.upstream.calls.length;
    const old = await get(1);
    expect([old.statusCode, old.headers['cache-status']]).toEqual([
      200,
      'embed-server; fwd=stale; ttl=-400; detail=status',
    ]);
    expect(server.upstream.calls).toHaveLength(asked);
  });
});

it('a host that fails five times in a row is not called for a while, then tried with one call', async () => {
  server.upstream.json('*', 'down', 500);
  for (const id of [1, 2, 3, 4, 5]) expect((await get(id)).statusCode).toBe(502);
  const asked = server.upstream.calls.length;
  const held = await get(6);
  expect([held.statusCode, held.headers['retry-after']]).toEqual([503, '10']);
  expect(server.upstream.calls).toHaveLength(asked);
  wait(11);
  server.upstream.json('*', status());
  expect((await get(7)).statusCode).toBe(200);
  expect((await get(8)).statusCode).toBe(200);
});

describe('after a redirect', () => {
  let other: UpstreamPlayer;
  let lure: UpstreamPlayer;

  beforeEach(async () => {
    await server.close();
    other = await startUpstream();
    lure = await startUpstream();
    const near = await startUpstream();
    const all = [near, lure, other].map(({ authority }) => authority).join();
    server = await createTestApp({ OUTBOUND_ALLOW_HOSTS: all }, near);
    for (const host of [near, lure]) {
      host.on('*', (request, response) => {
        response.writeHead(302, { location: `${other.origin}${request.url}` }).end();
      });
    }
  });
  afterEach(async () => {
    await other.close();
    await lure.close();
  });

  it('a host gets sixteen calls at once, however many others lead there', async () => {
    let [inside, most] = [0, 0];
    other.on('*', (_request, response) => {
      most = Math.max(most, (inside += 1));
      setTimeout(() => {
        inside -= 1;
        response.writeHead(404).end();
      }, 300);
    });
    const urls = [server.upstream, lure].flatMap(({ origin }) =>
      Array.from(
        { length: 14 },
        (_, id) => `${origin}/users/a/statuses/01HXYZ3TQ8Z5V7K2M4N6P8R0${10 + id}`,
      ),
    );
    await Promise.all(urls.map((url) => server.app.inject(`/mastodon/${encodeURIComponent(url)}`)));
    expect(other.calls).toHaveLength(28);
    expect(most).toBe(16);
  });

  it('failures are those of the host that failed', async () => {
    other.json('*', 'down', 500);
    for (const id of [1, 2, 3, 4, 5]) {
      const url = `${lure.origin}/users/a/statuses/01HXYZ3TQ8Z5V7K2M4N6P8R0${10 + id}`;
      const { statusCode } = await server.app.inject(`/mastodon/${encodeURIComponent(url)}`);
      expect(statusCode).toBe(502);
    }
    const url = `${server.upstream.origin}/users/a/statuses/01HXYZ3TQ8Z5V7K2M4N6P8R0ST`;
    const spared = await server.app.inject(`/mastodon/${encodeURIComponent(url)}`);
    expect(spared.json().code).toBe('upstream_busy');
    expect(other.calls).toHaveLength(5);
    server.upstream.json(api(3), status());
    lure.json(api(3), status());
    for (const { origin } of [server.upstream, lure]) {
      const own = await server.app.inject(`/mastodon/${encodeURIComponent(`${origin}/@a/3`)}`);
      expect(own.statusCode).toBe(200);
    }
  });

  it('it is the host that replied which is not called, whatever leads to it', async () => {
    other.json('*', 'limited', 429, { 'retry-after': '40' });
    expect((await get(1)).json().code).toBe('upstream_busy');
    expect(other.calls).toHaveLength(1);
    const held = await get(2);
    expect([held.statusCode, held.json().code]).toEqual([503, 'upstream_busy']);
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(30);
    expect(other.calls).toHaveLength(1);
    server.upstream.json(api(3), status());
    expect((await get(3)).statusCode).toBe(200);
  });
});

it('a host that had little time has not failed', async () => {
  await server.close();
  server = await createTestApp({ REQUEST_DEADLINE_MS: '60', UPSTREAM_DEADLINE_MS: '20000' });
  server.upstream.on('*', () => undefined);
  for (const id of [1, 2, 3, 4, 5, 6, 7]) {
    expect((await get(id)).json().code).toBe('upstream_timeout');
  }
});

it('a slow host gets sixteen calls at once; others wait, the last are refused with Retry-After', async () => {
  await server.close();
  server = await createTestApp({ UPSTREAM_DEADLINE_MS: '20000' });
  let [inside, most] = [0, 0];
  let release = () => {};
  const full = new Promise<void>((resolve) => (release = resolve));
  server.upstream.on('*', (_request, response) => {
    most = Math.max(most, (inside += 1));
    if (inside === 16) release();
    response.setHeader('content-type', 'application/json');
    void full.then(() => {
      inside -= 1;
      response.end(JSON.stringify(status()));
    });
  });
  const replies = Array.from({ length: 100 }, (_, id) => get(id));
  const refused = await Promise.race(replies);
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'server_busy']);
  expect(refused.headers['retry-after']).toBe('1');
  const codes = (await Promise.all(replies)).map(({ statusCode }) => statusCode);
  expect(most).toBe(16);
  expect(new Set(codes)).toEqual(new Set([200, 503]));
  // All who found a place to wait, unless this machine is so slow that some gave up.
  expect(codes.filter((code) => code === 503).length).toBeGreaterThanOrEqual(20);
  expect(await server.metrics()).toMatch(/{upstream="fediverse",outcome="server_busy",.*} \d\d/);
});

it('a call whose connection was lost is made once more', async () => {
  server.upstream.on('*', (request) => void request.socket.destroy());
  expect((await get(1)).statusCode).toBe(502);
  expect(server.upstream.calls).toHaveLength(2);
});
