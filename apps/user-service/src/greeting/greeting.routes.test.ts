import { createTestApp, type TestApp } from '../testing/test-app.js';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const greet = (headers: Record<string, string> = {}) => service.app.inject({ url: '/', headers });

describe('GET /', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'greets in JSON when the request has the Content-Type %s',
    async (type) => {
      const reply = await greet({ 'content-type': type });
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toEqual({ data: 'hello world' });
      expect(reply.headers['content-type']).toMatch(/^application\/json/);
      expect(reply.headers.vary).toContain('Content-Type');
    },
  );

  it.each([
    ['no header', {}],
    ['another Content-Type', { 'content-type': 'text/plain' }],
    ['one that only begins alike', { 'content-type': 'application/jsonp' }],
    ['JSON in Accept alone', { accept: 'application/json' }],
  ])('returns the HTML page with %s', async (_name, headers) => {
    const reply = await greet(headers);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers.vary).toContain('Content-Type');
    expect(reply.body).toContain('Welcome to the Home Page!');
  });

  it('does not mind a body, even a broken one', async () => {
    const reply = await service.app.inject({
      url: '/',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect(reply.json()).toEqual({ data: 'hello world' });
  });
});
