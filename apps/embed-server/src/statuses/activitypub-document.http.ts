import { readJson, type HttpClient } from '@triptych/http-client';
import type { ServiceError } from '@triptych/errors';
import { fields, webUrl } from '../outbound/untrusted.js';
import { requireSuccess } from '../outbound/upstream-json.http.js';
import { StatusNotFound } from './statuses.errors.js';
import type { ApDocument } from './activitypub-values-mapping.js';
import { asTold, doubtOf, malformed } from './instance.http.js';

export type ApAnswer = ApDocument | { readonly doubt: ServiceError };
export type FetchDocument = (url: string) => Promise<ApAnswer>;

const activityStreams = 'https://www.w3.org/ns/activitystreams';
const accept = `application/activity+json, application/ld+json; profile="${activityStreams}"`;

/** An object of ActivityPub, vouched for by the host that its id names. */
export function createFetchDocument(http: HttpClient): FetchDocument {
  async function get(url: string): Promise<ApAnswer & { readonly teller?: string }> {
    const response = await http.request({ url, accept });
    const doubt = doubtOf(response);
    if (doubt) return doubt;
    requireSuccess(response);
    // Uploads of users are served by the same host, but not as this type: CVE-2024-25623.
    if (!isActivityJson(response.headers['content-type'] ?? '')) {
      return { doubt: malformed('the answer does not say it is ActivityPub') };
    }
    const found = fields(readJson(response));
    const id = webUrl(found['id']);
    if (id === null) return { doubt: malformed('an object without an id') };
    return { id, host: new URL(id).host, fields: found, teller: response.url.host };
  }

  // Only its own host can speak for an id: CVE-2024-23832.
  return async (url) => {
    const told = await get(url);
    if ('doubt' in told || told.host === told.teller) return told;
    const own = await asTold(get(told.id));
    if ('doubt' in own || own.host === own.teller) return own;
    throw malformed('an id of yet another host');
  };
}

export function isAbsent(answer: ApAnswer): boolean {
  return 'doubt' in answer && answer.doubt instanceof StatusNotFound;
}

function isActivityJson(contentType: string): boolean {
  if (/^\s*application\/activity\+json\s*(;|$)/i.test(contentType)) return true;
  const profile = /^\s*application\/ld\+json\s*;.*\bprofile="?([^";]*)/i.exec(contentType)?.[1];
  return profile?.split(/\s+/).includes(activityStreams) ?? false;
}
