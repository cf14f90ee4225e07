import { randomBytes } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import { ProviderFault } from './auth.errors.js';
import type { CodeFlow, CreateCodeFlow } from './code-flow.port.js';
import { createKeys, verifyIdToken, type Claims } from './id-token.js';
import { toIdentity, type ClaimedProfile } from './identity-mapping.js';
import type { GetJson } from './json-getter.port.js';
import { createMetadataReader } from './oidc-metadata.js';
import type { OidcMetadata } from './oidc-metadata-mapping.js';
import type { Provider, ProviderAnswer } from './provider.port.js';

export interface OidcSettings {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

interface Endpoints {
  readonly metadata: OidcMetadata;
  readonly codeFlow: CodeFlow;
  readonly keys: JWTVerifyGetKey;
}

export function createOidcProvider(
  settings: OidcSettings,
  ports: { readonly getJson: GetJson; readonly createCodeFlow: CreateCodeFlow },
): Provider {
  const { id, name, issuer, clientId } = settings;
  const endpoints = createEndpointReader(settings, ports);
  return {
    id,
    name,
    type: 'oidc',
    origin: new URL(issuer).origin,
    async begin(hints) {
      const { codeFlow } = await endpoints();
      const { url, state, codeVerifier } = await codeFlow.begin();
      const nonce = randomBytes(32).toString('base64url');
      for (const [key, value] of Object.entries({ ...hints, nonce })) {
        if (value !== undefined) url.searchParams.set(key, value);
      }
      return { url: url.href, state, codeVerifier, nonce };
    },
    async finish(flow, answer) {
      const { metadata, codeFlow, keys } = await endpoints();
      checkIssuer(answer, metadata);
      if (answer.error === 'access_denied') return 'denied';
      if (answer.error !== undefined) throw new ProviderFault('provider_error');
      const { state, code } = answer;
      if (!code) throw new ProviderFault('code_missing');
      const tokens = await codeFlow.exchange(flow, { state, code });
      if (!tokens.idToken) throw new ProviderFault('id_token_missing');
      const { nonce } = flow;
      const rules = { issuer: metadata.issuer, clientId, nonce, algorithms: metadata.algorithms };
      const claims = await verifyIdToken(tokens.idToken, keys, rules);
      const profile = await completeProfile(claims, metadata, ports.getJson, tokens.accessToken);
      return toIdentity({ provider: id, issuer: metadata.issuer, subject: claims.sub }, profile);
    },
  };
}

// The flow and the keys belong to one reading of the metadata and are made anew with it.
function createEndpointReader(
  settings: OidcSettings,
  { getJson, createCodeFlow }: { getJson: GetJson; createCodeFlow: CreateCodeFlow },
): () => Promise<Endpoints> {
  const readMetadata = createMetadataReader(settings.issuer, getJson);
  const made = new WeakMap<OidcMetadata, Promise<Endpoints>>();

  async function make(metadata: OidcMetadata): Promise<Endpoints> {
    const scope = ['openid', 'email', 'profile'];
    const codeFlow = await createCodeFlow({ ...settings, ...metadata, scope });
    return { metadata, codeFlow, keys: createKeys(metadata.jwksUri, getJson) };
  }

  return async () => {
    const metadata = await readMetadata();
    const endpoints = made.get(metadata) ?? make(metadata);
    made.set(metadata, endpoints);
    return endpoints;
  };
}

/** RFC 9207 §2.4, for errors as well as for codes. */
function checkIssuer({ iss }: ProviderAnswer, { issuer, namesIssuer }: OidcMetadata): void {
  if (iss === undefined ? namesIssuer : iss !== issuer) throw new ProviderFault('issuer_mismatch');
}

/** Many providers keep name and e-mail for the userinfo endpoint (OpenID Connect Core 1.0 §5.4). */
async function completeProfile(
  claims: Claims,
  { userinfoEndpoint }: OidcMetadata,
  getJson: GetJson,
  accessToken: string,
): Promise<ClaimedProfile> {
  const isComplete = claims['email'] !== undefined && claims['name'] !== undefined;
  if (isComplete || !userinfoEndpoint) return claims;
  const userinfo = Object(await getJson(userinfoEndpoint, accessToken)) as Record<string, unknown>;
  if (userinfo['sub'] !== claims.sub) throw new ProviderFault('subject_mismatch');
  return { ...userinfo, ...claims };
}
