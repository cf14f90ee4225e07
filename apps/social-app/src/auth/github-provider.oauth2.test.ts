import { ProviderFault } from './auth.errors.js';
import type { CodeFlow, CodeFlowSettings } from './provider.port.js';
import { createGithubProvider } from './github-provider.oauth2.js';

const flow = { state: 's', nonce: '', codeVerifier: 'v' };
const asked: CodeFlowSettings[] = [];
const codeFlow: CodeFlow = {
  begin: async () => ({
    url: new URL('https://github.com/login/oauth/authorize?state=s'),
    state: 's',
    codeVerifier: 'v',
  }),
  exchange: async (_flow, code) => ({ access_token: `token of ${code}` }),
};

function github(documents: Record<string, unknown>, emailTrust: 'confirmed' | 'all' = 'confirmed') {
  return createGithubProvider(
    { clientId: 'a', clientSecret: 'b', redirectUri: 'http://localhost/cb', emailTrust },
    {
      createCodeFlow: async (settings) => {
        asked.push(settings);
        return codeFlow;
      },
      fetch: async (url, { headers }) => {
        expect(headers['authorization']).toBe('Bearer token of c');
        return Response.json(documents[new URL(url).pathname]);
      },
    },
  );
}

const user = { id: 583231, login: 'octocat', name: null, avatar_url: 'https://avatars.test/1' };
const emails = [
  { email: 'old@example.test', primary: false, verified: true },
  { email: 'Octo@Example.test', primary: true, verified: true },
];

describe('GitHub', () => {
  it('is asked with PKCE, and identifies a person by its number', async () => {
    const provider = github({ '/user': user, '/user/emails': emails });
    const { url } = await provider.begin({ login_hint: 'octocat' });
    expect(url).toContain('login=octocat');
    expect(asked[0]?.scope).toEqual(['read:user', 'user:email']);
    expect(await provider.finish(flow, { state: 's', code: 'c' })).toEqual({
      provider: 'github',
      issuer: 'https://github.com',
      subject: '583231',
      name: 'octocat',
      email: 'Octo@Example.test',
      emailKey: 'octo@example.test',
      image: 'https://avatars.test/1',
    });
  });

  it('gives no address to be found by while it is not verified', async () => {
    const unverified = [{ email: 'octo@example.test', primary: true, verified: false }];
    for (const list of [unverified, [], null, [null]]) {
      const provider = github({ '/user': user, '/user/emails': list });
      expect(await provider.finish(flow, { state: 's', code: 'c' })).toMatchObject({
        emailKey: null,
      });
    }
    const believed = github({ '/user': user, '/user/emails': unverified }, 'all');
    expect(await believed.finish(flow, { state: 's', code: 'c' })).toMatchObject({
      emailKey: 'octo@example.test',
    });
  });

  it('distinguishes a refusal from a fault', async () => {
    const provider = github({ '/user': {}, '/user/emails': [] });
    expect(await provider.finish(flow, { state: 's', error: 'access_denied' })).toBe('denied');
    for (const response of [
      { state: 's', error: 'server_error' },
      { state: 's' },
      { state: 's', code: 'c', iss: 'https://evil.test' },
      { state: 's', code: 'c' },
    ]) {
      await expect(provider.finish(flow, response)).rejects.toThrow(ProviderFault);
    }
  });
});
