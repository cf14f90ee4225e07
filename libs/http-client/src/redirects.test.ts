import { createHttpClient, readJson, type HttpClient } from './index.js';
import type { HttpRequest } from './http-client.js';
import { startLoopback, type LoopbackServer } from './testing/loopback-server.js';
import { codeOf } from './testing/outcome.js';

let server: LoopbackServer;
const clients: HttpClient[] = [];

beforeAll(async () => {
  server = await startLoopback((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    const location = searchParams.get('url') ?? '';
    switch (pathname) {
      case '/json':
        response.setHeader('content-type', 'application/json');
        return response.end(JSON.stringify({ headers: request.headers }));
      case '/to':
        return response.writeHead(Number(searchParams.get('status') ?? 302), { location }).end();
      case '/later':
        return void setTimeout(
          () => response.writeHead(302, { location }).end(),
          Number(searchParams.get('after')),
        );
      case '/loop':
        return response.writeHead(302, { location: '/loop' }).end();
      default:
        return response.writeHead(302).end('no location');
    }
  });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(() => server.close());

function client(allowHosts = [server.authority]): HttpClient {
  const made = createHttpClient({ userAgent: 'triptych-test/1', allowHosts });
  clients.push(made);
  return made;
}

function get(path: string, options: Partial<HttpRequest> = {}, using = client()) {
  return using.request({ url: `${server.origin}${path}`, accept: 'application/json', ...options });
}

describe('redirects', () => {
  const to = (url: string, status = 302) => `/to?status=${status}&url=${encodeURIComponent(url)}`;

  it.each([301, 302, 303, 307, 308])('with %i are followed', async (status) => {
    const reply = await get(to('/json', status));
    expect([reply.status, reply.url.pathname]).toEqual([200, '/json']);
  });

  it('end after three', async () => {
    expect((await get(to(to(to('/json'))))).status).toBe(200);
    expect(await codeOf(get(to(to(to(to('/json'))))))).toBe('redirect_refused');
    expect(await codeOf(get('/loop'))).toBe('redirect_refused');
  });

  it('share the one deadline of the call, however quick each hop is', async () => {
    // Each hop has more time left than a busy machine takes, all three together have not.
    const { deadline, each } = { deadline: 1000, each: 400 };
    const slow = (target: string) => `/later?after=${each}&url=${encodeURIComponent(target)}`;
    const asked = get(slow(slow(slow('/json'))), { deadline });
    expect(await codeOf(asked)).toBe('upstream_timeout');
  });

  it('without a target, of a POST, or not to be followed, are returned', async () => {
    expect((await get('/nowhere')).status).toBe(302);
    const told = await get(to('/json'), { follow: false });
    expect([told.status, told.headers['location']]).toEqual([302, '/json']);
    expect((await get(to('/json'), { method: 'POST', json: {} })).status).toBe(302);
  });

  it('take authorization and cookies along only within the origin', async () => {
    const headers = { Authorization: 'Bearer secret', Cookie: 'session=secret', 'X-Kept': 'yes' };
    const other = await startLoopback((request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(request.headers));
    });
    try {
      const both = client([server.authority, other.authority]);
      const near = readJson(await get(to('/json'), { headers }, both));
      const far = readJson(await get(to(`${other.origin}/`), { headers }, both));
      const secrets = { authorization: 'Bearer secret', cookie: 'session=secret' };
      expect(near).toMatchObject({ headers: { ...secrets, 'x-kept': 'yes' } });
      expect(far).toMatchObject({ 'x-kept': 'yes' });
      for (const name of Object.keys(secrets)) expect(far).not.toHaveProperty(name);
    } finally {
      await other.close();
    }
  });
});
