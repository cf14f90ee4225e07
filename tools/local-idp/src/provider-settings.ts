import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Configuration, interactionPolicy } from 'oidc-provider';
import { faultPage } from './pages.js';
import type { People } from './people.js';

/** An application that may sign people in here. Redirects go to the named paths on any loopback port. */
export interface LocalClient {
  readonly id: string;
  readonly secret: string;
  readonly name?: string;
  readonly redirectUris: readonly string[];
}

/** The callback of social-app, under its `PUBLIC_URL`. */
export const callbackPath = '/api/auth/callback/oidc';

/** The client that social-app is on a developer's machine. Its secret is public and protects nothing. */
export const developmentClient: LocalClient = {
  id: 'triptych-development',
  secret: 'not-a-secret-for-development-only',
  name: 'Triptych',
  redirectUris: [
    `http://localhost:8082${callbackPath}`,
    `http://127.0.0.1:8082${callbackPath}`,
    `http://[::1]:8082${callbackPath}`,
  ],
};

const hour = 60 * 60;

/** A signing key for the time of the process, so that nothing can come to rely on it. */
async function signingKey() {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ format: 'jwk' });
}

/** No consent page, and a prompt at every sign-in, so that one browser can be Alice now and Bob a minute later. */
function alwaysPrompt({ base, Check }: typeof interactionPolicy) {
  const policy = base();
  policy.remove('consent');
  policy.get('login')?.checks.add(
    new Check('always_ask', 'the person is asked each time', (ctx) => {
      const signedIn = ctx.oidc.result?.login !== undefined;
      return signedIn ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  return policy;
}

const registration = (client: LocalClient) => ({
  client_id: client.id,
  client_secret: client.secret,
  client_name: client.name ?? client.id,
  // RFC 8252 §7.3: a native application may come back on any loopback port.
  application_type: 'native' as const,
  redirect_uris: [...client.redirectUris],
  grant_types: ['authorization_code'],
  response_types: ['code' as const],
});

/** The settings of the provider: PKCE for everybody, claims in the id_token, no consent page. */
export async function providerSettings(
  clients: readonly LocalClient[],
  people: People,
  policy: typeof interactionPolicy,
): Promise<Configuration> {
  return {
    clients: clients.map(registration),
    jwks: { keys: [await signingKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: {
      policy: alwaysPrompt(policy),
      url: (_ctx, interaction) => `/interaction/${interaction.uid}`,
    },
    ttl: { AccessToken: hour, Grant: hour, IdToken: hour, Interaction: hour, Session: hour },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => people.claimsOf(sub),
    }),
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId,
        accountId: session?.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = faultPage(out.error, out.error_description ?? 'The request cannot be served.');
    },
  };
}
