import { readJson, type HttpClient } from '@triptych/http-client';
import { fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import { requireSuccess } from '../outbound/upstream-json.http.js';
import { refusalAsMalformed } from './instance.http.js';
import { hostOf } from './provenance.js';
import type { FetchAccount } from './status-source.port.js';

const maxBytes = 64 * 1024;
const accept = 'application/jrd+json, application/json';
const isJrd = /^\s*application\/(?:jrd\+)?json\s*(;|$)/i;
const isActor =
  /^\s*application\/(?:activity\+json|ld\+json\s*;\s*profile="https:\/\/www\.w3\.org\/ns\/activitystreams")/i;
const profilePage = 'http://webfinger.net/rel/profile-page';
const mostLinks = 100;

/**
 * WebFinger (RFC 7033). A domain whose server of the fediverse has another name redirects there, which is the domain's
 * own word; the answer must be about the name that was asked for.
 */
export function createWebfingerSource(http: HttpClient): FetchAccount {
  return async (user, origin) => {
    const name = `${user}@${hostOf(origin)}`;
    const url = `${origin}/.well-known/webfinger?resource=${encodeURIComponent(`acct:${name}`)}`;
    const response = await refusalAsMalformed(http.request({ url, accept, maxBytes }));
    if ([400, 404, 410].includes(response.status)) return null;
    requireSuccess(response);
    if (!isJrd.test(response.headers['content-type'] ?? '')) return null;
    const jrd = fields(readJson(response));
    const subject = text(jrd['subject'])?.toLowerCase() ?? `acct:${name}`;
    if (subject !== `acct:${name}`.toLowerCase()) return null;
    const links = list(jrd['links']).slice(0, mostLinks).map(fields);
    return {
      actors: addresses(
        links,
        (link) => link['rel'] === 'self' && isActor.test(text(link['type']) ?? ''),
      ),
      pages: addresses(links, (link) => link['rel'] === profilePage),
    };
  };
}

function addresses(links: readonly Fields[], isWanted: (link: Fields) => boolean): string[] {
  return links.filter(isWanted).flatMap((link) => webUrl(link['href']) ?? []);
}
