import { createMetadataReader } from './oidc-metadata.js';
import { ProviderFault } from './auth.errors.js';

const issuer = 'https://idp.test/tenant';
const hour = 60 * 60 * 1000;

function reader(configured = issuer) {
  const state = { asked: [] as string[], now: 0, away: false };
  const getJson = async (url: string) => {
    state.asked.push(url);
    if (state.away) throw new ProviderFault('provider_unreachable');
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    };
  };
  return { state, read: createMetadataReader(configured, getJson, () => state.now) };
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

  it('signs with RS256 unless it says more, and is given the client’s secret in a header', async () => {
    expect(await reader().read()).toMatchObject({
      algorithms: ['RS256'],
      tokenAuth: 'header',
      userinfoEndpoint: null,
      namesIssuer: false,
    });
  });
});
