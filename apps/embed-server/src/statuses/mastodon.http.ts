import type { HttpClient, HttpResponse } from '@triptych/http-client';
import { readWithin, requireSuccess } from '../outbound/upstream-json.http.js';
import { doubtOf, LeftHost, malformed, refusalAsInvalidUrl, stayAt } from './instance.http.js';
import { mastodonStatus } from './mastodon-limits.js';
import { hostOf, attestedBy } from './provenance.js';
import type { FetchStatus, StatusReply } from './status-source.port.js';

/** The REST API that Mastodon and its kin speak; public statuses need no token. */
export function createMastodonSource(http: HttpClient): FetchStatus {
  return async ({ origin, id }) => {
    const url = `${origin}/api/v1/statuses/${id}`;
    const request = { url, accept: 'application/json', beforeHop: stayAt(origin) };
    try {
      return await readReply(await refusalAsInvalidUrl(http.request(request)), hostOf(origin));
    } catch (error) {
      if (error instanceof LeftHost) return { doubt: error };
      throw error;
    }
  };
}

async function readReply(response: HttpResponse, host: string): Promise<StatusReply> {
  const isJson = /^\s*application\/json\s*(;|$)/i.test(response.headers['content-type'] ?? '');
  // Who has the API has the last word. Any server may reply 404 in JSON to paths that it does not know.
  if (isJson && (response.status === 410 || isOfMastodon(response))) return 'absent';
  const doubt = doubtOf(response);
  if (doubt) return doubt;
  requireSuccess(response);
  if (!isJson) return { doubt: malformed('no JSON') };
  return {
    status: await readWithin(response, mastodonStatus),
    attestations: attestedBy(host, 'mastodon'),
  };
}

/**
 * A 404 of the API: the name of the server, or its words alone, which its kin copied. The second are those for a status
 * that not everyone may see. Frameworks say more in their own 404.
 */
function isOfMastodon({ status, headers, body }: HttpResponse): boolean {
  if (status !== 404) return false;
  const words = /^\s*\{\s*"error"\s*:\s*"(?:Record not found|Not Found)"\s*\}\s*$/;
  return headers['server'] === 'Mastodon' || words.test(body.toString('utf8', 0, 200));
}
