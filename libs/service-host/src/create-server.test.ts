import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { problem, ServiceError, type ErrorKind } from '@triptych/schemas';
import { Type } from 'typebox';
import type { ApiOptions, Server } from './index.js';
import { createTestServer, recordLog } from './test-server.fixture.js';

const { lines, logger } = recordLog();
const apps: Server[] = [];

async function start(api: Partial<ApiOptions> = {}, rateLimitMax = 0): Promise<Server> {
  const app = await createTestServer({ version: '1.2.3', logger, rateLimitMax }, api);
  const body = Type.Object({
    name: Type.String({ minLength: 1 }),
    age: Type.Optional(Type.Integer()),
  });
  const response = { 200: Type.Object({ name: Type.String() }) };
  app.post('/things', { schema: { body, response } }, async ({ body }) => ({ name: body.name }));
  app.get('/things/:id', async () => ({}));
  app.get('/boom', async () => {
    throw Object.assign(new Error('password=hunter2'), { detail: 'row' });
  });
  const config = { errors: [problem('conflict', 'teapot', 'Public words.')] };
  app.get<{ Params: { kind: ErrorKind } }>('/fail/:kind', { config }, async ({ params }) => {
    throw new ServiceError(params.kind, 'teapot', 'Public words.', {
      cause: new Error('inner'),
      retryAfter: 2.1,
    });
  });
  apps.push(app);
  return app;
}

beforeEach(() => lines.splice(0));
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

describe('createServer', () => {
  it.each([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['conflict', 409],
    ['too-large', 413],
    ['unsupported-media', 415],
    ['unprocessable', 422],
    ['rate-limited', 429],
    ['internal', 500],
    ['not-implemented', 501],
    ['bad-upstream', 502],
    ['busy', 503],
    ['timeout', 504],
  ])('answers an error of kind %s with %i as a problem', async (kind, status) => {
    const app = await start();
    const reply = await app.inject(`/fail/${kind}`);
    expect(reply.statusCode).toBe(status);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'retry-after': '3',
      'cache-control': 'no-store',
    });
    expect(reply.json()).toEqual({
      type: 'about:blank',
      title: expect.any(String),
      status,
      detail: 'Public words.',
      code: 'teapot',
      requestId: reply.headers['x-request-id'],
    });
  });

  it('hides an unexpected error from the client and logs it under the request id', async () => {
    const reply = await (await start()).inject('/boom');
    expect(reply.json()).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      code: 'internal_error',
      requestId: reply.headers['x-request-id'],
    });
    const { requestId } = reply.json<{ requestId: string }>();
    expect(lines).toContainEqual(expect.objectContaining({ requestId, level: 'error' }));
  });

  it('points at every fault of a payload and coerces nothing', async () => {
    const reply = await (
      await start()
    ).inject({ method: 'POST', url: '/things', payload: { age: '5' } });
    expect(reply.statusCode).toBe(400);
    const { errors, code } = reply.json<{ code: string; errors: { pointer: string }[] }>();
    expect(code).toBe('invalid_payload');
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(['/age', '/name']);
  });

  it.each([
    ['{"name":', 'invalid_json'],
    ['{"__proto__":{"x":1},"name":"a"}', 'invalid_json'],
    ['', 'invalid_json'],
    ['null', 'invalid_payload'],
    ['[]', 'invalid_payload'],
    ['{"name":5}', 'invalid_payload'],
  ])('refuses the body %s as %s', async (payload, code) => {
    const send = {
      method: 'POST',
      url: '/things',
      payload,
      headers: { 'content-type': 'application/json' },
    } as const;
    expect((await (await start()).inject(send)).json()).toMatchObject({ status: 400, code });
    const strict = await start({ invalidBodyStatus: 422 });
    expect((await strict.inject(send)).json()).toMatchObject({ status: 422, code });
  });

  it('refuses another media type and too large a body', async () => {
    const app = await start({ bodyLimit: 100 });
    const text = await app.inject({
      method: 'POST',
      url: '/things',
      payload: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(text.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    const large = await app.inject({
      method: 'POST',
      url: '/things',
      payload: { name: 'x'.repeat(200) },
    });
    expect(large.json()).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  it.each([
    ['/nothing?token=hunter2', 404, 'not_found'],
    ['/things/%zz', 400, 'bad_request'],
    [`/things/${'x'.repeat(5000)}`, 414, 'uri_too_long'],
  ])('replies to %s with a problem that does not echo it', async (url, status, code) => {
    const reply = await (await start()).inject(url);
    expect(reply.statusCode).toBe(status);
    expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(reply.json()).toMatchObject({
      status,
      code,
      requestId: reply.headers['x-request-id'],
    });
    expect(reply.body + JSON.stringify(lines)).not.toMatch(/hunter2|xxxx|zz/);
  });

  it('replies to bytes that are not HTTP with a problem', async () => {
    const app = await start();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.end('NONSENSE\r\n\r\n');
    await once(socket, 'close');
    expect(text).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\n[^]*application\/problem\+json[^]*"code":"bad_request"/,
    );
  });

  it('closes although a client has connected and never asked', async () => {
    const app = await start();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await Promise.all([once(socket, 'connect'), once(app.server, 'connection')]);
    const closed = once(socket, 'close');
    socket.resume();
    await app.close();
    await closed;
  });

  it('takes over a harmless request id and replaces any other', async () => {
    const app = await start();
    const kept = await app.inject({ url: '/things/1', headers: { 'x-request-id': 'abc-1' } });
    expect(kept.headers['x-request-id']).toBe('abc-1');
    const odd = await app.inject({ url: '/things/1', headers: { 'x-request-id': 'a b"\\' } });
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('logs one line a request with the pattern, not the address', async () => {
    await (await start()).inject('/things/ann@example.org?code=hunter2');
    const infos = lines.filter(({ level }) => level === 'info');
    expect(infos).toMatchObject([{ method: 'GET', route: '/things/:id', statusCode: 200 }]);
    expect(JSON.stringify(lines)).not.toMatch(/ann@|hunter2/);
  });

  it('tolerates a trailing slash', async () => {
    expect((await (await start()).inject('/things/1/')).statusCode).toBe(200);
  });

  it('limits a client, on unknown addresses too, and sends Retry-After', async () => {
    const app = await start({}, 2);
    const first = await app.inject('/things/1');
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"default";q=2;w=60',
      ratelimit: '"default";r=1;t=30',
    });
    await app.inject('/nothing');
    const third = await app.inject('/things/1');
    expect(third.json()).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(third.headers['ratelimit']).toMatch(/^"default";r=0;t=(59|60)$/);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(third.headers['retry-after'])).toBeLessThanOrEqual(30);
    const stranger = await app.inject({ url: '/things/1', remoteAddress: '198.51.100.7' });
    expect(stranger.statusCode).toBe(200);
  });

  it('takes the addresses of one /64 for one client, and a mapped IPv4 address for itself', async () => {
    const app = await start({}, 1);
    const from = async (remoteAddress: string) =>
      (await app.inject({ url: '/things/1', remoteAddress })).statusCode;
    expect(await from('2001:db8:1:2::1')).toBe(200);
    expect(await from('2001:db8:1:2:ffff::9')).toBe(429);
    expect(await from('2001:db8:1:3::1')).toBe(200);
    expect(await from('::ffff:192.0.2.9')).toBe(200);
    expect(await from('192.0.2.9')).toBe(429);
  });

  it('counts by the key and the costs that the service defines', async () => {
    const clientOf = ({ headers }: { headers: object }) => (headers as { key?: string }).key;
    const app = await start({ limits: { clientOf, costs: { 404: 3 } } }, 10);
    const left = async (url: string, key?: string) =>
      (await app.inject({ url, headers: key ? { key } : {} })).headers['ratelimit'];
    expect(await left('/nothing')).toMatch(/r=7;/);
    expect(await left('/things/1')).toMatch(/r=6;/);
    expect(await left('/things/1', 'a key')).toMatch(/r=9;/);
  });

  it('sends no headers of limits while there is none', async () => {
    const { headers } = await (await start()).inject('/things/1');
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });

  it('describes itself at /openapi.json and renders it at /docs from its own origin', async () => {
    const app = await start();
    const document = (await app.inject('/openapi.json')).json<{
      openapi: string;
      paths: object;
      components: { schemas: Record<string, { properties: { code: { enum: string[] } } }> };
    }>();
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Test', version: '1.2.3' } });
    expect(document.paths).toHaveProperty('/things');
    const { Problem } = document.components.schemas;
    expect(Problem?.properties.code.enum).toEqual(expect.arrayContaining(['teapot', 'not_found']));
    expect(JSON.stringify(document.paths)).toContain('#/components/schemas/Problem');
    const page = await app.inject('/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'self'/);
    expect(page.body).not.toMatch(/https?:\/\//);
    expect(page.body).toContain('<title>Test</title>');
  });
});
