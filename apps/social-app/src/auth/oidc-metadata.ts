import type { GetJson } from './json-getter.port.js';
import { toOidcMetadata, type OidcMetadata } from './oidc-metadata-mapping.js';

const freshFor = 60 * 60 * 1000;

/**
 * Discovery at the first sign-in instead of at start, so that the service runs while the provider is
 * down; asked again each hour, and an old copy serves while the provider fails.
 */
export function createMetadataReader(
  issuer: string,
  getJson: GetJson,
  now: () => number = Date.now,
): () => Promise<OidcMetadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let copy: { readonly metadata: OidcMetadata; readonly until: number } | null = null;
  let underWay: Promise<OidcMetadata> | null = null;

  async function fetch(): Promise<OidcMetadata> {
    const metadata = toOidcMetadata(await getJson(url), issuer);
    copy = { metadata, until: now() + freshFor };
    return metadata;
  }

  return async () => {
    if (copy && copy.until > now()) return copy.metadata;
    underWay ??= fetch().finally(() => {
      underWay = null;
    });
    try {
      return await underWay;
    } catch (error) {
      if (copy) return copy.metadata;
      throw error;
    }
  };
}
