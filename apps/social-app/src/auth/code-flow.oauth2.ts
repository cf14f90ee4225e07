import fastifyOauth2 from '@fastify/oauth2';
import Fastify from 'fastify';
import { ProviderFault } from './auth.errors.js';
import type { CodeFlow, CodeFlowSettings, TokenReply } from './provider.port.js';

/** RFC 6749 appendix A.12. What else it holds could not be sent in a header, and the error would name it in the log. */
const isAccessToken = /^[\x20-\x7e]+$/;

/**
 * OAuth 2 authorization code with PKCE (RFC 6749 §4.1, RFC 7636) at one pair of endpoints.
 *
 * @fastify/oauth2 reads its endpoints at registration and keeps one flow per browser, in two cookies. So it is
 * registered in an instance that never listens, made when the endpoints are known, and asked by injected requests.
 * The caller keeps the two cookies of each flow, therefore two tabs do not disturb each other (ADR 0008).
 */
export async function createCodeFlow(settings: CodeFlowSettings): Promise<CodeFlow> {
  const host = await createHost(settings);
  return {
    async begin() {
      const { headers, cookies } = await host.inject('/start');
      const values = new Map(cookies.map(({ name, value }) => [name, value]));
      const [state, codeVerifier] = [values.get('state'), values.get('verifier')];
      if (!state || !codeVerifier) throw new Error('the plugin set no state or no verifier');
      return { url: new URL(String(headers.location)), state, codeVerifier };
    },
    async exchange({ state, codeVerifier }, code) {
      const cookies = { state, verifier: codeVerifier };
      const reply = await host.inject({ url: '/callback', query: { state, code }, cookies });
      const token = reply.statusCode === 200 ? reply.json<Partial<TokenReply>>() : {};
      const { access_token } = token;
      if (typeof access_token !== 'string' || !isAccessToken.test(access_token)) {
        throw new ProviderFault('token_request_failed');
      }
      return { ...token, access_token };
    },
  };
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
      http: { timeout: 10_000, maxBytes: 512 * 1024 },
      options: { authorizationMethod: settings.tokenAuth },
    },
  });
  host.get('/callback', async (request, reply) => {
    const token = await host.oauth2Provider?.getAccessTokenFromAuthorizationCodeFlow(
      request,
      reply,
    );
    return token?.token;
  });
  // The error is dropped on purpose: it carries the request with the client's secret.
  host.setErrorHandler((_error, _request, reply) => reply.code(502).send());
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
