import { discover, keepFresh } from './oidc-metadata.oauth2.js';
import { ProviderFault } from './auth.errors.js';
import { settingsFor } from '../testing/app-with-provider.js';
import { createBrowser } from '../testing/browser.js';
import { startFakeIdp } from '../testing/fake-idp.js';
import { createTestApp } from '../testing/test-app.js';

const issuer = 'https://idp.test/tenant';
const hour = 60 * 60 * 1000;

function reader(configured = issuer) {
  const state = { asked: [] as string[], now: 0, away: false };
  const fetch = async (url: string) => {
    state.asked.push(url);
    if (state.away) throw new ProviderFault('provider_unreachable');
    return Response.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    });
  };
  return {
    state,
    read: keepFresh(
      () => discover(configured, fetch),
      () => state.now,
    ),
  };
}

describe('the metadata of a provider', () => {
  it('is fetched once for callers of one moment, and kept for an hour', async () => {
    const { state, read } = reader();
    const copies = await Promise.all([read(), read(), read()]);
    state.now = hour - 1;
    copies.push(await read());
    expect(new Set(copies).size).toBe(1);
    expect(state.asked).toEqual([`${issuer}/.well-known/openid-configuration`]);
    state.now = hour;
    await read();
    expect(state.asked).toHaveLength(2);
  });

  it('is asked for again after a failure, and serves on while the provider is away', async () => {
    const { state, read } = reader();
    state.away = true;
    await expect(read()).rejects.toThrow('provider_unreachable');
    state.away = false;
    const copy = await read();
    state.away = true;
    state.now = 2 * hour;
    expect(await read()).toBe(copy);
  });

  it('is known by its own spelling of the issuer, a closing slash aside', async () => {
    expect((await reader(`${issuer}/`).read()).issuer).toBe(issuer);
    await expect(reader('https://idp.test').read()).rejects.toThrow('issuer_mismatch');
  });
});

describe('what the metadata of a provider leaves open', () => {
  async function signInAt(metadata: Record<string, unknown>) {
    const other = await startFakeIdp();
    other.metadata = metadata;
    const app = await createTestApp({ config: settingsFor(other) });
    try {
      const browser = createBrowser(app.app);
      const csrfToken = await browser.csrfToken();
      const { headers } = await browser.post('/api/auth/signin/oidc', { csrfToken });
      await browser.get(other.authorize(headers.get('location') ?? '').href);
      const session = JSON.parse((await browser.get('/api/auth/session')).text) as object | null;
      const refused = app.lines.some((line) => line.includes('"id_token_invalid"'));
      return { isSignedIn: session !== null, refused, secretIn: other.secretIn };
    } finally {
      await app.close();
      await other.close();
    }
  }

  it('is RS256 for signatures, and a header for the client’s secret', async () => {
    const silent = await signInAt({ id_token_signing_alg_values_supported: undefined });
    expect(silent).toEqual({ isSignedIn: true, refused: false, secretIn: 'header' });
  });

  it('is not what it names: other signatures are refused, the secret goes where it is wanted', async () => {
    const other = await signInAt({
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    });
    expect(other).toEqual({ isSignedIn: false, refused: true, secretIn: 'body' });
  });
});
