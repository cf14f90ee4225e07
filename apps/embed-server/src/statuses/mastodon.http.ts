import { HttpClientError } from '@triptych/http-client';
import type { FetchJson } from '../upstream/upstream-json.http.js';
import type { FetchStatus } from './status-source.port.js';
import { InvalidStatusUrl } from './statuses.errors.js';

/** The REST API that Mastodon and its kin speak; public statuses need no token. */
export function createMastodonSource(
  fetchJson: FetchJson,
  isAllowed: (hostname: string, port: string) => boolean,
): FetchStatus {
  return async ({ origin, id }) => {
    try {
      return await fetchJson(`${upgrade(origin, isAllowed)}/api/v1/statuses/${id}`);
    } catch (error) {
      const refused = error instanceof HttpClientError && error.code === 'url_refused';
      throw refused ? new InvalidStatusUrl(error) : error;
    }
  };
}

// Old links say http; instances are asked by https all the same.
function upgrade(origin: string, isAllowed: (hostname: string, port: string) => boolean): string {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol === 'https:' || isAllowed(hostname, port || '80')) return origin;
  return origin.replace(/^http:/, 'https:');
}
