import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { freePort } from '@triptych/free-port';
import { ServiceError } from '@triptych/schemas';
import { createHttpClient, HttpClientError, readJson, type HttpClient } from './index.js';
import type { HttpClientOptions, HttpRequest } from './http-client.js';
import { startLoopback, type LoopbackServer } from './testing/loopback-server.js';
import { codeOf } from './testing/outcome.js';

const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
const megabyte = Buffer.alloc(1024 * 1024, 'x');

let server: LoopbackServer;
const clients: HttpClient[] = [];

beforeAll(async () => {
  server = await startLoopback((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    switch (pathname) {
      case '/json':
        response.setHeader('content-type', 'application/json; charset=utf-8');
        return response.end(JSON.stringify({ headers: request.headers, method: request.method }));
      case '/echo': {
        response.setHeader('content-type', request.headers['content-type'] ?? 'text/plain');
        return void request.pipe(response);
      }
      case '/encoded': {
        const encode = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };
        const name = searchParams.get('with') as keyof typeof encode;
        response.setHeader('content-encoding', name);
        return response.end((encode[name] ?? gzipSync)('{"plain":true}'));
      }
      case '/broken-gzip':
        response.setHeader('content-encoding', 'gzip');
        return response.end('this is not gzip');
      case '/bomb':
        response.setHeader('content-encoding', 'gzip');
        return response.end(bomb);
      case '/huge-announced':
        response.setHeader('content-length', 200 * 1024 * 1024);
        return response.write(megabyte);
      case '/huge': {
        // 200 MB without a length; stops when the client goes away.
        let left = 200;
        const more = () => {
          while (left-- > 0)
            if (!response.write(megabyte)) return void response.once('drain', more);
          response.end();
        };
        return more();
      }
      case '/drip': {
        response.writeHead(200, { 'content-type': 'image/png' });
        const timer = setInterval(() => response.write('.'), 20);
        return void response.on('close', () => clearInterval(timer));
      }
      case '/silent':
        return undefined;
      case '/half':
        response.writeHead(200, { 'content-length': 100 });
        response.write('half');
        return void setImmediate(() => response.destroy());
      case '/to':
        response.writeHead(Number(searchParams.get('status') ?? 302), {
          location: searchParams.get('url') ?? '',
        });
        return response.end();
      default:
        return response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
    }
  });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(() => server.close());

function client(options: Partial<HttpClientOptions> = {}): HttpClient {
  const made = createHttpClient({
    userAgent: 'triptych-test/1',
    allowHosts: [server.authority],
    resolve: () => Promise.reject(new Error('the test asked for no name')),
    ...options,
  });
  clients.push(made);
  return made;
}

function get(path: string, options: Partial<HttpRequest> = {}, using = client()) {
  return using.request({ url: `${server.origin}${path}`, accept: 'application/json', ...options });
}

describe('a response', () => {
  it('carries status, headers, body and the final URL', async () => {
    const reply = await get('/json');
    expect(reply.status).toBe(200);
    expect(reply.url.pathname).toBe('/json');
    expect((await get('/json#part')).url.href).toBe(`${server.origin}/json`);
    expect(readJson(reply)).toMatchObject({ method: 'GET' });
  });

  it('is returned for any status', async () => {
    const reply = await get('/absent');
    expect([reply.status, reply.body.toString()]).toEqual([404, 'nothing here']);
  });

  it('was asked for with fixed headers, an explicit Accept and nothing private', async () => {
    const { headers } = readJson(await get('/json')) as { headers: Record<string, string> };
    expect(headers).toEqual({
      host: server.authority,
      connection: 'keep-alive',
      accept: 'application/json',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'triptych-test/1',
    });
  });

  it('is read as JSON also behind the mark of UTF-8', async () => {
    const reply = await get('/json');
    const body = Buffer.concat([Buffer.from('\uFEFF'), reply.body]);
    expect(readJson({ ...reply, body })).toEqual(readJson(reply));
  });

  it('comes to a POST of JSON', async () => {
    const reply = await get('/echo', { method: 'POST', json: { noteId: '9' } });
    expect(readJson(reply)).toEqual({ noteId: '9' });
  });

  it.each(['gzip', 'br', 'deflate'])('is decoded from %s', async (name) => {
    const reply = await get(`/encoded?with=${name}`);
    expect(reply.body.toString()).toBe('{"plain":true}');
  });
});

describe('a malformed response', () => {
  it.each(['/broken-gzip', '/encoded?with=gzip,%20gzip', '/encoded?with=zstd'])(
    '%s is malformed',
    async (path) => {
      expect(await codeOf(get(path))).toBe('upstream_malformed');
    },
  );

  it('is not read as JSON when its Content-Type is another', async () => {
    const reply = await get('/absent');
    expect(() => readJson(reply)).toThrow(HttpClientError);
    expect(() => readJson({ ...reply, headers: { 'content-type': 'application/json' } })).toThrow(
      HttpClientError,
    );
    const activity = { 'content-type': 'application/activity+json; charset=utf-8' };
    expect(readJson({ ...reply, headers: activity, body: Buffer.from('[]') })).toEqual([]);
  });

  it('that breaks off is an error', async () => {
    expect(await codeOf(get('/half'))).toBe('upstream_unreachable');
  });
});

describe('limits', () => {
  it.each(['/huge', '/huge-announced', '/bomb'])('stop %s', async (path) => {
    const before = process.memoryUsage().arrayBuffers;
    expect(await codeOf(get(path, { maxBytes: 5_000_000 }))).toBe('response_too_large');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  it.each(['/huge', '/huge-announced', '/bomb'])(
    'do not stop what is read in part: %s',
    async (path) => {
      const { body, status } = await get(path, { maxBytes: 5_000_000, enoughBody: () => 100_000 });
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThanOrEqual(100_000);
      expect(body.length).toBeLessThan(1_000_000);
      expect((await get(path, { enoughBody: () => 0 })).body).toHaveLength(0);
      expect(await codeOf(get(path, { enoughBody: () => null }))).toBe('response_too_large');
    },
  );

  it('let exactly the limit pass', async () => {
    const { body } = await get('/absent');
    expect((await get('/absent', { maxBytes: body.length })).body).toEqual(body);
    expect(await codeOf(get('/absent', { maxBytes: body.length - 1 }))).toBe('response_too_large');
  });

  it('end a body that drips', async () => {
    expect(await codeOf(get('/drip', { deadline: 300 }))).toBe('upstream_timeout');
  });

  it('end a server that never sends its headers, by deadline or by time-out', async () => {
    expect(await codeOf(get('/silent', { deadline: 100 }))).toBe('upstream_timeout');
    const impatient = client({ limits: { headersTimeout: 50 } });
    expect(await codeOf(get('/silent', {}, impatient))).toBe('upstream_timeout');
  });

  it('end a look-up that never settles', async () => {
    const stuck = client({ resolve: () => new Promise(() => undefined) });
    expect(
      await codeOf(stuck.request({ url: 'https://a.example', accept: '*/*', deadline: 50 })),
    ).toBe('upstream_timeout');
  });

  it('leave the reason of the caller alone', async () => {
    const reason = new Error('the visitor left');
    const controller = new AbortController();
    const running = get('/silent', { signal: controller.signal });
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});

describe('a caller that watches', () => {
  class NotNow extends ServiceError {
    constructor() {
      super('busy', 'not_now', 'Not now.');
    }
  }
  const to = (target: string) => `/to?url=${encodeURIComponent(target)}`;

  it('is called for each redirect before it is followed, and may end the call there', async () => {
    const hops: string[] = [];
    await get(to(to('/json')), { beforeHop: ({ pathname }) => void hops.push(pathname) });
    expect(hops).toEqual(['/to', '/json']);
    const asked = server.seen.length;
    const refuse = () => {
      throw new NotNow();
    };
    await expect(get(to('/json'), { beforeHop: refuse })).rejects.toThrow(NotNow);
    expect(server.seen).toHaveLength(asked + 1);
  });

  it('is called for each chunk of the decoded body before the next is read, and may end the call', async () => {
    let [pieces, reading, bytes] = [0, 0, 0];
    const beforePiece = async (length: number) => {
      expect((reading += 1)).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      [pieces, reading, bytes] = [pieces + 1, reading - 1, bytes + length];
    };
    const reply = await get('/encoded?with=gzip', { beforePiece });
    expect([pieces, bytes]).toEqual([1, reply.body.length]);
    await expect(get('/huge', { beforePiece: () => Promise.reject(new NotNow()) })).rejects.toThrow(
      NotNow,
    );
  });

  it('is aborted by the signal when the time is up', async () => {
    const beforePiece = (_bytes: number, signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new NotNow()));
      });
    await expect(get('/json', { beforePiece, deadline: 100 })).rejects.toThrow(NotNow);
  });
});

describe('a server that cannot be reached', () => {
  it('is reported as such: closed port, unknown name, empty response', async () => {
    const closed = await startLoopback(() => undefined, '127.0.0.1', await freePort());
    await closed.close();
    const url = `${closed.origin}/`;
    const here = client({ allowHosts: [closed.authority] });
    expect(await codeOf(here.request({ url, accept: '*/*' }))).toBe('upstream_unreachable');
    const away = { url: 'https://gone.example', accept: '*/*' };
    expect(await codeOf(client().request(away))).toBe('upstream_unreachable');
    const empty = client({ resolve: () => Promise.resolve([]) });
    expect(await codeOf(empty.request(away))).toBe('upstream_unreachable');
  });
});
