import type { ServerResponse } from 'node:http';
import { pictures } from '../testing/pictures.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile, startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

const key = 'a key of at least sixteen'.replaceAll(' ', '-');
const tweetUrl = 'https://x.com/a/status/1629307668568633344';
const tweet = '/tweet/1629307668568633344';

let upstream: UpstreamPlayer;
let server: TestApp;
beforeEach(async () => {
  upstream = await startUpstream();
  server = await createTestApp({ PURGE_KEYS: `another-key-of-purges ${key}` }, upstream);
  play('first');
  upstream.on('*', sendFile(pictures.png, 'image/png'));
});
afterEach(async () => {
  await server.close();
  await upstream.close();
});

const post = (text: string) => ({ ...(upstream.fixture('tweet-syn-photo') as object), text });
const play = (text: string) => upstream.json('/tweet-result', post(text));

const purge = (url: unknown, authorization = `Bearer ${key}`) =>
  server.app.inject({
    method: 'POST',
    url: '/purge',
    payload: { url },
    headers: { authorization },
  });

const textOf = async () => String((await server.app.inject(tweet)).json().data.text);

it('is no route without keys', async () => {
  const open = await createTestApp({}, upstream);
  const reply = await open.app.inject({ method: 'POST', url: '/purge', payload: {} });
  expect(reply.statusCode).toBe(404);
  await open.close();
});

it.each([
  '',
  'Bearer',
  'Bearer x',
  `Basic ${key}`,
  `Bearer ${key.slice(1)}`,
  `Bearer ${key} ${key}`,
])('is 401 for %j, and forgets nothing', async (authorization) => {
  await textOf();
  play('second');
  const reply = await purge(tweetUrl, authorization);
  expect([reply.statusCode, reply.json().code]).toEqual([401, 'purge_key_required']);
  expect(reply.headers['www-authenticate']).toBe('Bearer');
  expect(await textOf()).toContain('first');
});

it.each([tweetUrl, `https://embeds.example${tweet}`, `https://embeds.example${tweet}.amp`])(
  'the next reply after a purge of %s is made anew',
  async (url) => {
    const page = () => server.app.inject(`${tweet}.amp`);
    // Kept as finished replies, too.
    for (let n = 1; n <= 3; n += 1)
      expect([await textOf(), (await page()).body].join()).toMatch('first');
    play('second');
    expect(await textOf()).toContain('first');
    const reply = await purge(url);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(await textOf()).toContain('second');
    expect((await page()).body).toContain('second');
  },
);

it('tells the names that are on every reply which was made of it', async () => {
  const oembed = `/oembed?url=${encodeURIComponent(tweetUrl)}`;
  const { names } = (await purge(tweetUrl)).json<{ names: string[] }>();
  expect(names).toEqual([expect.stringMatching(/^tweet-[\w-]{16}$/)]);
  // The third comes from the kept replies.
  for (let round = 1; round <= 3; round += 1) {
    for (const url of [
      tweet,
      `${tweet}.amp`,
      `${tweet}/images/0`,
      `${tweet}/profile-image`,
      oembed,
    ]) {
      const { statusCode, headers } = await server.app.inject(url);
      const tags = String(headers['surrogate-key']).split(' ');
      expect([url, statusCode, tags]).toEqual([url, 200, expect.arrayContaining(names)]);
      expect(String(headers['cache-tag']).split(',')).toEqual(tags);
    }
  }
  const other = await server.app.inject('/tweet/20');
  expect(other.headers['surrogate-key']).not.toBe(names[0]);
});

it.each([
  ['bsky-drawn-thread', 'getPostThread', 2],
  ['mastodon-drawn-thread', '/api/v1/statuses/', 2],
])(
  '%s: forgets the thread of a post with the post, and the post with its thread',
  async (name, asked, each) => {
    const page = playRecording(upstream, name);
    const path = page.slice(0, page.indexOf('.amp'));
    const calls = () => upstream.calls.filter((call) => call.includes(asked)).length;
    const namesOf = async (url: string) =>
      String((await server.app.inject(url)).headers['surrogate-key']).split(' ');
    for (const url of [path, page]) {
      const names = [...(await namesOf(path)), ...(await namesOf(`${path}?thread=1`))];
      const reply = await purge(`https://embeds.example${url}`);
      // The clock of the cache stands still otherwise.
      server.wait(1);
      const before = calls();
      // Those of the other name of its author, too.
      expect(reply.json().names).toEqual(expect.arrayContaining(names));
      await namesOf(path);
      await namesOf(`${path}?thread=1`);
      expect(calls()).toBe(before + each);
    }
  },
);

it('forgets that there is nothing', async () => {
  upstream.json('/tweet-result', {}, 404);
  const missing = await server.app.inject(tweet);
  expect(missing.statusCode).toBe(404);
  play('first');
  expect((await server.app.inject(tweet)).statusCode).toBe(404);
  const { names } = (await purge(tweetUrl)).json<{ names: string[] }>();
  expect(missing.headers['surrogate-key']).toBe(names.join(' '));
  expect(await textOf()).toContain('first');
});

it('what was asked for before, and comes back afterwards, is asked for again', async () => {
  await textOf();
  const asked: ServerResponse[] = [];
  upstream.on('/tweet-result', (_request, response) => void asked.push(response));
  const send = (n: number, text: string) =>
    asked[n]!.setHeader('content-type', 'application/json').end(JSON.stringify(post(text)));
  const until = async (count: number) => {
    while (asked.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  // Stale: served all the same, while a new copy is fetched behind it.
  server.wait(400);
  expect(await textOf()).toContain('first');
  await until(1);
  expect((await purge(tweetUrl)).statusCode).toBe(200);
  // The clock of the cache stands still otherwise.
  server.wait(1);
  send(0, 'first');
  await until(2);
  send(1, 'second');
  await server.settled();
  expect(await textOf()).toContain('second');
  expect(asked).toHaveLength(2);
});

it.each([
  ['tweet-syn-photo', '/images/0'],
  ['tweet-syn-photo', '/images/0?size=small'],
  ['tweet-syn-photo', '/profile-image?size=medium'],
  ['mastodon-drawn', '/images/0'],
  ['bsky-drawn-gallery', '/images/0?size=small'],
  ['oembed-spotify', '/thumbnail'],
  ['youtube', '-poster-image?size=small'],
  ['video-vimeo-api-v2', '-poster-image'],
  ['video-vimeo-api-v2', '-poster-image?size=small'],
  ['video-vimeo-oembed-2', '-poster-image?size=large'],
])(
  'the picture of %s at %s is asked for anew after a purge, at the same address',
  async (...asked) => {
    const [name, picture] = asked;
    const page = name === 'youtube' ? '/video/youtube/m6UOo2YGbIE' : playRecording(upstream, name);
    const item = page.replace(/\.amp$/, '');
    const get = async () => (await server.app.inject(item + picture)).rawPayload;
    const [first, second] = [pictures.png, pictures.jpeg];
    upstream.on('*', sendFile(first, 'image/png'));
    for (let n = 1; n <= 3; n += 1) expect((await get()).equals(first)).toBe(true);
    upstream.on('*', sendFile(second, 'image/jpeg'));
    expect((await get()).equals(first)).toBe(true);
    expect((await purge(`https://embeds.example${item}`)).statusCode).toBe(200);
    // The clock of the cache stands still otherwise.
    server.wait(1);
    expect((await get()).equals(second)).toBe(true);
  },
);

it('an old copy does not stand in for an upstream that fails after a purge', async () => {
  await textOf();
  upstream.on('/tweet-result', (_request, response) => void response.writeHead(500).end());
  expect((await purge(tweetUrl)).statusCode).toBe(200);
  expect((await server.app.inject(tweet)).statusCode).toBe(502);
});

it.each([
  'nonsense',
  'https://user@x.com/a/status/1',
  'https://www.facebook.com/watch/?v=10156049485672318',
  'https://x.com/a\r\nX: y/status/x',
])('is 400 for %j', async (url) => {
  const reply = await purge(url);
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'nothing_to_purge']);
});

it('names hold nothing of an address, whatever that is', async () => {
  const odd = `${upstream.origin}/@a/1%0d%0aX-Other:%20y`;
  const { headers } = await server.app.inject(`/mastodon/${encodeURIComponent(odd)}`);
  expect(headers).not.toHaveProperty('x-other');
  expect(headers['surrogate-key'] ?? '').toMatch(/^[\w -]*$/);
});
