import { createTestApp, type TestApp } from '../testing/test-app.js';
import type { Sample } from '../testing/fediverse.js';
import type { Handler } from '../testing/upstream-player.js';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp({ REQUEST_DEADLINE_MS: '1500' });
});
afterEach(() => server.close());

const rest = '/api/v1/statuses/1';
const get = (end = '') =>
  server.app.inject(`/mastodon/${encodeURIComponent(`${server.upstream.origin}/@a/1`)}${end}`);
const post = () => server.upstream.fixture('masto-emoji') as Sample;
const views = ['', '.amp', '.amp?lang=de', '.amp?lang=fr', '/profile-image', '/images/0'];

const send =
  (body: string, type = 'application/json'): Handler =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(body);

describe('a status that its host cannot tell', () => {
  it.each([
    ['is no JSON', send('<p>hello', 'text/html')],
    ['is too large', send(`"${'a'.repeat(2_000_000)}"`)],
    ['breaks off', send('{"id":"1","content":"<p>a')],
    ['has too many values', send(`[${'[],'.repeat(30_000)}0]`)],
  ])(
    'and %s is asked for once, whatever is asked of it, and again after a minute',
    async (_what, handler) => {
      const { upstream } = server;
      upstream.on('*', handler);
      const first = await get();
      expect(first.statusCode).toBe(502);
      const asked = upstream.calls.length;
      for (const view of views) {
        const { code, status } = (await get(view)).json();
        expect([view, code, status]).toEqual([view, first.json().code, 502]);
      }
      expect(upstream.calls).toHaveLength(asked);

      upstream.json(rest, post());
      server.wait(61);
      expect((await get()).statusCode).toBe(200);
    },
  );

  it('and takes all of its time is asked again after half a minute', async () => {
    const { upstream } = server;
    upstream.on('*', () => undefined);
    expect((await get()).statusCode).toBe(504);
    const asked = upstream.calls.length;
    for (const view of views) expect([view, (await get(view)).statusCode]).toEqual([view, 504]);
    expect(upstream.calls).toHaveLength(asked);

    upstream.json(rest, post());
    server.wait(31);
    expect((await get()).statusCode).toBe(200);
  });

  it('does not displace the copy of before', async () => {
    const { upstream } = server;
    upstream.json(rest, post());
    const before = await get();
    upstream.on(rest, send('no JSON at all'));
    server.wait(3600);
    for (const view of ['', '']) {
      const reply = await get(view);
      expect([reply.statusCode, reply.body]).toEqual([200, before.body]);
    }
  });

  it('is asked again after ten seconds where the failure was of the moment', async () => {
    const { upstream } = server;
    upstream.on('*', (_request, response) => response.writeHead(500).end());
    expect((await get()).statusCode).toBe(502);
    upstream.json(rest, post());
    server.wait(9);
    expect((await get()).statusCode).toBe(502);
    server.wait(2);
    expect((await get()).statusCode).toBe(200);
  });

  it.each([
    [401, {}, 60],
    [403, { 'retry-after': '300' }, 300],
    [503, { 'retry-after': '20' }, 20],
  ] as const)('with %d %j is asked again when it says', async (code, headers, seconds) => {
    const { upstream } = server;
    upstream.on('*', (_request, response) => response.writeHead(code, headers).end());
    expect((await get()).headers['retry-after']).toBe(String(seconds));
    upstream.json(rest, post());
    server.wait(seconds - 1);
    const held = await get('.amp');
    expect([held.statusCode, held.headers['retry-after']]).toEqual([503, '1']);
  });
});
