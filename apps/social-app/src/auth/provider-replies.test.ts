import { freePort } from '@triptych/free-port';
import { generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { settingsFor, startAppWithProvider } from '../testing/app-with-provider.js';
import { createBrowser } from '../testing/browser.js';
import { sign, startFakeIdp } from '../testing/fake-idp.js';
import { publicUrl, createTestApp } from '../testing/test-app.js';

const { idp, test } = await startAppWithProvider();

async function begin(app = test) {
  const browser = createBrowser(app.app);
  const csrfToken = await browser.csrfToken();
  const { headers } = await browser.post('/api/auth/signin/oidc', { csrfToken });
  return { browser, url: headers.get('location') ?? '' };
}

async function signIn(app = test) {
  const { browser, url } = await begin(app);
  const response = await browser.get(idp.authorize(url).href);
  const session = JSON.parse((await browser.get('/api/auth/session')).text) as {
    user: { id: string; name: string | null; email: string | null; image: string | null };
  } | null;
  return { browser, location: response.headers.get('location'), user: session?.user ?? null };
}

function lastReason() {
  const line = test.lines.findLast((entry) => entry.includes('sign-in refused'));
  return (JSON.parse(line ?? '{}') as { reason?: string }).reason;
}

const hour = 3600;
const seconds = () => Math.floor(Date.now() / 1000);

describe('an id_token', () => {
  it('that is honest signs in', async () => {
    expect((await signIn()).user).toMatchObject({ name: 'Someone', email: 'someone@example.test' });
  });

  it.each<[string, JWTPayload, string]>([
    ['with another nonce', { nonce: 'another' }, 'nonce_mismatch'],
    ['without a nonce', { nonce: undefined }, 'nonce_mismatch'],
    ['for another audience', { aud: 'another' }, 'id_token_invalid'],
    ['for several, issued to another', { aud: ['app', 'b'], azp: 'b' }, 'audience_mismatch'],
    ['for several, issued to nobody', { aud: ['app', 'b'] }, 'audience_mismatch'],
    ['issued to another', { azp: 'b' }, 'audience_mismatch'],
    ['of another issuer', { iss: 'https://evil.test' }, 'id_token_invalid'],
    ['that has expired', { exp: seconds() - hour }, 'id_token_invalid'],
    ['that never expires', { exp: undefined }, 'id_token_invalid'],
    ['not valid yet', { nbf: seconds() + hour }, 'id_token_invalid'],
    ['without a time', { iat: undefined }, 'id_token_invalid'],
    ['issued in an hour', { iat: seconds() + hour }, 'id_token_invalid'],
    ['without a subject', { sub: undefined }, 'id_token_invalid'],
    ['with an empty subject', { sub: '' }, 'id_token_invalid'],
    ['with a NUL in the subject', { sub: 'a\u0000b' }, 'id_token_invalid'],
    ['with an endless subject', { sub: 'a'.repeat(256) }, 'id_token_invalid'],
  ])('%s is refused', async (_name, claims, reason) => {
    idp.claims = claims;
    const { location, user } = await signIn();
    expect(location).toBe(`${publicUrl}/api/auth/error?error=OAuthCallbackError`);
    expect(user).toBeNull();
    expect(lastReason()).toBe(reason);
    expect(await test.query('SELECT id FROM users')).toEqual([]);
  });

  it.each<[string, (claims: JWTPayload) => Promise<string> | string]>([
    ['without a signature', (claims) => new UnsecuredJWT(claims).encode()],
    [
      'signed by another key',
      async (claims) => sign(claims, (await generateKeyPair('RS256')).privateKey),
    ],
    [
      'signed with the client secret',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .sign(new TextEncoder().encode(settingsFor(idp).OIDC_CLIENT_SECRET.padEnd(32, '.'))),
    ],
    [
      'with the payload of another',
      async (claims) => {
        const [head, , tail] = (await sign(claims, idp.key)).split('.');
        const body = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url');
        return `${head}.${body}.${tail}`;
      },
    ],
    ['that is no token', () => 'nonsense'],
  ])('%s is refused', async (_name, forge) => {
    idp.sign = forge;
    expect((await signIn()).user).toBeNull();
    expect(lastReason()).toBe('id_token_invalid');
  });
});

describe('a provider that keeps the profile for userinfo', () => {
  const bare = { name: undefined, email: undefined, email_verified: undefined };

  it('is asked for it', async () => {
    idp.claims = bare;
    idp.userinfo = {
      sub: 'someone',
      name: 'Info',
      email: 'info@example.test',
      email_verified: true,
    };
    expect((await signIn()).user).toMatchObject({ name: 'Info', email: 'info@example.test' });
  });

  it('is refused when it speaks of somebody else', async () => {
    idp.claims = bare;
    idp.userinfo = {
      sub: 'victim',
      name: 'Victim',
      email: 'victim@example.test',
      email_verified: true,
    };
    expect((await signIn()).user).toBeNull();
    expect(lastReason()).toBe('subject_mismatch');
  });

  it('is refused when it does not reply', async () => {
    idp.claims = bare;
    expect((await signIn()).user).toBeNull();
    expect(lastReason()).toBe('provider_unreachable');
  });
});

it.each(['a\r\nX: y', 'a\u0000', 'ü', '√', '', 7, null])(
  'the access token %j is refused, and not logged',
  async (access_token) => {
    idp.claims = { name: undefined, email: undefined };
    idp.userinfo = { sub: 'someone', name: 'Info' };
    idp.token = { access_token };
    const before = test.lines.length;
    const { location, user } = await signIn();
    expect(location).toBe(`${publicUrl}/api/auth/error?error=OAuthCallbackError`);
    expect(user).toBeNull();
    expect(lastReason()).toBe('token_request_failed');
    expect(test.lines.slice(before).join()).not.toContain('X: y');
  },
);

describe('unverified-e-mail linking: e-mail addresses', () => {
  const find = (key: string) => test.parts.accounts.findByEmailKey(key);

  it('that are verified lead to their user, in any spelling', async () => {
    idp.claims = { email: ' Someone＠Example.TEST ' };
    const { user } = await signIn();
    expect((await find('someone@example.test'))?.id).toBe(user?.id);
  });

  it.each([false, undefined, 'false', 'TRUE', 'yes', 1])(
    'with email_verified %j lead to nobody',
    async (verified) => {
      idp.claims = { email_verified: verified };
      expect((await signIn()).user?.email).toBe('someone@example.test');
      expect(await find('someone@example.test')).toBeNull();
    },
  );

  it('never join two subjects: the second owner is sent away, the first keeps everything', async () => {
    const first = await signIn();
    idp.claims = { sub: 'somebody-else' };
    const second = await signIn();
    expect(second.location).toBe(`${publicUrl}/api/auth/error?error=OAuthAccountNotLinked`);
    expect(second.user).toBeNull();
    expect((await find('someone@example.test'))?.id).toBe(first.user?.id);
    expect(await test.query('SELECT subject FROM accounts')).toEqual([{ subject: 'someone' }]);
  });

  it('unverified and another’s make a user of their own whom nobody finds', async () => {
    const first = await signIn();
    idp.claims = { sub: 'squatter', email_verified: false };
    const second = await signIn();
    expect(second.user?.id).not.toBe(first.user?.id);
    expect((await find('someone@example.test'))?.id).toBe(first.user?.id);
  });

  it('changed to another’s take nothing from the owner', async () => {
    const owner = await signIn();
    idp.claims = { sub: 'mover', email: 'mover@example.test' };
    const mover = await signIn();
    idp.claims = { sub: 'mover', email: 'someone@example.test' };
    const moved = await signIn();
    expect(moved.user?.id).toBe(mover.user?.id);
    expect((await find('someone@example.test'))?.id).toBe(owner.user?.id);
    expect(await find('mover@example.test')).toBeNull();
  });

  it('given up are free for their next owner', async () => {
    await signIn();
    idp.claims = { email: 'new@example.test' };
    await signIn();
    idp.claims = { sub: 'next' };
    expect((await find('someone@example.test'))?.id).toBeUndefined();
    const next = await signIn();
    expect((await find('someone@example.test'))?.id).toBe(next.user?.id);
  });

  it.each([
    'no-address',
    'a@b@c',
    'a b@example.test',
    `${'a'.repeat(250)}@b.test`,
    'a\u0000@b.test',
    7,
  ])('like %j are left out', async (email) => {
    idp.claims = { email };
    expect((await signIn()).user?.email).toBeNull();
  });

  it('ten first sign-ins of one person at once make one user', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => signIn()));
    expect(new Set(results.map(({ user }) => user?.id)).size).toBe(1);
    expect(await test.query('SELECT id FROM users')).toHaveLength(1);
  });
});

describe('XSS in names and image addresses', () => {
  it('are cleaned and cut', async () => {
    idp.claims = { name: ` \u202eA\u0000${'n'.repeat(300)}`, picture: 'javascript:alert(1)' };
    expect((await signIn()).user).toMatchObject({ name: `A${'n'.repeat(199)}`, image: null });
  });

  // How the web client shows such a name is tested there.
  it('stay the text they are, in a reply that no browser reads as a page', async () => {
    idp.claims = { name: '<script>alert(1)</script>', picture: 'https://pictures.test/a.png' };
    const { browser, user } = await signIn();
    expect(user).toMatchObject({
      name: '<script>alert(1)</script>',
      image: expect.stringMatching(/^\/api\/pictures\/[0-9a-f-]{36}\/[0-9a-f]{32}$/),
    });
    const { headers } = await browser.get('/api/auth/session');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a provider that is away', () => {
  const open: { close(): Promise<void> }[] = [];
  const opened = <T extends { close(): Promise<void> }>(resource: T) => {
    open.unshift(resource);
    return resource;
  };
  afterEach(async () => {
    for (const resource of open.splice(0)) await resource.close();
  });

  it('stops neither the start nor a later sign-in', async () => {
    const away = await startFakeIdp(await freePort());
    await away.close();
    const app = opened(await createTestApp({ config: settingsFor(away) }));
    const { browser, url } = await begin(app);
    expect(url).toBe(`${publicUrl}/api/auth/error?error=OAuthSignin`);
    const page = await browser.get(await browser.follow(url, `${publicUrl}/api/auth/signin`));
    expect(page.text).toContain('cannot be reached');

    const back = opened(await startFakeIdp(Number(new URL(away.issuer).port)));
    const again = await begin(app);
    const response = await again.browser.get(back.authorize(again.url).href);
    expect(response.headers.get('location')).toBe(publicUrl);
  });

  it.each([
    ['names another issuer', { issuer: 'https://evil.test' }],
    ['has no keys', { jwks_uri: undefined }],
    ['sends people to a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('or %s refuses the start', async (_name, metadata) => {
    const odd = opened(await startFakeIdp());
    odd.metadata = metadata;
    const app = opened(await createTestApp({ config: settingsFor(odd) }));
    expect((await begin(app)).url).toBe(`${publicUrl}/api/auth/error?error=OAuthSignin`);
  });
});

describe('the code', () => {
  it('is not even tried when the reply is an error', async () => {
    const { browser, url } = await begin();
    const callback = idp.authorize(url);
    callback.searchParams.set('error', 'server_error');
    const before = idp.exchanges;
    const response = await browser.get(callback.href);
    expect(response.headers.get('location')).toContain('OAuthCallbackError');
    expect(idp.exchanges).toBe(before);
  });

  it('of another flow does not fit this one’s verifier', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const callback = idp.authorize(mine.url);
    callback.searchParams.set('code', idp.authorize(theirs.url).searchParams.get('code') ?? '');
    const response = await mine.browser.get(callback.href);
    expect(response.headers.get('location')).toContain('OAuthCallbackError');
    expect(lastReason()).toBe('token_request_failed');
  });
});
