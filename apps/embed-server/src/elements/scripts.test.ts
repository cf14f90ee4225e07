import { gzipSync } from 'node:zlib';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { embedScript, playgroundScript } from '../generated/browser-scripts.js';

it.each([
  ['elements', embedScript, 6 * 1024],
  ['playground', playgroundScript, 1024],
])('the script of the %s is small, and neither fetches nor evaluates', (_name, script, limit) => {
  expect(script).not.toBe('');
  expect(gzipSync(script).length).toBeLessThanOrEqual(limit);
  expect(script).not.toMatch(/\bfetch\(|eval\(|innerHTML/);
});

describe('GET /embed.js', () => {
  let server: TestApp;
  beforeEach(async () => {
    server = await createTestApp({ VALID_ORIGINS: 'https://own.example' });
  });
  afterEach(() => server.close());

  it('200: a module that any site may load, kept for a day; 304 when it is known', async () => {
    const headers = { origin: 'https://other.example' };
    const response = await server.app.inject({ url: '/embed.js', headers });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(embedScript);
    expect(response.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers['cache-control']).toMatch(/^public, max-age=86400/);
    expect(response.headers['vary']).toBe('Accept-Encoding');
    const known = { ...headers, 'if-none-match': String(response.headers['etag']) };
    expect((await server.app.inject({ url: '/embed.js', headers: known })).statusCode).toBe(304);
  });
});
