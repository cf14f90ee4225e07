import { createGithubProvider } from './github-provider.js';
import { createOidcProvider } from './oidc-provider.js';
import type { Provider, ProviderParts } from './provider.port.js';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface ProviderSettings {
  readonly oidc?: (ClientCredentials & { readonly issuer: string; readonly name: string }) | null;
  readonly google?: ClientCredentials | null;
  readonly github?: ClientCredentials | null;
}

/** The configured providers, in the order in which people are shown them. */
export function createProviders(
  origin: string,
  { oidc, google, github }: ProviderSettings,
  parts: ProviderParts,
): Provider[] {
  const redirectUri = (id: string) => `${origin}/api/auth/callback/${id}`;
  const openId = (id: string, settings: ClientCredentials & { issuer: string; name: string }) =>
    createOidcProvider({ ...settings, id, redirectUri: redirectUri(id) }, parts);
  const googleSettings = { name: 'Google', issuer: 'https://accounts.google.com' };
  return [
    ...(oidc ? [openId('oidc', oidc)] : []),
    ...(google ? [openId('google', { ...googleSettings, ...google })] : []),
    ...(github
      ? [createGithubProvider({ ...github, redirectUri: redirectUri('github') }, parts)]
      : []),
  ];
}
