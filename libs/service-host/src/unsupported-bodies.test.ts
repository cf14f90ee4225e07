import { gzipSync } from 'node:zlib';
import { streamBodies, type Server } from './index.js';
import { createTestServer } from './test-server.fixture.js';

let app: Server;
beforeAll(async () => {
  app = await createTestServer();
  app.post('/json', async () => ({}));
  const consumes = ['application/x-www-form-urlencoded', 'application/json'];
  app.post('/form', { schema: { consumes } }, async () => ({}));
  await app.register(async (scope: Server) => {
    streamBodies(scope);
    const refused = Object.assign(new Error('none of these'), { statusCode: 415 });
    scope.addContentTypeParser('text/plain', (_request, _payload, done) => done(refused));
    const streamedBody = { 'video/mp4': { schema: {} } };
    scope.post('/streamed', { config: { streamedBody } }, async () => ({}));
  });
});
afterAll(() => app.close());

const post = (url: string, headers: Record<string, string>, payload: string | Buffer = '{}') =>
  app.inject({ method: 'POST', url, headers, payload });

it.each([
  ['/json', 'The body must be application/json.'],
  ['/form', 'The body must be application/x-www-form-urlencoded or application/json.'],
  ['/streamed', 'The body must be video/mp4.'],
])('a body of another media type is told what %s takes', async (url, detail) => {
  const reply = await post(url, { 'content-type': 'text/plain' });
  expect(reply.json()).toMatchObject({ status: 415, code: 'unsupported_media_type', detail });
});

describe.each(['/json', '/streamed'])('a body for %s', (url) => {
  const typed = { 'content-type': 'application/json' };

  it.each(['gzip', 'br', 'deflate, gzip', 'x'])(
    'that is encoded as %s is refused, with what is taken',
    async (coding) => {
      const reply = await post(url, { ...typed, 'content-encoding': coding }, gzipSync('{}'));
      expect(reply.headers['accept-encoding']).toBe('identity');
      expect(reply.json()).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
        detail: 'The body must have no Content-Encoding.',
      });
    },
  );

  it.each(['identity', 'Identity', ''])('that says %j is taken', async (coding) => {
    const reply = await post(url, { ...typed, 'content-encoding': coding });
    expect([reply.statusCode, reply.headers['accept-encoding']]).toEqual([200, undefined]);
  });
});

it('where there is no body, nothing of it is encoded', async () => {
  const headers = { 'content-encoding': 'gzip' };
  const reply = await app.inject({ method: 'POST', url: '/json', headers });
  expect(reply.statusCode).toBe(200);
  expect((await post('/nothing', headers)).statusCode).toBe(404);
});
