import type { Server } from './index.js';
import { createTestServer } from './test-server.fixture.js';

const handler = async () => ({});
const apps: Server[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

describe('a method that a path does not serve', () => {
  async function withRoutes(): Promise<Server> {
    const app = await createTestServer();
    apps.push(app);
    app.get('/things/:id', handler);
    app.put('/things/:id', handler);
    app.post('/things', handler);
    app.get('/pages/*', { schema: { hide: true } }, handler);
    await app.register(async (scope: Server) => void scope.post('/', handler), { prefix: '/deep' });
    return app;
  }

  it.each([
    ['DELETE', '/things/1', 'GET, HEAD, PUT'],
    ['OPTIONS', '/things/1?x=%zz', 'GET, HEAD, PUT'],
    ['GET', '/things', 'POST'],
    ['HEAD', '/things/', 'POST'],
    ['POST', '/pages/a/b', 'GET, HEAD'],
    ['GET', '/deep', 'POST'],
  ] as const)('is refused: %s %s, which allows %s', async (method, url, allow) => {
    const response = await (await withRoutes()).inject({ method, url });
    expect(response.statusCode).toBe(405);
    expect(response.headers).toMatchObject({ allow, 'x-request-id': expect.any(String) });
    if (method !== 'HEAD') expect(response.json()).toMatchObject({ code: 'method_not_allowed' });
  });

  it('is refused before its body is read', async () => {
    const app = await withRoutes();
    const headers = { 'content-type': 'application/json' };
    const send = (url: string) => app.inject({ method: 'PATCH', url, payload: '{', headers });
    expect((await send('/things/1')).statusCode).toBe(405);
    expect((await send('/nothing')).statusCode).toBe(404);
  });

  it.each([
    ['GET', '/nothing', 404],
    ['DELETE', '/nothing', 404],
    ['HEAD', '/things/1', 200],
    ['PATCH', '/things/%zz', 400],
    ['GET', '/things/%zz', 400],
    ['PATCH', `/things/${'x'.repeat(5000)}`, 404],
  ] as const)('is not the fault of %s %s', async (method, url, status) => {
    const response = await (await withRoutes()).inject({ method, url });
    expect(response.statusCode).toBe(status);
    expect(response.headers).not.toHaveProperty('allow');
  });

  it.each(['*', '/*'])('is none of an address that only %s serves', async (url) => {
    const app = await withRoutes();
    app.options(url, { schema: { hide: true } }, handler);
    const status = async (path: string) =>
      (await app.inject({ method: 'DELETE', url: path })).statusCode;
    expect(await status('/nothing')).toBe(404);
    expect(await status('/nothing/%2561/')).toBe(404);
    const known = await app.inject({ method: 'DELETE', url: '/things/1' });
    expect(known.headers['allow']).toBe('GET, HEAD, OPTIONS, PUT');
  });
});
