import { createTestApp, type TestApp } from '../testing/test-app.js';

async function withServer(
  environment: Record<string, string>,
  work: (server: TestApp) => Promise<void>,
) {
  const server = await createTestApp(environment);
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

const url = '/video/facebook/1';

describe('VALID_ORIGINS', () => {
  const list = { VALID_ORIGINS: 'https://a.example, https://b.example/' };

  it('lets listed origins read, and varies by origin', () =>
    withServer(list, async ({ app }) => {
      for (const origin of ['https://a.example', 'https://b.example', 'https://embeds.example']) {
        const reply = await app.inject({ url, headers: { origin } });
        expect([reply.statusCode, reply.headers['access-control-allow-origin']]).toEqual([
          200,
          origin,
        ]);
        expect(reply.headers['vary']).toContain('Origin');
      }
    }));

  it.each([
    'https://evil.example',
    'null',
    'https://a.example.evil.example',
    'http://a.example',
    '*',
  ])('refuses %s with 403', (origin) =>
    withServer(list, async ({ app }) => {
      const reply = await app.inject({ url, headers: { origin } });
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'origin_not_allowed']);
      expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    }),
  );

  it('admits requests without an origin', () =>
    withServer(list, async ({ app }) => {
      const reply = await app.inject({ url });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    }));

  it('replies to preflights', () =>
    withServer(list, async ({ app }) => {
      const headers = { origin: 'https://a.example', 'access-control-request-method': 'GET' };
      const reply = await app.inject({ method: 'OPTIONS', url, headers });
      expect(reply.statusCode).toBe(204);
      expect(reply.headers['access-control-allow-methods']).toBe('GET, HEAD');
    }));

  it('refuses a preflight that names no method', () =>
    withServer(list, async ({ app }) => {
      const headers = { origin: 'https://a.example' };
      const reply = await app.inject({ method: 'OPTIONS', url, headers });
      expect(reply.headers).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        vary: 'Origin',
      });
      expect(reply.json()).toMatchObject({ status: 400, code: 'bad_request' });
    }));

  it('* lets everybody read one and the same reply', () =>
    withServer({}, async ({ app }) => {
      for (const headers of [{ origin: 'https://any.example' }, { origin: 'null' }, {}]) {
        const reply = await app.inject({ url, headers });
        expect([reply.statusCode, reply.headers['access-control-allow-origin']]).toEqual([
          200,
          '*',
        ]);
        expect(reply.headers).not.toHaveProperty('vary');
      }
    }));
});

it('FRAME_ANCESTORS reach the pages', () =>
  withServer(
    { FRAME_ANCESTORS: 'https://a.example, https://*.cdn.ampproject.org' },
    async ({ app }) => {
      const policy = (await app.inject('/video/facebook/1.amp')).headers['content-security-policy'];
      expect(policy).toContain('frame-ancestors https://a.example https://*.cdn.ampproject.org');
    },
  ));
