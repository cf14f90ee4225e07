import { createBrowser } from '../testing/browser.js';
import { createSignedInUser, type SignedInUser } from '../testing/signed-in-user.js';
import { publicUrl, createTestApp, type TestApp } from '../testing/test-app.js';

const sessionCookie = 'authjs.session-token';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => test.reset());

async function signedInBrowser() {
  const user = await createSignedInUser(test.parts, 'Ann');
  const browser = createBrowser(test.app);
  browser.cookies.set(sessionCookie, user.token);
  return { user, browser };
}

describe('GET /api/auth/session', () => {
  it('is null for nobody', async () => {
    const { status, headers, text } = await createBrowser(test.app).get('/api/auth/session');
    expect([status, text]).toEqual([200, 'null']);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('private, no-cache, no-store');
    expect(headers.has('clear-site-data')).toBe(false);
    expect([headers.get('expires'), headers.get('pragma')]).toEqual(['0', 'no-cache']);
  });

  it.each(['A'.repeat(43), 'short', "x'; DROP TABLE sessions; --", 'a'.repeat(4000)])(
    'is null for a made-up token and takes the cookie away: %#',
    async (token) => {
      const browser = createBrowser(test.app);
      browser.cookies.set(sessionCookie, token);
      const { headers, text } = await browser.get('/api/auth/session');
      expect([text, headers.get('clear-site-data')]).toEqual(['null', '"cache"']);
      expect(browser.cookies.has(sessionCookie)).toBe(false);
    },
  );

  it('is null after its time', async () => {
    const { browser } = await signedInBrowser();
    await test.query(`UPDATE sessions SET expires_at = now() - interval '1 second'`);
    expect((await browser.get('/api/auth/session')).text).toBe('null');
  });

  it('goes on for 30 days when used a day after the last time, and is written at most that often', async () => {
    const { browser } = await signedInBrowser();
    const expiry = () => test.query<{ at: Date }>('SELECT expires_at AS at FROM sessions');
    const before = await expiry();
    await browser.get('/api/auth/session');
    expect(await expiry()).toEqual(before);

    await test.query(
      `UPDATE sessions SET last_used_at = now() - interval '25 hours', expires_at = now() + interval '1 day'`,
    );
    const { headers } = await browser.get('/api/auth/session');
    expect(headers.getSetCookie().join()).toContain(sessionCookie);
    const [{ days } = { days: 0 }] = await test.query<{ days: number }>(
      `SELECT extract(day FROM expires_at - now())::int AS days FROM sessions`,
    );
    expect(days).toBe(29);
  });

  it('is the reply to an update with the CSRF token, and 400 without', async () => {
    const { browser, user } = await signedInBrowser();
    const csrfToken = await browser.csrfToken();
    const good = await browser.post('/api/auth/session', { csrfToken });
    expect(JSON.parse(good.text)).toMatchObject({ user: { id: user.id } });
    const bad = await browser.post('/api/auth/session', {});
    expect([bad.status, bad.text]).toEqual([400, 'null']);
  });
});

describe('signing out', () => {
  const isListed = async ({ id, sessionId }: SignedInUser) =>
    (await test.parts.sessions.list(id)).some((session) => session.sessionId === sessionId);

  it('asks first, then ends the session everywhere and notifies the listeners', async () => {
    const { browser, user } = await signedInBrowser();
    const ended: unknown[] = [];
    test.parts.sessions.onEnded((caller) => ended.push(caller));
    expect((await browser.get('/api/auth/signout')).text).toContain('Do you want to sign out?');
    expect(await isListed(user)).toBe(true);

    const form = { csrfToken: await browser.csrfToken(), callbackUrl: '/bye' };
    const { status, headers } = await browser.post('/api/auth/signout', form);
    expect([status, headers.get('location')]).toEqual([302, `${publicUrl}/bye`]);
    expect(headers.get('clear-site-data')).toBe('"cache"');
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    expect(await isListed(user)).toBe(false);
    expect(await test.parts.sessions.read(user.token)).toBeNull();
    expect(ended).toEqual([{ userId: user.id, sessionId: user.sessionId }]);
  });

  it('sign-out CSRF: does nothing without the token', async () => {
    const { browser, user } = await signedInBrowser();
    const { headers } = await browser.post('/api/auth/signout', { csrfToken: 'no' });
    expect(headers.get('location')).toBe(`${publicUrl}/api/auth/signin?error=MissingCSRF`);
    expect(headers.has('clear-site-data')).toBe(false);
    expect(await isListed(user)).toBe(true);
  });

  it('works for somebody who is not signed in', async () => {
    const browser = createBrowser(test.app);
    const form = { csrfToken: await browser.csrfToken() };
    expect((await browser.post('/api/auth/signout', form)).status).toBe(302);
  });

  it('of one session leaves the other of the same user', async () => {
    const { browser, user } = await signedInBrowser();
    const other = await test.parts.sessions.open(user.id, {});
    await browser.post('/api/auth/signout', { csrfToken: await browser.csrfToken() });
    expect(await test.parts.sessions.read(other.token)).not.toBeNull();
  });
});

describe('the rest of /api/auth', () => {
  it('lists the providers', async () => {
    expect((await createBrowser(test.app).get('/api/auth/providers')).text).toBe('{}');
  });

  it('keeps one CSRF token per browser', async () => {
    const browser = createBrowser(test.app);
    const token = await browser.csrfToken();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(await browser.csrfToken()).toBe(token);
    expect(browser.cookies.get('authjs.csrf-token')).toMatch(/^[0-9a-f]{64}%7C[0-9a-f]{64}$/);
    expect(await createBrowser(test.app).csrfToken()).not.toBe(token);
  });

  it.each([
    ['AccessDenied', 403],
    ['Verification', 403],
    ['Configuration', 500],
    ['<script>alert(1)</script>', 200],
    ['constructor', 200],
  ])('reports %s with %i, without repeating it', async (error, status) => {
    const response = await createBrowser(test.app).get(
      `/api/auth/error?error=${encodeURIComponent(error)}`,
    );
    expect(response.status).toBe(status);
    expect(response.text).not.toContain('<script>');
  });

  it('shows pages that hold no script and stand in no frame', async () => {
    for (const path of ['signin', 'signout', 'error']) {
      const { headers } = await createBrowser(test.app).get(`/api/auth/${path}`);
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('referrer-policy')).toBe('same-origin');
    }
  });

  it('XSS: escapes what it repeats', async () => {
    const { text } = await createBrowser(test.app).get(
      '/api/auth/signout?callbackUrl=/%22%3E%3Cb%3E',
    );
    expect(text).not.toContain('<b>');
  });

  it('takes the error reports of version 4 and keeps none', async () => {
    const response = await createBrowser(test.app).post('/api/auth/_log', {
      message: 'a-secret-word',
    });
    expect([response.status, response.text]).toEqual([200, '']);
    expect(test.lines.join('')).not.toContain('a-secret-word');
  });

  it.each([
    'PUT /session',
    'DELETE /signout',
    'GET /nothing',
    'POST /callback/oidc',
    'POST /signin',
  ])('knows no %s', async (action) => {
    const [method, path] = action.split(' ') as ['PUT', string];
    const { statusCode, json } = await test.app.inject({ method, url: `/api/auth${path}` });
    expect(statusCode).toBe(400);
    expect(json()).toMatchObject({ code: 'unsupported_auth_action', status: 400 });
  });
});

describe('CSRF with cookies: requests of other sites', () => {
  const origin = publicUrl;
  const host = 'localhost:8082';
  const post = (headers: Record<string, string>) =>
    test.app.inject({ method: 'POST', url: '/api/auth/_log', headers: { host, ...headers } });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin },
    { origin: 'https://evil.test' },
    { origin: 'http://sibling.localhost:8082' },
    { origin: 'http://localhost:8083' },
    { origin: 'null' },
    { origin: 'nonsense' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.test' },
  ])('are refused: %j', async (headers) => {
    const response = await post(headers);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'cross_origin' });
  });

  it.each<Record<string, string>>([
    {},
    { origin },
    { origin, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://127.0.0.1:8082', host: '127.0.0.1:8082' },
  ])('are distinguished from one’s own: %j', async (headers) => {
    expect((await post(headers)).statusCode).toBe(200);
  });

  it('may read', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    const { statusCode } = await test.app.inject({ url: '/api/auth/providers', headers });
    expect(statusCode).toBe(200);
  });
});

describe('CSRF on JSON POST with cookies: bodies', () => {
  const send = (url: string, type: string, cookie: string, payload: string) =>
    test.app.inject({ method: 'POST', url, headers: { 'content-type': type, cookie }, payload });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data'])(
    'of type %s are for sign-in at most, and 415 elsewhere',
    async (type) => {
      const { cookie } = await createSignedInUser(test.parts);
      const response = await send('/api/friends/add', type, cookie, 'email=a@b.test');
      expect(response.statusCode).toBe(415);
    },
  );

  it('that are not JSON are 422, and 401 comes first', async () => {
    const { cookie } = await createSignedInUser(test.parts);
    const url = '/api/friends/add';
    expect((await send(url, 'application/json', cookie, '{')).statusCode).toBe(422);
    expect((await send(url, 'application/json', '', '{')).statusCode).toBe(401);
    expect((await send(url, 'text/plain', '', 'x')).statusCode).toBe(401);
  });
});

describe('cookie limits: on https', () => {
  let secure: TestApp;
  beforeAll(async () => {
    secure = await createTestApp({ config: { PUBLIC_URL: 'https://chat.example.test/' } });
  });
  afterAll(() => secure.close());

  it('cookies are secure and bound to the host by their names', async () => {
    const { headers } = await secure.app.inject({ url: '/api/auth/csrf' });
    const lines = [headers['set-cookie']].flat().join('\n');
    expect(lines).toMatch(/^__Host-authjs\.csrf-token=.*Secure/m);
    expect(lines).toMatch(
      /^__Secure-authjs\.callback-url=https%3A%2F%2Fchat\.example\.test;.*Secure/m,
    );
  });

  it('a session stands in the secure cookie alone', async () => {
    const user = await createSignedInUser(secure.parts);
    const read = (cookie: string) =>
      secure.app.inject({ url: '/api/auth/session', headers: { cookie } });
    const session = await read(`__Secure-authjs.session-token=${user.token}`);
    expect(session.json()).toMatchObject({ user: { id: user.id } });
    expect((await read(user.cookie)).body).toBe('null');
  });
});

describe('methods that a path of sign-in does not serve', () => {
  it.each(['/api/auth/signin', '/api/auth/error?error=AccessDenied', '/api/auth/csrf'])(
    'HEAD %s is GET without its body',
    async (url) => {
      const [get, head] = [
        await test.app.inject(url),
        await test.app.inject({ method: 'HEAD', url }),
      ];
      expect([head.statusCode, head.body]).toEqual([get.statusCode, '']);
    },
  );

  it.each([
    ['OPTIONS', '/api/auth/signin/x'],
    ['HEAD', '/api/auth/callback/x'],
  ] as const)('%s %s is 405 with Allow, whatever body it says it has', async (method, url) => {
    const reply = await test.app.inject({
      method,
      url,
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.statusCode).toBe(405);
    expect(reply.headers.allow).toMatch(/^DELETE, GET, (HEAD, )?PATCH, POST, PUT$/);
  });
});
