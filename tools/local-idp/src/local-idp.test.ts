import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { createBrowser } from './testing/browser.js';
import { startLocalIdp, type LocalClient, type LocalIdp } from './index.js';

const client: LocalClient = {
  id: 'app',
  secret: 'a-secret-for-tests',
  name: 'The <b>app</b>',
  redirectUris: ['http://localhost:8082/callback'],
};
const home = 'http://localhost:8082/callback';

let idp: LocalIdp;
beforeAll(async () => {
  idp = await startLocalIdp({ port: 0, clients: [client] });
});
afterAll(() => idp.close());

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

function authorizeUrl(change: Record<string, string | undefined> = {}, at = idp) {
  const url = new URL('/auth', at.issuer);
  const params = {
    client_id: client.id,
    response_type: 'code',
    redirect_uri: home,
    scope: 'openid email profile',
    state: 'a-state',
    nonce: 'a-nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  };
  for (const [name, value] of Object.entries(params)) if (value) url.searchParams.set(name, value);
  return url.href;
}

async function signIn(name: string, at = idp, redirectUri = home) {
  const browser = createBrowser();
  const start = authorizeUrl({ redirect_uri: redirectUri }, at);
  const asked = await browser.followWithin(at.issuer, start);
  const done = await browser.followWithin(at.issuer, asked.at, { name });
  return { browser, asked, ...done };
}

function exchange(code: string, change: Record<string, string> = {}, at = idp) {
  return fetch(new URL('/token', at.issuer), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: home,
      code_verifier: verifier,
      ...change,
    }),
  });
}

async function claimsFor(name: string, at = idp) {
  const { leftFor } = await signIn(name, at);
  const response = await exchange(leftFor?.searchParams.get('code') ?? '', {}, at);
  expect(response.status).toBe(200);
  const { id_token: token } = (await response.json()) as { id_token: string };
  const keys = createRemoteJWKSet(new URL('/jwks', at.issuer));
  const { payload } = await jwtVerify(token, keys, { issuer: at.issuer, audience: client.id });
  return payload;
}

describe('a sign-in', () => {
  it('asks who one is, then comes back with a code, the state and the issuer', async () => {
    const { asked, leftFor } = await signIn('Alice');
    const html = await asked.response.text();
    expect(asked.response.status).toBe(200);
    expect(html).toContain('Alice');
    expect(html).toContain('Bob');
    expect(html).toContain('The &lt;b&gt;app&lt;/b&gt;');
    expect(leftFor?.href.startsWith(`${home}?`)).toBe(true);
    expect(leftFor?.searchParams.get('state')).toBe('a-state');
    expect(leftFor?.searchParams.get('iss')).toBe(idp.issuer);
  });

  it('issues an id_token with the verified e-mail, the name and the nonce', async () => {
    expect(await claimsFor('Alice')).toMatchObject({
      sub: 'alice',
      name: 'Alice',
      email: 'alice@example.test',
      email_verified: true,
      nonce: 'a-nonce',
    });
  });

  it('gives people pictures where that is wanted: a PNG of its own for each', async () => {
    const other = await startLocalIdp({ port: 0, clients: [client], pictures: true });
    try {
      const { picture } = await claimsFor('Alice', other);
      expect(picture).toBe(`${other.issuer}/pictures/alice`);
      const [alice, again, bob] = await Promise.all(
        ['alice', 'alice', 'bob'].map(async (sub) => {
          const response = await fetch(`${other.issuer}/pictures/${sub}`);
          expect(response.headers.get('content-type')).toBe('image/png');
          return Buffer.from(await response.arrayBuffer());
        }),
      );
      expect(alice?.subarray(1, 4).toString()).toBe('PNG');
      expect(again).toEqual(alice);
      expect(bob).not.toEqual(alice);
    } finally {
      await other.close();
    }
    expect(await claimsFor('Alice')).not.toHaveProperty('picture');
  });

  it('knows a typed name by its letters', async () => {
    expect(await claimsFor('  Zoë  O’Hara ')).toMatchObject({
      sub: 'zoe-o-hara',
      name: 'Zoë  O’Hara',
      email: 'zoe-o-hara@example.test',
    });
  });

  it('keeps the subject across restarts', async () => {
    const other = await startLocalIdp({ port: 0, clients: [client] });
    try {
      expect((await claimsFor('Bob', other)).sub).toBe((await claimsFor('Bob')).sub);
    } finally {
      await other.close();
    }
  });

  it('asks again the next time, in the same browser too', async () => {
    const { browser } = await signIn('Alice');
    const again = await browser.followWithin(idp.issuer, authorizeUrl());
    expect(again.leftFor).toBeNull();
    expect(await again.response.text()).toContain('Who are you today?');
  });

  it('comes back to another loopback port of a registered path', async () => {
    const { leftFor } = await signIn('Alice', idp, 'http://localhost:9/callback');
    expect(leftFor?.host).toBe('localhost:9');
    expect(leftFor?.searchParams.has('code')).toBe(true);
  });

  it('is cancelled with access_denied', async () => {
    const browser = createBrowser();
    const asked = await browser.followWithin(idp.issuer, authorizeUrl());
    const { leftFor } = await browser.followWithin(idp.issuer, asked.at, { cancel: 'yes' });
    expect(leftFor?.searchParams.get('error')).toBe('access_denied');
    expect(leftFor?.searchParams.get('state')).toBe('a-state');
    expect(leftFor?.searchParams.has('code')).toBe(false);
  });
});

describe('what is refused', () => {
  it.each(['', '   ', '!?', '漢字'])('a name without a letter: %j', async (name) => {
    const { response, leftFor } = await signIn(name);
    expect(response.status).toBe(400);
    expect(leftFor).toBeNull();
    expect(await response.text()).toContain('Who are you today?');
  });

  it('a form that is too large', async () => {
    const { response } = await signIn('x'.repeat(10_000));
    expect(response.status).toBe(400);
  });

  it('an unknown client, with a page and no redirect', async () => {
    const response = await createBrowser().go(authorizeUrl({ client_id: 'stranger' }));
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).toContain('invalid_client');
  });

  it.each(['http://localhost:8082/elsewhere', 'http://evil.example.test/callback'])(
    'the redirect_uri %s',
    async (uri) => {
      const response = await createBrowser().go(authorizeUrl({ redirect_uri: uri }));
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
    },
  );

  it('a request without PKCE', async () => {
    const url = authorizeUrl({ code_challenge: undefined, code_challenge_method: undefined });
    const { leftFor } = await createBrowser().followWithin(idp.issuer, url);
    expect(leftFor?.searchParams.get('error')).toBe('invalid_request');
    expect(leftFor?.searchParams.get('error_description')).toMatch(/PKCE/);
  });

  it('a wrong verifier and a code used twice', async () => {
    const first = (await signIn('Alice')).leftFor?.searchParams.get('code') ?? '';
    const wrong = await exchange(first, { code_verifier: 'x'.repeat(43) });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: 'invalid_grant' }]);

    const second = (await signIn('Alice')).leftFor?.searchParams.get('code') ?? '';
    expect((await exchange(second)).status).toBe(200);
    const replayed = await exchange(second);
    expect([replayed.status, await replayed.json()]).toMatchObject([
      400,
      { error: 'invalid_grant' },
    ]);
  });

  it('a sign-in page opened without its cookie', async () => {
    const asked = await createBrowser().followWithin(idp.issuer, authorizeUrl());
    const stranger = await createBrowser().go(asked.at, { name: 'Alice' });
    expect(stranger.status).toBe(400);
    expect(await stranger.text()).toContain('session_not_found');
  });
});

describe('the server', () => {
  it('rejects a taken port', async () => {
    const port = Number(new URL(idp.issuer).port);
    await expect(startLocalIdp({ port, clients: [client] })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('is gone after close', async () => {
    const other = await startLocalIdp({ port: 0, clients: [client] });
    await other.close();
    await expect(fetch(other.issuer)).rejects.toThrow();
  });
});
