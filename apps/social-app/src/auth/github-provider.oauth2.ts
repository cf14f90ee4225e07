import { ProviderFault } from './auth.errors.js';
import { toIdentity, type EmailTrust } from './identity-mapping.js';
import { orFault, readCode } from './provider-replies.oauth2.js';
import type { CodeFlow, Provider, ProviderFetch, ProviderParts } from './provider.port.js';

export interface GithubSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly emailTrust: EmailTrust;
  /** The bases of github.com by default. */
  readonly web?: string;
  readonly api?: string;
}

/** GitHub speaks OAuth 2 with PKCE but no OpenID Connect: who one is comes from its API. */
export function createGithubProvider(
  settings: GithubSettings,
  { fetch, createCodeFlow }: ProviderParts,
): Provider {
  const { web = 'https://github.com', api = 'https://api.github.com' } = settings;
  let flow: Promise<CodeFlow> | null = null;
  const codeFlow = () =>
    (flow ??= createCodeFlow({
      ...settings,
      scope: ['read:user', 'user:email'],
      authorizationEndpoint: `${web}/login/oauth/authorize`,
      tokenEndpoint: `${web}/login/oauth/access_token`,
      tokenAuth: 'body',
    }));

  return {
    id: 'github',
    name: 'GitHub',
    type: 'oauth',
    origin: web,
    async begin({ prompt, login_hint }) {
      const { url, state, codeVerifier } = await (await codeFlow()).begin();
      if (prompt !== undefined) url.searchParams.set('prompt', prompt);
      if (login_hint !== undefined) url.searchParams.set('login', login_hint);
      return { url: url.href, state, codeVerifier, nonce: '' };
    },
    async finish(secrets, response) {
      const server = { issuer: `${web}/login/oauth` };
      const client = { client_id: settings.clientId };
      const code = await orFault('', async () => readCode(server, client, secrets.state, response));
      if (code === null) return 'denied';
      const { access_token: token } = await (await codeFlow()).exchange(secrets, code);
      const user = Object(await readJson(fetch, `${api}/user`, token)) as Record<string, unknown>;
      const email = primaryEmail(await readJson(fetch, `${api}/user/emails`, token));
      if (!Number.isSafeInteger(user['id'])) throw new ProviderFault('profile_invalid');
      const account = { provider: 'github', issuer: web, subject: String(user['id']) };
      const name = user['name'] ?? user['login'];
      const profile = { ...email, name, picture: user['avatar_url'] };
      return toIdentity(account, [profile], settings.emailTrust);
    },
  };
}

async function readJson(fetch: ProviderFetch, url: string, token: string): Promise<unknown> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new ProviderFault('provider_unreachable');
  try {
    return await response.json();
  } catch {
    throw new ProviderFault('provider_unreachable');
  }
}

function primaryEmail(list: unknown): { email?: unknown; email_verified?: unknown } {
  const entries = Array.isArray(list) ? (list as (Record<string, unknown> | null)[]) : [];
  const primary = entries.find((entry) => entry?.['primary'] === true);
  return primary ? { email: primary['email'], email_verified: primary['verified'] } : {};
}
