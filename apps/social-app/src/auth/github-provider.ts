import { ProviderFault } from './auth.errors.js';
import type { CodeFlow, CreateCodeFlow } from './code-flow.port.js';
import { toIdentity } from './identity-mapping.js';
import type { GetJson } from './json-getter.port.js';
import type { Provider, ProviderAnswer } from './provider.port.js';

export interface GithubSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** The bases of github.com unless told. */
  readonly web?: string;
  readonly api?: string;
}

/** GitHub speaks OAuth 2 with PKCE but no OpenID Connect: who one is comes from its API. */
export function createGithubProvider(
  settings: GithubSettings,
  ports: { readonly getJson: GetJson; readonly createCodeFlow: CreateCodeFlow },
): Provider {
  const { web = 'https://github.com', api = 'https://api.github.com' } = settings;
  let flow: Promise<CodeFlow> | null = null;
  const codeFlow = () =>
    (flow ??= ports.createCodeFlow({
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
    async finish(secrets, answer) {
      const code = readCode(answer, `${web}/login/oauth`);
      if (code === null) return 'denied';
      const { accessToken } = await (
        await codeFlow()
      ).exchange(secrets, { state: answer.state, code });
      const user = Object(await ports.getJson(`${api}/user`, accessToken)) as Record<
        string,
        unknown
      >;
      const email = primaryEmail(await ports.getJson(`${api}/user/emails`, accessToken));
      if (!Number.isSafeInteger(user['id'])) throw new ProviderFault('profile_invalid');
      const account = { provider: 'github', issuer: web, subject: String(user['id']) };
      const name = user['name'] ?? user['login'];
      return toIdentity(account, { ...email, name, picture: user['avatar_url'] });
    },
  };
}

function readCode({ iss, error, code }: ProviderAnswer, issuer: string): string | null {
  if (iss !== undefined && iss !== issuer) throw new ProviderFault('issuer_mismatch');
  if (error === 'access_denied') return null;
  if (error !== undefined) throw new ProviderFault('provider_error');
  if (!code) throw new ProviderFault('code_missing');
  return code;
}

function primaryEmail(list: unknown): { email?: unknown; email_verified?: unknown } {
  const entries = Array.isArray(list) ? (list as (Record<string, unknown> | null)[]) : [];
  const primary = entries.find((entry) => entry?.['primary'] === true);
  return primary ? { email: primary['email'], email_verified: primary['verified'] } : {};
}
