import { Type } from 'typebox';
import { createTestServer } from './test-server.fixture.js';

const ids = Type.Array(Type.String({ pattern: '^[a-z]+$' }), { maxItems: 3, uniqueItems: true });

async function send(payload: string) {
  const app = await createTestServer();
  const body = Type.Object({ ids, more: Type.Optional(Type.Object({ ids })) });
  app.post('/', { schema: { body } }, async () => ({ taken: true }));
  const headers = { 'content-type': 'application/json' };
  const reply = await app.inject({ method: 'POST', url: '/', headers, payload });
  await app.close();
  return { status: reply.statusCode, body: reply.json<{ errors?: unknown }>() };
}

const listOf = (item: string, times: number) => `[${Array(times).fill(item).join()}]`;

it.each([
  ['deep ones', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['equal ones, very many', listOf('0', 32_000)],
  ['equal ones that would fit, but for their number', listOf('"a"', 15_000)],
])(
  'items of a list that is to hold each once are not compared before they fit: %s',
  async (_name, items) => {
    for (const payload of [`{"ids":${items}}`, `{"ids":[],"more":{"ids":${items}}}`]) {
      const { status, body } = await send(payload);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'invalid_payload', errors: expect.any(Array) as unknown });
    }
  },
);

it('items that fit are compared', async () => {
  expect(await send('{"ids":["a","b"],"more":{"ids":["a","b"]}}')).toMatchObject({ status: 200 });
  for (const [pointer, payload] of [
    ['/ids', '{"ids":["a","b","a"]}'],
    ['/more/ids', '{"ids":[],"more":{"ids":["a","a"]}}'],
  ])
    expect(await send(payload!)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
});

it.each([
  ['has no greatest length', Type.Array(Type.String(), { uniqueItems: true })],
  ['holds objects', Type.Array(Type.Object({}), { maxItems: 3, uniqueItems: true })],
])(
  'a list that is to hold each item once and %s keeps the server from starting',
  async (_name, list) => {
    const app = await createTestServer();
    app.post('/', { schema: { body: Type.Object({ list }) } }, async () => ({}));
    await expect(app.ready()).rejects.toThrow('uniqueItems');
  },
);
