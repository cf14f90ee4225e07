import { createTestApp, type TestApp } from '../testing/test-app.js';
import { pictures } from '../testing/pictures.js';
import { sendFile } from '../testing/upstream-player.js';

let server: TestApp;

beforeEach(async () => {
  server = await createTestApp({ VALID_ORIGINS: 'https://a.example,https://b.example' });
  play();
});
afterEach(() => server.close());

function play(changed: object = {}) {
  const { upstream } = server;
  upstream.on('*', sendFile(pictures.png, 'image/png'));
  upstream.json('/tweet-result', {
    ...(upstream.fixture('tweet-syn-photo') as object),
    ...changed,
  });
  upstream.json('/api/v1/statuses/1', upstream.fixture('masto-emoji'));
  upstream.json('/oembed', upstream.fixture('video-youtube-oembed'));
}

const tweet = '/tweet/1629307668568633344';
const embed = encodeURIComponent('https://x.com/a/status/1629307668568633344');

interface Asking {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Record<string, string>;
}

const ofOne = new Set(['x-request-id', 'date', 'ratelimit']);

/** The whole reply, but for what differs between any two. */
async function ask(url: string, { method = 'GET', headers = {} }: Asking = {}) {
  const reply = await server.app.inject({ url, method, headers });
  const rest = Object.entries(reply.headers).filter(([name]) => !ofOne.has(name));
  const { statusCode, rawPayload } = reply;
  return { statusCode, headers: Object.fromEntries(rest), body: rawPayload.toString('latin1') };
}

/** Asks until the reply is cached, and returns the last one of the route. */
async function warm(url: string, asking: Asking = {}) {
  await ask(url, asking);
  const ordinary = await ask(url, asking);
  await ask(url, asking);
  return ordinary;
}

const urls = () => [
  tweet,
  `/embetty${tweet}`,
  `${tweet}.amp`,
  `${tweet}.amp?lang=de&theme=dark`,
  `${tweet}/images/0`,
  `${tweet}/profile-image?size=small`,
  `/mastodon/${encodeURIComponent(`${server.upstream.origin}/@a/1`)}`,
  '/video/youtube/m6UOo2YGbIE.amp?start=3',
  '/video/youtube/m6UOo2YGbIE-poster-image',
  `/oembed?url=${embed}`,
];

describe('a reply from the response cache', () => {
  it('equals the reply of the route in every header and byte, also as it ages', async () => {
    for (const url of urls()) {
      const none: Record<string, string> = {};
      const origins = [none, { origin: 'https://a.example' }, { origin: 'https://b.example' }];
      for (const headers of origins) {
        const ordinary = await warm(url, { headers });
        expect([url, ordinary.statusCode]).toEqual([url, 200]);
        expect(await ask(url, { headers })).toEqual(ordinary);
        expect({ ...(await ask(url, { method: 'HEAD', headers })), body: '' }).toEqual({
          ...ordinary,
          body: '',
        });
      }
    }
    server.wait(41);
    for (const url of urls()) {
      const kept = await ask(url);
      // A URL that was never asked for in this spelling reaches the route.
      const other = await ask(url.includes('?') ? `${url}&` : `${url}?`);
      expect(kept).toEqual(other);
      expect(kept.headers['cache-control']).toMatch(/max-age=(259|3559|86359),/);
    }
  });

  it('has a request id of its own, counts against the rate limit, and is counted by route and kind', async () => {
    const limited = await createTestApp({}, server.upstream, { rateLimitMax: 6 });
    const asked = [];
    for (let n = 0; n < 7; n += 1) asked.push(await limited.app.inject(tweet));
    const ids = new Set(asked.map(({ headers }) => headers['x-request-id']));
    expect(ids.size).toBe(7);
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const left = asked.map(({ headers }) => /r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
    expect(left.slice(0, 6)).toEqual(['5', '4', '3', '2', '1', '0']);
    const metrics = await limited.metrics();
    expect(metrics).toMatch(/embed_cache_lookups_total\{kind="tweet",[^}]*outcome="hit"[^}]*\} 5/);
    const route =
      /http_request_duration_seconds_count\{[^}]*route="\/tweet\/:id",status="200"[^}]*\} 6/;
    expect(metrics).toMatch(route);
    await limited.stop();
  });

  it('is 304 to a client that has it, and is for GET and HEAD alone', async () => {
    const { headers } = await warm(tweet);
    const asking = { headers: { 'if-none-match': `W/${String(headers.etag)}` } };
    const same = await ask(tweet, asking);
    expect(same).toMatchObject({ statusCode: 304, body: '' });
    expect(same).toEqual(await ask(`${tweet}?`, asking));
    expect((await ask(tweet, { method: 'POST' })).statusCode).toBe(405);
  });

  it('is not sent to a foreign origin', async () => {
    await warm(tweet);
    await warm(tweet, { headers: { origin: 'https://a.example' } });
    const foreign = await ask(tweet, { headers: { origin: 'https://evil.example' } });
    expect(foreign.statusCode).toBe(403);
  });

  it('is dropped once its copy is stale, replaced or gone', async () => {
    for (const url of urls()) await warm(url);
    server.wait(301);
    expect((await ask(tweet)).headers['cache-status']).toContain('ttl=-1');
    await server.settled();
    play({ text: 'Edited', entities: {} });
    server.wait(601);
    for (const url of [tweet, `${tweet}.amp`]) {
      await warm(url);
      expect((await ask(url)).body).toContain('Edited');
    }
    server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-tombstone'));
    server.wait(601);
    for (const url of [tweet, `${tweet}.amp`, `${tweet}/images/0`])
      expect((await ask(url)).statusCode).toBe(404);
  });
});
