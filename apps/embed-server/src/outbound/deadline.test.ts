import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
afterEach(() => server.close());

it('one deadline for all sources of a request that hang, which are called once each', async () => {
  server = await createTestApp({ REQUEST_DEADLINE_MS: '200', UPSTREAM_DEADLINE_MS: '20000' });
  server.upstream.on('*', () => undefined);
  const reply = await server.app.inject('/tweet/20');
  expect([reply.statusCode, reply.json().code]).toEqual([504, 'upstream_timeout']);
  const paths = server.upstream.calls.map((call) => call.split('?')[0]);
  expect(paths).toEqual(['/tweet-result', '/oembed']);
});

it('a deadline for each call: a source that hangs leaves time for the next', async () => {
  server = await createTestApp({ REQUEST_DEADLINE_MS: '20000', UPSTREAM_DEADLINE_MS: '200' });
  server.upstream.on('/tweet-result', () => undefined);
  server.upstream.json('/oembed', server.upstream.fixture('tweet-oembed'));
  expect((await server.app.inject('/tweet/20')).statusCode).toBe(200);
});
