import type { Server } from './index.js';
import { createTestServer, recordLog } from './test-server.fixture.js';

// The files of /docs, as every service serves them.
const url = '/docs/static/index.css';
const { lines, logger } = recordLog('warn');
let app: Server;
let whole: Buffer;
let etag: string;
let modified: string;

beforeAll(async () => {
  app = await createTestServer({ logger });
  const reply = await app.inject(url);
  whole = reply.rawPayload;
  [etag, modified] = [String(reply.headers.etag), String(reply.headers['last-modified'])];
});
afterEach(() => {
  // None of these requests is a fault of the service.
  expect(lines.splice(0)).toEqual([]);
});
afterAll(() => app.close());

const get = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers });

const before = 'Sat, 01 Jan 2000 00:00:00 GMT';
const after = 'Tue, 01 Jan 2999 00:00:00 GMT';

it('a file has a strong tag, a date, and takes ranges', async () => {
  const { headers, statusCode } = await get({});
  expect([statusCode, headers['accept-ranges']]).toEqual([200, 'bytes']);
  expect(etag).toMatch(/^"[^"]+"$/);
  expect(Date.parse(modified)).not.toBeNaN();
});

describe('a part is 206', () => {
  const size = () => whole.length;
  it.each<[string, () => [number, number]]>([
    ['bytes=0-0', () => [0, 0]],
    ['bytes=1-4', () => [1, 4]],
    ['bytes=5-', () => [5, size() - 1]],
    ['bytes=-3', () => [size() - 3, size() - 1]],
    ['bytes=0-99999999999999999999999', () => [0, size() - 1]],
    ['bytes= 0-3 , 2-5', () => [0, 5]],
  ])('%s', async (range, expected) => {
    const [first, last] = expected();
    const reply = await get({ range });
    expect([reply.statusCode, reply.headers['content-range']]).toEqual([
      206,
      `bytes ${first}-${last}/${size()}`,
    ]);
    expect(reply.rawPayload).toEqual(whole.subarray(first, last + 1));
    expect(reply.headers['content-length']).toBe(String(last - first + 1));
  });
});

it.each(['bytes=0-0,5-6', 'bytes', 'bytes=a-b,c', 'lines=1-2', '', 'bytes=-999999999999999999'])(
  'what is no part is all of it: %j',
  async (range) => {
    const reply = await get({ range });
    // A single part that holds no number is refused by @fastify/send, as it may be.
    expect([200, ...(range === 'bytes=a-b,c' ? [416] : [])]).toContain(reply.statusCode);
    if (reply.statusCode === 200) expect(reply.rawPayload).toEqual(whole);
  },
);

describe('a range that lies outside is 416, with what there is', () => {
  it.each([
    'bytes=9999999-',
    'bytes=9999999-99999999',
    'bytes=99999999999999999999-',
    'bytes=-0',
    'bytes=5-2',
  ])('%s', async (range) => {
    const reply = await get({ range });
    expect([reply.statusCode, reply.json().code]).toEqual([416, 'range_not_satisfiable']);
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(reply.headers['content-range']).toBe(`bytes */${whole.length}`);
    expect(reply.headers['cache-control']).toBe('no-store');
  });
});

describe('If-Range', () => {
  const range = 'bytes=0-3';
  it('of this very state gets the part', async () => {
    expect((await get({ range, 'if-range': etag })).statusCode).toBe(206);
  });

  it.each([
    ['another tag', () => '"other"'],
    ['a weak tag', () => `W/${etag}`],
    ['a part of the tag', () => etag.slice(0, -2) + '"'],
    ['the date', () => modified],
    ['a later date', () => after],
    ['an earlier date', () => before],
    ['nonsense', () => 'nonsense'],
    ['nothing', () => ''],
  ])('of %s gets all of it', async (_name, validator) => {
    const reply = await get({ range, 'if-range': validator() });
    expect([reply.statusCode, reply.rawPayload]).toEqual([200, whole]);
  });
});

describe('a precondition that fails is 412', () => {
  it.each([
    ['If-Match of another', () => ({ 'if-match': '"other"' })],
    ['If-Match of several others', () => ({ 'if-match': '"a", "b",W/"c"' })],
    ['If-Match of a weak tag', () => ({ 'if-match': `W/${etag}` })],
    ['If-Unmodified-Since before', () => ({ 'if-unmodified-since': before })],
    ['before any other condition', () => ({ 'if-match': '"other"', 'if-none-match': etag })],
    ['before any range', () => ({ 'if-match': '"other"', range: 'bytes=0-3' })],
  ])('%s', async (_name, headers) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await get(headers(), method);
      expect(reply.statusCode).toBe(412);
      if (method === 'GET') expect(reply.json().code).toBe('precondition_failed');
    }
  });

  it.each([
    ['If-Match', () => ({ 'if-match': etag })],
    ['If-Match in a list', () => ({ 'if-match': `"a" ,W/"b", ${etag}` })],
    ['If-Match of anything', () => ({ 'if-match': '*' })],
    ['If-Unmodified-Since after', () => ({ 'if-unmodified-since': after })],
    ['a date that is none', () => ({ 'if-unmodified-since': 'soon' })],
  ])('%s that holds is 200', async (_name, headers) => {
    expect((await get(headers())).statusCode).toBe(200);
  });
});

describe('a copy that is current is 304', () => {
  it.each([
    ['by its tag', () => ({ 'if-none-match': etag })],
    ['by its tag made weak', () => ({ 'if-none-match': `W/${etag}` })],
    ['in a list', () => ({ 'if-none-match': `"a", W/"b" ,${etag}` })],
    ['whatever it is', () => ({ 'if-none-match': '*' })],
    ['by its date', () => ({ 'if-modified-since': modified })],
    ['also for a part', () => ({ 'if-none-match': etag, range: 'bytes=0-3' })],
  ])('%s', async (_name, headers) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await get(headers(), method);
      expect([reply.statusCode, reply.body, reply.headers.etag]).toEqual([304, '', etag]);
    }
  });

  it('and by no date beside a tag that is not', async () => {
    const reply = await get({ 'if-none-match': '"a"', 'if-modified-since': after });
    expect(reply.statusCode).toBe(200);
  });
});

it('HEAD has the head of the file and no range of it', async () => {
  const reply = await get({}, 'HEAD');
  expect([reply.statusCode, reply.body]).toEqual([200, '']);
  expect(reply.headers['content-length']).toBe(String(whole.length));
  expect((await get({ range: 'bytes=0-3' }, 'HEAD')).statusCode).toBe(200);
});

it.each([
  '/docs/static/none.css',
  '/docs/static//index.css',
  '/docs/static/%2e%2e/%2e%2e/package.json',
  '/docs/static/..%2f..%2fpackage.json',
  '/docs/static/..%5c..%5cpackage.json',
  '/docs/static/%00',
  '/docs/static/index.css%00',
])('%s is nothing, and no fault', async (path) => {
  const { statusCode } = await app.inject(path);
  expect([400, 404]).toContain(statusCode);
});
