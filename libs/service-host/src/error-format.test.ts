import { problem } from '@triptych/schemas';
import type { ErrorFormat, Server } from './index.js';
import { createTestServer } from './test-server.fixture.js';

class Taken extends problem('conflict', 'taken', 'It is taken.') {}

const errorFormat: ErrorFormat = {
  mediaType: 'application/odd+json',
  name: 'OddError',
  schema: { type: 'object', properties: { odd: { type: 'string' } } },
  format: ({ status, code }) => ({ odd: `${status} ${code}` }),
};

let app: Server;
beforeAll(async () => {
  app = await createTestServer({ rateLimitMax: 1000 });
  const throwing = async () => {
    throw new Taken();
  };
  app.get('/plain/:id', { config: { errors: [Taken] } }, throwing);
  app.post('/odd/:id', { config: { errors: [Taken], errorFormat } }, throwing);
  await app.ready();
});
afterAll(() => app.close());

const post = (payload: string, url = '/odd/1') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });

it('a route may have errors in a form of its own, for what it throws and for what is refused for it', async () => {
  for (const [payload, odd] of [
    ['{}', '409 taken'],
    ['{', '400 invalid_json'],
    [`"${'x'.repeat(70_000)}"`, '413 payload_too_large'],
  ] as const) {
    const reply = await post(payload);
    expect(reply.headers['content-type']).toBe('application/odd+json; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.json()).toEqual({ odd });
  }
});

it('other routes, and what no route has been found for, have problems', async () => {
  const plain = await app.inject('/plain/1');
  for (const reply of [plain, await post('{}', '/odd/%zz'), await post('{}', '/no-route')]) {
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  }
  expect(plain.json()).toMatchObject({ code: 'taken' });
});

it('the document describes each by its own media type', () => {
  const { paths, components } = app.swagger() as unknown as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
    components: { schemas: Record<string, object> };
  };
  const { responses } = paths['/odd/{id}']!['post']!;
  const odd = { 'application/odd+json': { schema: { $ref: '#/components/schemas/OddError' } } };
  expect(responses['409']?.content).toEqual(odd);
  expect(Object.keys(responses['400']?.content ?? {}).sort()).toEqual([
    'application/odd+json',
    'application/problem+json',
  ]);
  expect(components.schemas['OddError']).toEqual(errorFormat.schema);
  expect(JSON.stringify(paths['/plain/{id}'])).not.toContain('odd+json');
});
