import {
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
  type AuthorizationServer,
} from 'oauth4webapi';
import { ProviderFault } from './auth.errors.js';
import type { ProviderFetch } from './provider.port.js';

/** OpenID Connect Discovery 1.0 §3, with the endpoints that a sign-in cannot do without. */
export type OidcMetadata = AuthorizationServer &
  Readonly<Record<'authorization_endpoint' | 'token_endpoint' | 'jwks_uri', string>>;

/** How oauth4webapi calls a provider. Plain http is for one on this machine, whose issuer has it too. */
export function requestOptions(issuer: string, fetch: ProviderFetch) {
  return { [customFetch]: fetch, [allowInsecureRequests]: issuer.startsWith('http:') };
}

/** Throws ProviderFault for a document of another issuer or with unusable endpoints. */
export async function discover(configured: string, fetch: ProviderFetch): Promise<OidcMetadata> {
  const issuer = configured.replace(/\/$/, '');
  const response = await discoveryRequest(new URL(issuer), requestOptions(issuer, fetch));
  if (response.status !== 200) throw new ProviderFault('provider_unreachable');
  const readAs = (spelling: string) =>
    processDiscoveryResponse(new URL(spelling), response.clone()).catch(() => null);
  // Some providers write their issuer with a closing slash, and operators copy it without.
  const server = (await readAs(issuer)) ?? (await readAs(`${issuer}/`));
  if (!server) throw new ProviderFault('issuer_mismatch');
  const { authorization_endpoint = '', token_endpoint = '', jwks_uri = '' } = server;
  const endpoints = [authorization_endpoint, token_endpoint, jwks_uri];
  if (!endpoints.every((url) => isEndpoint(url, issuer))) {
    throw new ProviderFault('metadata_invalid');
  }
  return { ...server, authorization_endpoint, token_endpoint, jwks_uri };
}

function isEndpoint(text: unknown, issuer: string): boolean {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
  return url !== null && ['https:', new URL(issuer).protocol].includes(url.protocol);
}

const freshFor = 60 * 60 * 1000;

/**
 * Loads at the first call instead of at start, so that the service runs while a provider is down. One load at a time;
 * loaded again after an hour, and the old copy serves while that fails.
 */
export function keepFresh<T>(load: () => Promise<T>, now: () => number = Date.now) {
  let copy: { readonly value: T; readonly until: number } | null = null;
  let underWay: Promise<T> | null = null;

  async function refresh(): Promise<T> {
    const value = await load();
    copy = { value, until: now() + freshFor };
    return value;
  }

  return async (): Promise<T> => {
    if (copy && copy.until > now()) return copy.value;
    underWay ??= refresh().finally(() => {
      underWay = null;
    });
    try {
      return await underWay;
    } catch (error) {
      if (copy) return copy.value;
      throw error;
    }
  };
}
