import type { HttpClient } from '@triptych/http-client';
import { readWithin, requireSuccess } from '../outbound/upstream-json.http.js';
import { refusalAsInvalidUrl, doubtOf, malformed } from './instance.http.js';
import { mastodonStatus } from './mastodon-limits.js';
import type { FetchStatus } from './status-source.port.js';

/** The REST API that Mastodon and its kin speak; public statuses need no token. */
export function createMastodonSource(http: HttpClient): FetchStatus {
  return async ({ origin, id }) => {
    const url = `${origin}/api/v1/statuses/${id}`;
    const response = await refusalAsInvalidUrl(http.request({ url, accept: 'application/json' }));
    const isJson = /json\b/i.test(response.headers['content-type'] ?? '');
    // Who says it in JSON has the API, and so the last word.
    if (isJson && [404, 410].includes(response.status)) return 'absent';
    const doubt = doubtOf(response);
    if (doubt) return doubt;
    requireSuccess(response);
    return isJson
      ? { status: readWithin(response, mastodonStatus) }
      : { doubt: malformed('no JSON') };
  };
}
