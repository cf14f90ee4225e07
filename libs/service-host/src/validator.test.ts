import { Type } from 'typebox';
import { createTestServer } from './test-server.fixture.js';

describe('an integer in a query or a path', () => {
  const integer = Type.Integer({ minimum: -5, maximum: 100 });
  async function start() {
    const app = await createTestServer();
    const query = Type.Object({
      limit: Type.Optional(integer),
      text: Type.Optional(Type.String()),
    });
    app.get('/list', { schema: { querystring: query } }, async ({ query: found }) => found);
    const params = Type.Object({ number: integer });
    app.get('/items/:number', { schema: { params } }, async ({ params: found }) => found);
    return app;
  }

  it.each(['0', '7', '-5', '100', '007'])('%s is read', async (text) => {
    const app = await start();
    const listed = await app.inject(`/list?limit=${text}&text=1.5`);
    expect(listed.json()).toEqual({ limit: Number(text), text: '1.5' });
    const one = await app.inject(`/items/${text}`);
    expect(one.json()).toEqual({ number: Number(text) });
    await app.close();
  });

  it.each([
    '',
    '1.5',
    '1.0',
    '0x2',
    '1e1',
    '5n',
    '+5',
    '%205',
    '5%20',
    'true',
    '0b1',
    '1_0',
    '٣',
    '--1',
  ])('%j is refused', async (text) => {
    const app = await start();
    const listed = await app.inject(`/list?limit=${encodeURI(decodeURI(text))}`);
    expect(listed.statusCode).toBe(400);
    expect(listed.json()).toMatchObject({
      errors: [{ pointer: expect.stringContaining('limit') }],
    });
    const named = await app.inject(`/list?limit=1&limit=2`);
    expect(named.statusCode).toBe(400);
    if (text !== '') {
      const one = await app.inject(`/items/${encodeURI(decodeURI(text))}`);
      expect(one.statusCode).toBe(400);
    }
    await app.close();
  });
});
