import fastifyOauth2, { type OAuth2Namespace } from '@fastify/oauth2';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { ProviderFault } from './auth.errors.js';
import type { CodeFlow, CodeFlowSettings, Tokens } from './code-flow.port.js';

/**
 * @fastify/oauth2 keeps one flow per browser in cookies and reads its endpoints at registration.
 * Here it lives in an instance of its own that never listens, made when the endpoints are known, and
 * its cookies are a map that the caller keeps per flow: two tabs do not disturb each other.
 */
export async function createCodeFlow(settings: CodeFlowSettings): Promise<CodeFlow> {
  const plugin = await registerPlugin(settings);
  return {
    async begin() {
      const cookies = new Map<string, string>();
      const setCookie = (name: string, value: string) => cookies.set(name, value);
      const url = await plugin.generateAuthorizationUri(
        {} as FastifyRequest,
        { setCookie } as unknown as FastifyReply,
      );
      const [state, codeVerifier] = [cookies.get('state'), cookies.get('verifier')];
      if (!state || !codeVerifier) throw new Error('the plugin set no state or no verifier');
      return { url: new URL(url), state, codeVerifier };
    },
    async exchange(flow, query) {
      const cookies = { state: flow.state, verifier: flow.codeVerifier };
      const request = { query, cookies } as unknown as FastifyRequest;
      try {
        const { token } = await plugin.getAccessTokenFromAuthorizationCodeFlow(request);
        return toTokens({ ...token });
      } catch {
        // The cause is dropped on purpose: it carries the request with the client's secret.
        throw new ProviderFault('token_request_failed');
      }
    },
  };
}

async function registerPlugin(settings: CodeFlowSettings): Promise<OAuth2Namespace> {
  const host = Fastify({ logger: false });
  await host.register(fastifyOauth2, {
    name: 'provider',
    scope: [...settings.scope],
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
  const plugin = host.oauth2Provider;
  if (!plugin) throw new Error('@fastify/oauth2 did not register');
  return plugin;
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

function toTokens({ access_token, id_token }: Partial<Record<string, unknown>>): Tokens {
  if (typeof access_token !== 'string') throw new ProviderFault('token_request_failed');
  return { accessToken: access_token, idToken: typeof id_token === 'string' ? id_token : null };
}
