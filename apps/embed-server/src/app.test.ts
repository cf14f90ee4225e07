import { loadConfig } from '@triptych/service-host';
import { configSchema, publicUrlOf } from './config.js';
import { createTestApp, type TestApp } from './testing/test-app.js';

let server: TestApp;

beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

it('GET /version: 200 with the version of the package', async () => {
  const reply = await server.app.inject('/version');
  expect([reply.statusCode, reply.json()]).toEqual([200, { version: '1.2.3' }]);
  expect((await server.app.inject('/version/')).statusCode).toBe(200);
});

it.each(['/tweet', '/mastodon', '/video', '/video/youtube', '/nothing'])('404: %s', async (url) => {
  const reply = await server.app.inject(url);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ]);
});

it('GET /favicon.ico: 200, an icon that runs nothing', async () => {
  const { statusCode, headers, body } = await server.app.inject('/favicon.ico');
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  expect(body).toMatch(/^<svg /);
});

it('400: a path that cannot be decoded', async () => {
  expect((await server.app.inject('/tweet/%zz')).statusCode).toBe(400);
});

it('the public URL follows the port unless it is set', () => {
  expect(publicUrlOf({ PORT: 8081 })).toBe('http://localhost:8081');
  expect(publicUrlOf({ PORT: 8081, PUBLIC_URL: 'https://a.example/e/' })).toBe(
    'https://a.example/e',
  );
});

it.each<Record<string, string>>([
  { FRAME_ANCESTORS: 'https://a.example; script-src *' },
  { TWITTER_API_URL: 'api.x.com' },
  { PUBLIC_URL: 'ftp://a.example' },
  { CACHE_MAX_BYTES: '-1' },
])('refuses the environment %j', (environment) => {
  expect(() => loadConfig(configSchema, environment)).toThrow(/not usable/);
});
