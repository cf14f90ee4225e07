import { developmentClient, startLocalIdp, type LocalIdp } from '@triptych/local-idp';
import { createBrowser } from '../testing/browser.js';
import { begin, consent, newSessionOf, sessionOf, signIn } from '../testing/sign-in-steps.js';
import { publicUrl, createTestApp, type TestApp } from '../testing/test-app.js';

const sessionCookie = 'authjs.session-token';

let idp: LocalIdp;
let test: TestApp;
beforeAll(async () => {
  idp = await startLocalIdp({ port: 0, clients: [developmentClient], pictures: true });
  test = await createTestApp({
    config: {
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: developmentClient.id,
      OIDC_CLIENT_SECRET: developmentClient.secret,
      OUTBOUND_ALLOW_HOSTS: new URL(idp.issuer).host,
      GOOGLE_CLIENT_ID: 'google-client',
      GOOGLE_CLIENT_SECRET: 'google-secret',
    },
  });
});
afterAll(async () => {
  await test.close();
  await idp.close();
});
beforeEach(() => test.reset());

const browse = () => createBrowser(test.app);

describe('signing in', () => {
  it('ends at the callback URL with a session that names the person', async () => {
    const browser = browse();
    const { response } = await signIn(browser, 'Alice', '/docs?x=1');
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`${publicUrl}/docs?x=1`);
    const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith(sessionCookie));
    expect(line).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const image = expect.stringMatching(/^\/api\/pictures\//) as string;
    expect(await sessionOf(browser)).toEqual(newSessionOf('Alice', image));
  });

  it('brings the picture that the local provider draws', async () => {
    const browser = browse();
    await signIn(browser, 'Alice');
    const { image } = (await sessionOf(browser))!.user;
    let reply = await browser.get(image);
    while (reply.status === 404) reply = await browser.get(image);
    expect(reply.headers.get('content-type')).toBe('image/webp');
  });

  it('stores the hash of the cookie, never the cookie', async () => {
    const browser = browse();
    await signIn(browser, 'Alice');
    const rows = await test.query('SELECT * FROM sessions');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(browser.cookies.get(sessionCookie));
  });

  it('finds the same user again, and another for another person', async () => {
    const [first, second, other] = [browse(), browse(), browse()];
    for (const browser of [first, second]) await signIn(browser, 'Alice');
    await signIn(other, 'Bob');
    const ids = await Promise.all(
      [first, second, other].map(async (b) => (await sessionOf(b))?.user.id),
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('session fixation: gives a new token each time, ends the old session and takes none from the client', async () => {
    const browser = browse();
    const planted = 'A'.repeat(43);
    browser.cookies.set(sessionCookie, planted);
    await signIn(browser, 'Alice');
    const first = browser.cookies.get(sessionCookie);
    expect(first).not.toBe(planted);
    const ended: string[] = [];
    test.parts.sessions.onEnded(({ sessionId }) => ended.push(sessionId));
    await signIn(browser, 'Alice');
    expect(browser.cookies.get(sessionCookie)).not.toBe(first);
    expect(await test.parts.sessions.read(first)).toBeNull();
    expect(ended).toHaveLength(1);
  });

  it.each([
    ['Bob', '"cache"'],
    ['Alice', null],
  ])(
    'as %s where Alice is signed in: what the browser has cached for her: %s',
    async (name, told) => {
      const [browser, former] = [browse(), browse()];
      await signIn(former, 'Alice');
      browser.cookies.set(sessionCookie, former.cookies.get(sessionCookie)!);
      const { response } = await signIn(browser, name);
      expect(response.headers.get('clear-site-data')).toBe(told);
    },
  );

  it('works in two tabs begun before either is finished', async () => {
    const browser = browse();
    const tabs = [await begin(browser, '/one'), await begin(browser, '/two')];
    // The provider ends the code of one tab when the other signs in, so each is finished before the next.
    for (const [tab, end] of [
      [1, '/two'],
      [0, '/one'],
    ] as const) {
      const callback = await consent(browser, tabs[tab] ?? '', { name: 'Alice' });
      expect((await browser.get(callback)).headers.get('location')).toBe(`${publicUrl}${end}`);
    }
  });

  it('writes no address, token, code or cookie to the log', async () => {
    const browser = browse();
    const { callback } = await signIn(browser, 'Alice');
    const { searchParams } = new URL(callback);
    const secrets = [
      ...browser.cookies.values(),
      searchParams.get('code'),
      searchParams.get('state'),
    ];
    const log = test.lines.join('');
    expect(log).toContain('signed in');
    for (const secret of [...secrets, 'alice@', 'Alice']) expect(log).not.toContain(secret);
  });
});

describe('state, PKCE and nonce; login CSRF: a sign-in that must not work', () => {
  const failure = `${publicUrl}/api/auth/error?error=OAuthCallbackError`;

  it('a callback a second time', async () => {
    const browser = browse();
    const { callback } = await signIn(browser, 'Alice');
    expect((await browser.get(callback)).headers.get('location')).toBe(failure);
  });

  it('one callback ten times at once: one session', async () => {
    const browser = browse();
    const callback = await consent(browser, await begin(browser), { name: 'Alice' });
    const responses = await Promise.all(Array.from({ length: 10 }, () => browser.get(callback)));
    const to = responses.map(({ headers }) => headers.get('location'));
    expect(to.filter((location) => location !== failure)).toEqual([`${publicUrl}/`]);
    expect(await test.query('SELECT id FROM sessions')).toHaveLength(1);
  });

  it('a callback in another browser, which leaves the flow to its own', async () => {
    const browser = browse();
    const callback = await consent(browser, await begin(browser), { name: 'Alice' });
    for (const stranger of [browse(), browse()]) {
      expect((await stranger.get(callback)).headers.get('location')).toBe(failure);
      expect(await sessionOf(stranger)).toBeNull();
    }
    expect((await browser.get(callback)).headers.get('location')).toBe(`${publicUrl}/`);
  });

  it('a callback at another provider, or at none', async () => {
    const browser = browse();
    const callback = await consent(browser, await begin(browser), { name: 'Alice' });
    const google = await browser.get(callback.replace('/oidc?', '/google?'));
    expect(google.headers.get('location')).toBe(failure);
    const none = await browser.get(callback.replace('/oidc?', '/nobody?'));
    expect(none.headers.get('location')).toBe(`${publicUrl}/api/auth/error?error=Configuration`);
    // Neither spent the flow.
    expect((await browser.get(callback)).headers.get('location')).toBe(`${publicUrl}/`);
  });

  it('a callback with another issuer, without one, or with anything given twice', async () => {
    for (const change of [
      (url: string) => url.replace(/iss=[^&]+/, 'iss=http%3A%2F%2Fevil.test'),
      (url: string) => url.replace(/&iss=[^&]+/, ''),
      (url: string) => `${url}&state=another`,
      (url: string) => `${url}&iss=http%3A%2F%2Fevil.test`,
      (url: string) => `${url}&scope=one&scope=two`,
    ]) {
      const browser = browse();
      const callback = await consent(browser, await begin(browser), { name: 'Alice' });
      expect((await browser.get(change(callback))).headers.get('location')).toBe(failure);
    }
  });

  it('a flow past its time', async () => {
    const browser = browse();
    const callback = await consent(browser, await begin(browser), { name: 'Alice' });
    await test.query(`UPDATE auth_flows SET expires_at = now() - interval '1 second'`);
    expect((await browser.get(callback)).headers.get('location')).toBe(failure);
  });

  it('a person who says no sees a page about it', async () => {
    const browser = browse();
    const callback = await consent(browser, await begin(browser), { cancel: 'yes' });
    const { headers } = await browser.get(callback);
    expect(headers.get('location')).toBe(`${publicUrl}/api/auth/error?error=AccessDenied`);
    const page = await browser.get(headers.get('location') ?? '');
    expect(page.status).toBe(403);
    expect(page.text).toContain('Access denied');
    expect(await sessionOf(browser)).toBeNull();
  });

  it.each(['/api/auth/signin/oidc', '/api/auth/signin'])('GET %s starts nothing', async (path) => {
    const { status, text } = await browse().get(path);
    expect(status).toBe(200);
    expect(text).toContain('Sign in with Test');
    expect(await test.query('SELECT state FROM auth_flows')).toEqual([]);
  });

  it('HEAD of the callback spends nothing', async () => {
    const browser = browse();
    const callback = await consent(browser, await begin(browser), { name: 'Alice' });
    const { pathname, search } = new URL(callback);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    await test.app.inject({ method: 'HEAD', url: pathname + search, headers: { cookie } });
    expect((await browser.get(callback)).headers.get('location')).toBe(`${publicUrl}/`);
  });

  it.each([{}, { csrfToken: '' }, { csrfToken: 'f'.repeat(64) }])(
    'a start without the CSRF token: %j',
    async (form) => {
      const browser = browse();
      await browser.csrfToken();
      const response = await browser.post('/api/auth/signin/oidc', form as Record<string, string>);
      expect(response.headers.get('location')).toBe(
        `${publicUrl}/api/auth/signin?error=MissingCSRF`,
      );
    },
  );

  it('a start with a CSRF cookie that this service did not make', async () => {
    const browser = browse();
    const token = 'a'.repeat(64);
    browser.cookies.set('authjs.csrf-token', `${token}%7C${'b'.repeat(64)}`);
    const response = await browser.post('/api/auth/signin/oidc', { csrfToken: token });
    expect(response.headers.get('location')).toContain('error=MissingCSRF');
  });

  it('a start at a provider that is not configured', async () => {
    const browser = browse();
    const form = { csrfToken: await browser.csrfToken() };
    const response = await browser.post('/api/auth/signin/nobody', form);
    expect(response.headers.get('location')).toContain('/api/auth/error?error=Configuration');
    expect((await browser.get('/api/auth/error?error=Configuration')).status).toBe(500);
  });

  it('parameters of the client that would change the request', async () => {
    const browser = browse();
    const csrfToken = await browser.csrfToken();
    const query = 'redirect_uri=https://evil.test&scope=all&response_type=token&prompt=login';
    const response = await browser.post(`/api/auth/signin/oidc?${query}`, { csrfToken });
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      redirect_uri: `${publicUrl}/api/auth/callback/oidc`,
      scope: 'openid email profile',
      response_type: 'code',
      prompt: 'login',
      code_challenge_method: 'S256',
    });
  });
});
