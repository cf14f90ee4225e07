import fastifyOauth2 from '@fastify/oauth2';
import Fastify from 'fastify';
import { ClientSecretBasic, ClientSecretPost, genericTokenEndpointRequest } from 'oauth4webapi';
import { ProviderFault } from './auth.errors.js';
import { requestOptions } from './oidc-metadata.oauth2.js';
import type { CodeFlow, CodeFlowSettings, ProviderFetch, TokenReply } from './provider.port.js';

/** RFC 6749 appendix A.12. What else it holds could not be sent in a header, and the error would name it in the log. */
const isAccessToken = /^[\x20-\x7e]+$/;

/**
 * OAuth 2 authorization code with PKCE (RFC 6749 §4.1, RFC 7636) at one pair of endpoints.
 *
 * @fastify/oauth2 reads its endpoints at registration and keeps one flow per browser, in two cookies. So it is
 * registered in an instance that never listens, made when the endpoints are known, and asked by injected requests.
 * The caller keeps the two cookies of each flow, therefore two tabs do not disturb each other (ADR 0008).
 *
 * The plugin would exchange the code by a client of its own, which the address guard does not know: whoever writes the
 * discovery document could have the secret sent to any address inside. So `fetch` does that.
 */
export async function createCodeFlow(
  settings: CodeFlowSettings,
  fetch: ProviderFetch,
): Promise<CodeFlow> {
  const host = await createHost(settings);
  return {
    async begin() {
      const { headers, cookies } = await host.inject('/start');
      const values = new Map(cookies.map(({ name, value }) => [name, value]));
      const [state, codeVerifier] = [values.get('state'), values.get('verifier')];
      if (!state || !codeVerifier) throw new Error('the plugin set no state or no verifier');
      return { url: new URL(String(headers.location)), state, codeVerifier };
    },
    async exchange({ codeVerifier }, code) {
      const response = await requestToken(settings, fetch, codeVerifier, code);
      const token = response.status === 200 ? await readReply(response) : {};
      const { access_token } = token;
      if (typeof access_token !== 'string' || !isAccessToken.test(access_token)) {
        throw new ProviderFault('token_request_failed');
      }
      return { ...token, access_token };
    },
  };
}

/** RFC 6749 §4.1.3. Throws ProviderFault without a reply. */
function requestToken(
  { clientId, clientSecret, redirectUri, tokenEndpoint, tokenAuth }: CodeFlowSettings,
  fetch: ProviderFetch,
  code_verifier: string,
  code: string,
): Promise<Response> {
  const { origin } = new URL(tokenEndpoint);
  return genericTokenEndpointRequest(
    { issuer: origin, token_endpoint: tokenEndpoint },
    { client_id: clientId },
    (tokenAuth === 'body' ? ClientSecretPost : ClientSecretBasic)(clientSecret),
    'authorization_code',
    { code, redirect_uri: redirectUri, code_verifier },
    requestOptions(origin, fetch),
  );
}

async function readReply(response: Response): Promise<Partial<TokenReply>> {
  const reply: unknown = await response.json().catch(() => null);
  return Object(reply) as Partial<TokenReply>;
}

async function createHost(settings: CodeFlowSettings) {
  const host = Fastify({ logger: false });
  await host.register(fastifyOauth2, {
    name: 'provider',
    scope: [...settings.scope],
    startRedirectPath: '/start',
    callbackUri: settings.redirectUri,
    pkce: 'S256',
    redirectStateCookieName: 'state',
    verifierCookieName: 'verifier',
    credentials: {
      client: { id: settings.clientId, secret: settings.clientSecret },
      auth: splitEndpoints(settings),
    },
  });
  return host;
}

function splitEndpoints({ authorizationEndpoint, tokenEndpoint }: CodeFlowSettings) {
  const [authorize, token] = [new URL(authorizationEndpoint), new URL(tokenEndpoint)];
  return {
    authorizeHost: authorize.origin,
    authorizePath: authorize.pathname + authorize.search,
    tokenHost: token.origin,
    tokenPath: token.pathname + token.search,
  };
}
