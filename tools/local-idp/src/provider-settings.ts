import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Configuration, interactionPolicy } from 'oidc-provider';
import { faultPage } from './pages.js';
import { claimsOf, type People } from './people.js';

/** An application that may sign people in here. Redirects go to the named paths on any loopback port. */
export interface LocalClient {
  readonly id: string;
  readonly secret: string;
  readonly name?: string;
  readonly redirectUris: readonly string[];
}

const hour = 60 * 60;

/** A signing key that lives as long as the process: nobody should come to trust it. */
async function signingKey() {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ format: 'jwk' });
}

/** No consent page, and a question at every sign-in, so that one browser can be Alice now and Bob a minute later. */
function alwaysAsk({ base, Check }: typeof interactionPolicy) {
  const policy = base();
  policy.remove('consent');
  policy.get('login')?.checks.add(
    new Check('always_ask', 'the person is asked each time', (ctx) => {
      const answered = ctx.oidc.result?.login !== undefined;
      return answered ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
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
      profile: ['name'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: {
      policy: alwaysAsk(policy),
      url: (_ctx, interaction) => `/interaction/${interaction.uid}`,
    },
    ttl: { AccessToken: hour, Grant: hour, IdToken: hour, Interaction: hour, Session: hour },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => claimsOf(people.find(sub)),
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
