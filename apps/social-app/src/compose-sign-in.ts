import { createHttpClient } from '@triptych/http-client';
import { listOf, type Registry } from '@triptych/service-host';
import { createCodeFlow } from './auth/code-flow.oauth2.js';
import { createPrismaFlowStore } from './auth/flow-store.prisma.js';
import { createGithubProvider } from './auth/github-provider.oauth2.js';
import { createOidcProvider } from './auth/oidc-provider.oauth2.js';
import { createProviderFetch } from './auth/provider-fetch.http.js';
import type { Provider, ProviderParts } from './auth/provider.port.js';
import { withSignInMetrics } from './auth/sign-in-metrics.js';
import { createSignIn } from './auth/sign-in.js';
import type { Stores } from './compose-stores.js';
import { providerSettings } from './config.js';
import type { Pictures } from './pictures/pictures.js';

/** Sign-in with the configured providers. */
export function composeSignIn(stores: Stores, pictures: Pictures, metrics?: Registry) {
  const { prisma, accounts, sessions, origin, config } = stores;
  const settings = providerSettings(config);
  const http = createHttpClient({
    userAgent: 'triptych-social-app',
    // The operator named this host; nobody else can make the service call a private address.
    allowHosts: [
      ...listOf(config.OUTBOUND_ALLOW_HOSTS),
      ...(settings.oidc ? [new URL(settings.oidc.issuer).host] : []),
    ],
  });
  const fetch = createProviderFetch(http);
  const parts: ProviderParts = {
    fetch,
    createCodeFlow: (flow) => createCodeFlow(flow, fetch),
  };
  const providers = createProviders(origin, settings, parts);
  const flows = createPrismaFlowStore(prisma);
  const onSignedIn = (userId: string) => void pictures.refresh(userId);
  const signIn = createSignIn({ providers, flows, accounts, sessions, onSignedIn });
  return {
    signIn: metrics ? withSignInMetrics(signIn, metrics) : signIn,
    close: () => http.close(),
  };
}

/** The configured providers, in the order in which people see them. */
function createProviders(
  origin: string,
  { oidc, google, github }: ReturnType<typeof providerSettings>,
  parts: ProviderParts,
): Provider[] {
  const redirectUri = (id: string) => `${origin}/api/auth/callback/${id}`;
  const openId = (id: string, settings: NonNullable<typeof oidc>) =>
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
