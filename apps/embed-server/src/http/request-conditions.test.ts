import { createTestApp, type TestApp } from '../testing/test-app.js';
import { pictures } from '../testing/pictures.js';
import { sendFile } from '../testing/upstream-player.js';

// By the route, and out of the response cache, which replies after the second request.
const urls = ['/version', '/embed.js', '/tweet/20', '/tweet/20.amp', '/tweet/20/images/0'];
let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
  server.upstream.on('*', sendFile(pictures.png, 'image/png'));
  server.upstream.json('/tweet-result', server.upstream.fixture('tweet-syn-photo'));
});
afterAll(() => server.close());

type Headers = Record<string, string>;
const ask = (url: string, headers: Headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers });

describe.each(urls)('%s', (url) => {
  let whole: Buffer;
  let etag: string;
  let length: number;

  beforeAll(async () => {
    await ask(url);
    await ask(url);
    const reply = await ask(url);
    whole = reply.rawPayload;
    [etag, length] = [String(reply.headers.etag), whole.length];
    expect([reply.statusCode, reply.headers['accept-ranges']]).toEqual([200, 'bytes']);
  });

  it('sends the part that a range names', async () => {
    const parts: [string, number, number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=1-3', 1, 4],
      ['bytes=2-', 2, length],
      ['bytes=-4', length - 4, length],
      [`bytes=-${length}`, 0, length],
      ['bytes=-99999999999999999999999', 0, length],
      ['bytes=3-99999999999999999999999', 3, length],
      [`bytes=${length - 1}-`, length - 1, length],
      ['BYTES = 0-1', 0, 2],
      ['bytes= 0-1 ', 0, 2],
      ['bytes=0-1,99999999-', 0, 2],
      [`bytes=${'0'.repeat(3000)}1-2`, 1, 3],
    ];
    for (const [range, first, end] of parts) {
      const reply = await ask(url, { range });
      expect([range, reply.statusCode, reply.headers['content-range']]).toEqual([
        range,
        206,
        `bytes ${first}-${end - 1}/${length}`,
      ]);
      expect(reply.rawPayload).toEqual(whole.subarray(first, end));
      expect(reply.headers).toMatchObject({ etag, 'content-length': String(end - first) });
    }
  });

  it('sends all of it for what is no range of one part', async () => {
    const ranges = ['', 'bytes', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=1', 'bytes=3-1', '0-1'];
    const more = [
      'lines=0-1',
      'bytes=0-0,2-2',
      'bytes=0-1,x',
      'bytes=0-1=2',
      'bytes=0x0-1',
      'bytes=1e0-2',
    ];
    for (const range of [...ranges, ...more]) {
      const reply = await ask(url, { range });
      expect([range, reply.statusCode]).toEqual([range, 200]);
      expect(reply.rawPayload).toEqual(whole);
    }
    expect((await ask(url, { range: 'bytes=0-0' }, 'HEAD')).statusCode).toBe(200);
  });

  it('refuses a range that lies outside with 416, and says how much there is', async () => {
    for (const range of [
      `bytes=${length}-`,
      'bytes=99999999999999999999-',
      'bytes=-0',
      'bytes=-0,9999999-',
    ]) {
      const reply = await ask(url, { range });
      expect([range, reply.statusCode, reply.json().code]).toEqual([
        range,
        416,
        'range_not_satisfiable',
      ]);
      expect(reply.headers).toMatchObject({
        'content-range': `bytes */${length}`,
        'content-type': 'application/problem+json; charset=utf-8',
        'cache-control': 'no-store',
      });
      expect(reply.headers).not.toHaveProperty('etag');
    }
  });

  it('takes a range of this state alone', async () => {
    const range = 'bytes=0-0';
    expect((await ask(url, { range, 'if-range': etag })).statusCode).toBe(206);
    const date = new Date(Date.now() + 1e9).toUTCString();
    for (const state of ['"x"', `W/${etag}`, `${etag}, "x"`, date, '', '*']) {
      const reply = await ask(url, { range, 'if-range': state });
      expect([state, reply.statusCode]).toEqual([state, 200]);
    }
    expect((await ask(url, { range: 'bytes=9999999-', 'if-range': '"x"' })).statusCode).toBe(200);
  });

  it('is 412 where If-Match holds another, before any other condition', async () => {
    const others: Headers[] = [
      { 'if-match': '"x"' },
      { 'if-match': `W/${etag}` },
      { 'if-match': '' },
      { 'if-match': '"x","y"', 'if-none-match': etag },
      { 'if-match': '"x"', range: 'bytes=9999999-' },
    ];
    for (const headers of others) {
      const reply = await ask(url, headers);
      expect([headers, reply.statusCode]).toEqual([headers, 412]);
      expect(reply.json().code).toBe('precondition_failed');
      expect((await ask(url, headers, 'HEAD')).statusCode).toBe(412);
    }
    for (const match of [etag, '*', ` * `, `"x" ,${etag}`, `W/"x",${etag}`])
      expect([match, (await ask(url, { 'if-match': match })).statusCode]).toEqual([match, 200]);
    // There is no date to compare with.
    const since = new Date(0).toUTCString();
    expect((await ask(url, { 'if-unmodified-since': since })).statusCode).toBe(200);
    expect((await ask(url, { 'if-modified-since': new Date().toUTCString() })).statusCode).toBe(
      200,
    );
  });

  it('is 304 to whoever has it, also for a part', async () => {
    const all: Headers[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-none-match': `"a,b", W/"c" , ${etag}` },
      { 'if-none-match': etag, range: 'bytes=0-0' },
      { 'if-none-match': etag, 'if-match': etag },
    ];
    for (const headers of all)
      for (const method of ['GET', 'HEAD'] as const) {
        const reply = await ask(url, headers, method);
        expect([headers, reply.statusCode, reply.body]).toEqual([headers, 304, '']);
        expect(reply.headers).toMatchObject({ etag });
        expect(reply.headers).toHaveProperty('cache-control');
      }
    for (const tags of ['"x"', '', 'W/', etag.slice(1, -1)])
      expect((await ask(url, { 'if-none-match': tags })).statusCode).toBe(200);
  });
});
