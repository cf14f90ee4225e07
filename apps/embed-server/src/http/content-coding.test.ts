import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pictures } from '../testing/pictures.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile, startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

let upstream: UpstreamPlayer;
let server: TestApp;
beforeEach(async () => {
  upstream = await startUpstream();
  server = await createTestApp({}, upstream);
  upstream.json('/tweet-result', upstream.fixture('tweet-syn-photo'));
});
afterEach(async () => {
  await server.close();
  await upstream.close();
});

const tweet = '/tweet/1629307668568633344';
const page = `${tweet}.amp`;
const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });
const withCoding = (coding: string, headers: Record<string, string> = {}) =>
  get(page, { 'accept-encoding': coding, ...headers });

const decoded = { br: brotliDecompressSync, gzip: gunzipSync };

it.each(['br', 'gzip'] as const)('%s holds the same bytes, each time', async (coding) => {
  const plain = await get(page);
  // The third comes from the cache of replies.
  for (let round = 1; round <= 3; round += 1) {
    const reply = await withCoding(coding);
    expect(reply.headers).toMatchObject({
      'content-encoding': coding,
      vary: 'Accept-Encoding',
      'content-type': plain.headers['content-type'],
      'content-length': String(reply.rawPayload.length),
    });
    expect(decoded[coding](reply.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  }
});

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0.1, GZIP;q=0.9', 'gzip'],
  ['gzip;q=0.5, identity', undefined],
  ['identity', undefined],
  ['*;q=0', undefined],
  ['gzip;q=none', undefined],
  [' , ;,', undefined],
  ['x'.repeat(5000), undefined],
])('of %s it is %s', async (accepted, coding) => {
  const reply = await withCoding(accepted);
  expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([200, coding]);
  expect(reply.headers['vary']).toBe('Accept-Encoding');
});

it('each coding has a tag of its own, which is not modified for that coding alone', async () => {
  const codings = ['identity', 'gzip', 'br'];
  const replies = await Promise.all(codings.map((coding) => withCoding(coding)));
  const tags = replies.map(({ headers }) => String(headers['etag']));
  expect(new Set(tags).size).toBe(3);
  for (const [n, coding] of codings.entries()) {
    for (const [m, tag] of tags.entries()) {
      const { statusCode, headers } = await withCoding(coding, { 'if-none-match': tag });
      expect([coding, tag, statusCode]).toEqual([coding, tag, n === m ? 304 : 200]);
      expect(headers['vary']).toBe('Accept-Encoding');
      if (n === m) expect(headers['etag']).toBe(tag);
    }
  }
});

it('a part is one of the bytes as they are', async () => {
  const whole = await get(page);
  const part = await withCoding('br', { range: 'bytes=10-19' });
  expect(part.statusCode).toBe(206);
  expect(part.headers).not.toHaveProperty('content-encoding');
  expect(part.rawPayload.equals(whole.rawPayload.subarray(10, 20))).toBe(true);
  const { headers } = await withCoding('br');
  const other = await withCoding('br', {
    range: 'bytes=10-19',
    'if-range': String(headers['etag']),
  });
  expect([other.statusCode, other.rawPayload.length]).toEqual([200, whole.rawPayload.length]);
});

it('HEAD tells what GET sends', async () => {
  const { headers } = await withCoding('br');
  const head = await server.app.inject({
    method: 'HEAD',
    url: page,
    headers: { 'accept-encoding': 'br' },
  });
  for (const name of ['etag', 'content-encoding', 'content-length', 'vary'])
    expect([name, head.headers[name]]).toEqual([name, headers[name]]);
});

it('pictures, and what is short, are sent as they are, and vary by nothing', async () => {
  upstream.on('*', sendFile(pictures.png, 'image/png'));
  for (const url of [`${tweet}/images/0`, '/video/facebook/1']) {
    const { statusCode, headers } = await get(url, { 'accept-encoding': 'br' });
    expect([url, statusCode]).toEqual([url, 200]);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('vary');
  }
});
