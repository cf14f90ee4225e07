import {
  clockTolerance,
  generateRandomNonce,
  getValidatedIdTokenClaims,
  processAuthorizationCodeResponse,
  processUserInfoResponse,
  userInfoRequest,
  validateApplicationLevelSignature,
  type IDToken,
} from 'oauth4webapi';
import { ProviderFault } from './auth.errors.js';
import { toIdentity, type ClaimedProfile, type EmailTrust } from './identity-mapping.js';
import { discover, keepFresh, requestOptions, type OidcMetadata } from './oidc-metadata.oauth2.js';
import { orFault, readCode } from './provider-replies.oauth2.js';
import type { Provider, ProviderParts, TokenReply } from './provider.port.js';

export interface OidcSettings {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly emailTrust: EmailTrust;
}

/** Seconds by which the provider's clock may differ from ours. */
const skew = 30;

/**
 * Any OpenID provider. @fastify/oauth2 drives the code flow, oauth4webapi judges every reply (ADR 0008): state and
 * `iss` of the callback; issuer, audience, times, nonce and signature of the id_token; the subject of the userinfo.
 */
export function createOidcProvider(settings: OidcSettings, parts: ProviderParts): Provider {
  const { id, name, issuer, clientId, emailTrust } = settings;
  const verifier = {
    client: { client_id: clientId, [clockTolerance]: skew },
    options: requestOptions(issuer, parts.fetch),
  };
  // The code flow belongs to one reading of the metadata and is made anew with it.
  const connect = keepFresh(async () => {
    const server = await discover(issuer, parts.fetch);
    return { server, codeFlow: await parts.createCodeFlow(codeFlowSettings(settings, server)) };
  });
  return {
    id,
    name,
    type: 'oidc',
    origin: new URL(issuer).origin,
    async begin(hints) {
      const { url, state, codeVerifier } = await (await connect()).codeFlow.begin();
      const nonce = generateRandomNonce();
      for (const [key, value] of Object.entries({ ...hints, nonce })) {
        if (value !== undefined) url.searchParams.set(key, value);
      }
      return { url: url.href, state, codeVerifier, nonce };
    },
    async finish(flow, response) {
      const { server, codeFlow } = await connect();
      return orFault(flow.nonce, async () => {
        const code = readCode(server, verifier.client, flow.state, response);
        if (code === null) return 'denied';
        const token = await codeFlow.exchange(flow, code);
        const claims = await verifyIdToken(verifier, server, token, flow.nonce);
        const account = { provider: id, issuer: server.issuer, subject: claims.sub };
        const sources = [claims, ...(await readUserinfo(verifier, server, token, claims))];
        return toIdentity(account, sources, emailTrust);
      });
    },
  };
}

function codeFlowSettings(settings: OidcSettings, server: OidcMetadata) {
  const methods = server.token_endpoint_auth_methods_supported;
  return {
    ...settings,
    scope: ['openid', 'email', 'profile'],
    authorizationEndpoint: server.authorization_endpoint,
    tokenEndpoint: server.token_endpoint,
    tokenAuth: methods && !methods.includes('client_secret_basic') ? 'body' : 'header',
  } as const;
}

interface Verifier {
  readonly client: { readonly client_id: string };
  readonly options: ReturnType<typeof requestOptions>;
}

/** OpenID Connect Core 1.0 §3.1.3.7. */
async function verifyIdToken(
  { client, options }: Verifier,
  server: OidcMetadata,
  token: TokenReply,
  expectedNonce: string,
): Promise<IDToken> {
  if (typeof token['id_token'] !== 'string') throw new ProviderFault('id_token_missing');
  const response = Response.json(token);
  const result = await processAuthorizationCodeResponse(server, client, response, {
    expectedNonce,
    requireIdToken: true,
  });
  await validateApplicationLevelSignature(server, response, options);
  const claims = getValidatedIdTokenClaims(result);
  // The library looks at the authorized party only where a token has several audiences.
  if (claims?.azp !== undefined && claims.azp !== client.client_id) {
    throw new ProviderFault('audience_mismatch');
  }
  // Nor does it look at when the token was issued, which the provider cannot know ahead of time.
  const isFromFuture = claims !== undefined && claims.iat > Date.now() / 1000 + skew;
  if (!claims || isFromFuture || !/^[\x21-\x7e]{1,255}$/.test(claims.sub)) {
    throw new ProviderFault('id_token_invalid');
  }
  return claims;
}

const profileClaims = ['name', 'email', 'email_verified'];

/** Many providers keep name, e-mail or its flag for the userinfo endpoint (OpenID Connect Core 1.0 §5.4). */
async function readUserinfo(
  { client, options }: Verifier,
  server: OidcMetadata,
  { access_token: token }: TokenReply,
  claims: IDToken,
): Promise<ClaimedProfile[]> {
  const isComplete = profileClaims.every((name) => claims[name] !== undefined);
  if (isComplete || server.userinfo_endpoint === undefined) return [];
  const response = await userInfoRequest(server, client, token, options);
  // Whoever may not read it can still sign in with what the id_token says.
  if (response.status !== 200 && claims['email'] !== undefined) return [];
  return [await processUserInfoResponse(server, client, claims.sub, response)];
}
