import { ProviderFault } from './auth.errors.js';

/** The part of OpenID Connect Discovery 1.0 §3 that a sign-in needs. */
export interface OidcMetadata {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly jwksUri: string;
  readonly userinfoEndpoint: string | null;
  /** RFC 9207: every answer names its issuer, so one that does not is not this provider's. */
  readonly namesIssuer: boolean;
  readonly tokenAuth: 'header' | 'body';
  readonly algorithms: readonly string[];
}

// Asymmetric only: with HMAC the client secret would be the key, and `none` is no signature.
const trusted = [
  'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519',
]; // prettier-ignore

/** Throws ProviderFault for a document of another issuer or with unusable endpoints. */
export function toOidcMetadata(document: unknown, configuredIssuer: string): OidcMetadata {
  const fields = Object(document) as Record<string, unknown>;
  const issuer = fields['issuer'];
  if (typeof issuer !== 'string' || bare(issuer) !== bare(configuredIssuer)) {
    throw new ProviderFault('issuer_mismatch');
  }
  const url = (name: string) => readEndpoint(fields[name], configuredIssuer);
  const methods = readStrings(fields['token_endpoint_auth_methods_supported']);
  const offered = readStrings(fields['id_token_signing_alg_values_supported']);
  return {
    issuer,
    authorizationEndpoint: url('authorization_endpoint'),
    tokenEndpoint: url('token_endpoint'),
    jwksUri: url('jwks_uri'),
    userinfoEndpoint: fields['userinfo_endpoint'] === undefined ? null : url('userinfo_endpoint'),
    namesIssuer: fields['authorization_response_iss_parameter_supported'] === true,
    tokenAuth: methods && !methods.includes('client_secret_basic') ? 'body' : 'header',
    algorithms: offered ? trusted.filter((name) => offered.includes(name)) : ['RS256'],
  };
}

// Some providers write their issuer with a closing slash, and operators copy it without.
function bare(issuer: string): string {
  return issuer.replace(/\/$/, '');
}

function readEndpoint(value: unknown, issuer: string): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
  // Plain http is for a provider on this machine, whose issuer says so itself.
  const allowed = ['https:', new URL(issuer).protocol];
  if (!url || !allowed.includes(url.protocol)) throw new ProviderFault('metadata_invalid');
  return url.href;
}

function readStrings(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null;
}
