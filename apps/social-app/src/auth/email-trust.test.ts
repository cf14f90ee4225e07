import { settingsFor, startAppWithProvider } from '../testing/app-with-provider.js';
import { createBrowser } from '../testing/browser.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

const { idp, test } = await startAppWithProvider();

const none = { name: undefined, email: undefined, email_verified: undefined };
const address = 'someone@example.test';

interface Provider {
  /** Merged over the claims of the id_token. */
  readonly claims: Record<string, unknown>;
  readonly userinfo: Record<string, unknown> | null;
  readonly metadata?: Record<string, unknown>;
}

// The claims that matter here, in the types that each provider documents.
const providers = {
  Google: { claims: { email_verified: true, hd: 'example.test' }, userinfo: null },
  'Google, an address that it has not confirmed': {
    claims: { email_verified: false },
    userinfo: null,
  },
  // Address and flag only at userinfo, where an option of the client puts them.
  Keycloak: { claims: none, userinfo: { name: 'Someone', email: address, email_verified: true } },
  // developer.apple.com: "The value can be a string or Boolean." There is no userinfo endpoint.
  Apple: {
    claims: { email_verified: 'true' },
    userinfo: null,
    metadata: { userinfo_endpoint: undefined },
  },
  // A Boolean in its id_token, a string at userinfo.
  'Amazon Cognito': {
    claims: none,
    userinfo: { name: 'Someone', email: address, email_verified: 'true' },
  },
  'Amazon Cognito, not confirmed': {
    claims: none,
    userinfo: { name: 'Someone', email: address, email_verified: 'false' },
  },
  // No flag anywhere: an administrator of any tenant may write any address.
  'Microsoft Entra': {
    claims: { email_verified: undefined, preferred_username: address },
    userinfo: { name: 'Someone', email: address },
  },
  'a provider whose userinfo is not for this client': {
    claims: { email_verified: undefined },
    userinfo: null,
  },
  'a provider that has no e-mails': { claims: none, userinfo: { name: 'Someone' } },
} satisfies Record<string, Provider>;

type Trust = 'confirmed' | 'all' | 'none';

async function signIn(app: TestApp, { claims, userinfo, metadata = {} }: Provider) {
  Object.assign(idp, { claims, metadata, userinfo: userinfo && { sub: 'someone', ...userinfo } });
  const browser = createBrowser(app.app);
  const csrfToken = await browser.csrfToken();
  const { headers } = await browser.post('/api/auth/signin/oidc', { csrfToken });
  const { status } = await browser.get(idp.authorize(headers.get('location') ?? '').href);
  const session = JSON.parse((await browser.get('/api/auth/session')).text) as {
    user: { id: string; email: string | null };
  } | null;
  return { status, user: session?.user ?? null };
}

const found = async (app: TestApp, email: string) =>
  (await app.parts.accounts.findByEmailKey(email))?.id;

describe.each<Trust>(['confirmed', 'all', 'none'])('OIDC_EMAIL_TRUST=%s', (trust) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ config: { ...settingsFor(idp), OIDC_EMAIL_TRUST: trust } });
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  it.each<[keyof typeof providers, readonly Trust[]]>([
    ['Google', ['confirmed', 'all']],
    ['Google, an address that it has not confirmed', ['all']],
    ['Keycloak', ['confirmed', 'all']],
    ['Apple', ['confirmed', 'all']],
    ['Amazon Cognito', ['confirmed', 'all']],
    ['Amazon Cognito, not confirmed', ['all']],
    ['Microsoft Entra', ['all']],
    ['a provider whose userinfo is not for this client', ['all']],
    ['a provider that has no e-mails', []],
  ])('%s: the address leads to its owner or to nobody', async (name, leading) => {
    const { user } = await signIn(app, providers[name]);
    expect(user).not.toBeNull();
    expect(await found(app, address)).toBe(leading.includes(trust) ? user?.id : undefined);
  });
});

it.each<keyof typeof providers>([
  'Google, an address that it has not confirmed',
  'Amazon Cognito, not confirmed',
  'Microsoft Entra',
  'a provider whose userinfo is not for this client',
  'a provider that has no e-mails',
])('%s: who is not found by the address is found by handle, and by link', async (name) => {
  const { user } = await signIn(test, providers[name]);
  const { token } = await test.parts.sessions.open(user!.id, {});
  const cookie = `authjs.session-token=${token}`;
  const me = { id: user!.id, email: address, sessionId: '', token, cookie };
  expect((await test.get(me, '/api/account')).body).toMatchObject({ emailConfirmed: false });
  const [alice, bob] = [await test.join(), await test.join()];
  const byAddress = await test.post(alice, '/api/friends/add', { email: address });
  expect(byAddress.body).toMatchObject({ code: 'person_not_found' });
  await test.put(me, '/api/account/handle', { handle: 'without_address' });
  const byHandle = await test.post(alice, '/api/friends/add', { email: '@without_address' });
  expect(byHandle.status).toBe(200);
  expect((await test.post(me, '/api/friends/accept', { id: alice.id })).status).toBe(200);
  const link = (await test.post(me, '/api/invitations', {})).body as { token: string };
  expect((await test.post(bob, '/api/invitations/accept', link)).status).toBe(200);
  const { friends } = (await test.get(bob, '/api/friends')).body;
  expect(friends).toMatchObject([{ id: user!.id, email: null, handle: 'without_address' }]);
});

describe('two sources', () => {
  it('the flag of one says nothing about the address of the other', async () => {
    const { user } = await signIn(test, {
      claims: { email: 'victim@example.test', email_verified: undefined },
      userinfo: { email: 'mine@example.test', email_verified: true },
    });
    expect(await found(test, 'victim@example.test')).toBeUndefined();
    expect(await found(test, 'mine@example.test')).toBe(user?.id);
    expect(user?.email).toBe('mine@example.test');
  });

  it('an address without a flag beside a flag without an address is not confirmed', async () => {
    await signIn(test, {
      claims: { email: 'victim@example.test', email_verified: undefined },
      userinfo: { email_verified: true },
    });
    await signIn(test, {
      claims: { ...none, email_verified: true },
      userinfo: { email: 'victim@example.test' },
    });
    expect(await found(test, 'victim@example.test')).toBeUndefined();
  });

  it('the id_token counts before userinfo where it confirms its address', async () => {
    const { user } = await signIn(test, {
      claims: { name: undefined },
      userinfo: { name: 'Info', email: 'other@example.test', email_verified: true },
    });
    expect(user?.email).toBe(address);
    expect(await found(test, 'other@example.test')).toBeUndefined();
  });
});

it('finds, by the form of friend requests, everyone whose address was taken at sign-in', async () => {
  const alice = await test.join('Alice Example');
  const addresses = [
    'Someone+tag@Example.TEST',
    ' someone＠example.test ',
    'ſomeone@example.test',
    'o’neil@example.test',
    "o'neil@example.test",
    'a/b=c?d!e#f$g%h&i*j{k|l}m~n^o`p@example.test',
    'ünïcode@bücher.example',
    'x@a-b.c',
    `${'l'.repeat(64)}@example.test`,
    'first..last.@docomo.test',
  ];
  for (const [n, email] of addresses.entries()) {
    const { user } = await signIn(test, { claims: { sub: `s${n}`, email }, userinfo: null });
    expect(user?.email).toEqual(expect.any(String));
    const reply = await test.post(alice, '/api/friends/add', { email });
    expect([email, reply.status]).toEqual([email, 200]);
    await test.query('DELETE FROM users WHERE id = $1', [user!.id]);
  }
});
