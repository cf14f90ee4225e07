import { randomBytes } from 'node:crypto';
import * as tus from 'tus-js-client';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { offsetType, tusCalls, uploadsPath } from '../testing/tus-calls.js';

// `X-HTTP-Method-Override` of tus 1.0.0, for clients behind a proxy that knows no PATCH or DELETE.

let world: TestApp;
let base: string;
beforeAll(async () => {
  world = await createTestApp();
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => world.close());
const { call, begun, complete, offsetOf, bytesOf } = tusCalls(() => world);

const as = (method: string) => ({ 'x-http-method-override': method });
const patching = { ...as('PATCH'), 'upload-offset': '0', 'content-type': offsetType };

it('a POST that says so continues an upload, and ends it', async () => {
  const bytes = randomBytes(100);
  const { alice, url } = await begun(bytes.length);
  const first = await call(alice, 'POST', url, patching, bytes.subarray(0, 60));
  expect([first.status, first.headers['upload-offset']]).toEqual([204, '60']);
  const more = { ...patching, 'upload-offset': '60' };
  expect((await call(alice, 'POST', `${url}/?x`, more, bytes.subarray(60))).status).toBe(204);
  const { body } = await complete(alice, url);
  expect((await bytesOf(alice, body['id'])).equals(bytes)).toBe(true);
  const other = await begun(10);
  expect((await call(other.alice, 'POST', other.url, as('DELETE'))).status).toBe(204);
  expect((await call(other.alice, 'HEAD', other.url)).status).toBe(404);
});

it('tus-js-client sends a file with it', async () => {
  const alice = await world.join();
  const bytes = randomBytes(1_000_000);
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new tus.Upload(bytes, {
      endpoint: base + uploadsPath,
      headers: { cookie: alice.cookie },
      overridePatchMethod: true,
      retryDelays: null,
      onError: reject,
      onSuccess: () => resolve(new URL(upload.url!).pathname),
    });
    upload.start();
  });
  const { body } = await complete(alice, url);
  expect((await bytesOf(alice, body['id'])).equals(bytes)).toBe(true);
});

it('is no way around the checks of who sends it, and none to another method', async () => {
  const { alice, url } = await begun(10);
  const bytes = Buffer.alloc(10);
  for (const [name, from] of [
    ['origin', 'https://evil.example'],
    ['sec-fetch-site', 'cross-site'],
  ] as const)
    for (const headers of [patching, as('DELETE')]) {
      const { status, body } = await call(alice, 'POST', url, { ...headers, [name]: from }, bytes);
      expect([status, body['code']]).toEqual([403, 'cross_origin']);
    }
  expect((await call(null, 'POST', url, patching, bytes)).status).toBe(401);
  const bob = await world.join();
  expect((await call(bob, 'POST', url, patching, bytes)).status).toBe(404);
  for (const method of ['GET', 'HEAD', 'PUT', 'patch', 'POST', 'PATCH, DELETE', ''])
    expect((await call(alice, 'POST', url, { ...patching, ...as(method) }, bytes)).status).toBe(
      405,
    );
  expect(await offsetOf(alice, url)).toBe(0);
});

it('nothing but an upload heeds it, and nothing but POST', async () => {
  const { alice, url } = await begun(10);
  const { cookie } = alice;
  for (const [method, path] of [
    ['GET', '/api/account'],
    ['POST', '/api/account'],
    ['GET', url],
    ['POST', uploadsPath],
    ['POST', `${url}/complete`],
  ] as const) {
    const headers = { cookie, 'tus-resumable': '1.0.0', ...as('DELETE') };
    const { statusCode } = await world.app.inject({ method, url: path, headers });
    expect([200, 404, 405, 409, 422]).toContain(statusCode);
  }
  expect((await call(alice, 'HEAD', url, as('DELETE'))).status).toBe(200);
  expect((await world.get(alice, '/api/account')).status).toBe(200);
});
