import { createHash, timingSafeEqual } from 'node:crypto';
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import { ProviderFault } from './auth.errors.js';
import type { ClaimedProfile } from './identity-mapping.js';
import type { GetJson } from './json-getter.port.js';

export interface IdTokenRules {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
  readonly algorithms: readonly string[];
}

export type Claims = JWTPayload & ClaimedProfile & { readonly sub: string };

/** The provider's keys: fetched when first needed, and again when a token names an unknown one. */
export function createKeys(jwksUri: string, getJson: GetJson): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(jwksUri), {
    [customFetch]: async (url: string) => Response.json(await getJson(url)),
  });
}

/** OpenID Connect Core 1.0 §3.1.3.7. Throws ProviderFault when any rule is broken. */
export async function verifyIdToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId, nonce, algorithms }: IdTokenRules,
): Promise<Claims> {
  const claims = await verifySignature(token, keys, {
    issuer,
    audience: clientId,
    algorithms: [...algorithms],
    requiredClaims: ['sub', 'iat', 'exp'],
    clockTolerance: 30,
  });
  if (!sameText(claims['nonce'], nonce)) throw new ProviderFault('nonce_mismatch');
  // A token for several parties is ours only if it was issued to us.
  const several = Array.isArray(claims.aud) && claims.aud.length > 1;
  const party = claims['azp'];
  if ((several || party !== undefined) && party !== clientId) {
    throw new ProviderFault('audience_mismatch');
  }
  const { sub } = claims;
  if (typeof sub !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(sub)) {
    throw new ProviderFault('id_token_invalid');
  }
  return { ...claims, sub };
}

async function verifySignature(
  token: string,
  keys: JWTVerifyGetKey,
  options: Parameters<typeof jwtVerify>[2],
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new ProviderFault('id_token_invalid');
    throw error;
  }
}

function sameText(given: unknown, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(expected));
}
