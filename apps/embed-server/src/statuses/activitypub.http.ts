import type { HttpClient } from '@triptych/http-client';
import { ServiceError } from '@triptych/schemas';
import { fields, webUrl } from '../outbound/untrusted.js';
import { readWithin, requireSuccess } from '../outbound/upstream-json.http.js';
import { activityPubObject } from './activitypub-limits.js';
import { isPost, toAccount, toMastodonStatus } from './activitypub-mapping.js';
import {
  type ApDocument,
  authorIdOf,
  hasType,
  idOf,
  quoteIdOf,
  visibilityOf,
} from './activitypub-object.js';
import { refusalAsInvalidUrl, refusalAsMalformed, doubtOf, malformed } from './instance.http.js';
import { hostOf, attestedBy } from './provenance.js';
import type { FetchStatus, StatusReply, AttestedStatus } from './status-source.port.js';
import { StatusNotFound } from './statuses.errors.js';

export type ApReply = ApDocument | { readonly doubt: ServiceError };
export type FetchDocument = (url: string) => Promise<ApReply>;

const activityStreams = 'https://www.w3.org/ns/activitystreams';
const accept = `application/activity+json, application/ld+json; profile="${activityStreams}"`;

/** An object of ActivityPub, vouched for by the host that its id names. */
export function createFetchDocument(http: HttpClient): FetchDocument {
  async function get(url: string): Promise<ApReply & { readonly servedBy?: string }> {
    const response = await http.request({ url, accept });
    const doubt = doubtOf(response);
    if (doubt) return doubt;
    requireSuccess(response);
    // Uploads of users are served by the same host, but not as this type: CVE-2024-25623.
    if (!isActivityJson(response.headers['content-type'] ?? '')) {
      return { doubt: malformed('the response is not ActivityPub') };
    }
    const found = fields(await readWithin(response, activityPubObject));
    const id = webUrl(found['id']);
    if (id === null) return { doubt: malformed('an object without an id') };
    return { id, host: hostOf(id), fields: found, servedBy: hostOf(response.url.href) };
  }

  // Only its own host can speak for an id: CVE-2024-23832.
  return async (url) => {
    const found = await get(url);
    if ('doubt' in found || found.host === found.servedBy) return found;
    const own = await refusalAsMalformed(get(found.id));
    if ('doubt' in own || own.host === own.servedBy) return own;
    throw malformed('an id of yet another host');
  };
}

export function isAbsent(reply: ApReply): boolean {
  return 'doubt' in reply && reply.doubt instanceof StatusNotFound;
}

function isActivityJson(contentType: string): boolean {
  if (/^\s*application\/activity\+json\s*(;|$)/i.test(contentType)) return true;
  const profile = /^\s*application\/ld\+json\s*;.*\bprofile="?([^";]*)/i.exec(contentType)?.[1];
  return profile?.split(/\s+/).includes(activityStreams) ?? false;
}

/** A post takes several calls: for itself, its author, and what it quotes. */
export function createActivityPubSource(http: HttpClient): FetchStatus {
  const fetchDocument = createFetchDocument(http);
  return async ({ page }) => {
    const found = await refusalAsInvalidUrl(fetchDocument(page));
    if ('doubt' in found) return found;
    if (hasType(found.fields, 'Announce')) return boostOf(fetchDocument, found);
    return postOf(fetchDocument, await unwrapped(fetchDocument, found), true);
  };
}

/** A Create activity in place of what was created. */
async function unwrapped(fetchDocument: FetchDocument, found: ApDocument): Promise<ApReply> {
  if (!hasType(found.fields, 'Create', 'Update')) return found;
  const object = found.fields['object'];
  const id = idOf(object);
  if (id === null) throw malformed('an activity without an object');
  const isInside = hostOf(id) === found.host && fields(object)['type'] !== undefined;
  return isInside ? { id, host: found.host, fields: fields(object) } : fetchDocument(id);
}

async function boostOf(fetchDocument: FetchDocument, boost: ApDocument): Promise<StatusReply> {
  const visibility = visibilityOf(boost.fields);
  const objectId = idOf(boost.fields['object']);
  if (visibility === null || objectId === null) return 'absent';
  const booster = await authorOf(fetchDocument, boost);
  if ('doubt' in booster) return isAbsent(booster) ? 'absent' : booster;
  const boosted = await postOf(fetchDocument, await fetchDocument(objectId), true);
  if (boosted === 'absent' || 'doubt' in boosted) return boosted;
  const account = toAccount(booster);
  const { status: reblog, attestations } = boosted;
  return {
    status: { id: boost.id, uri: boost.id, visibility, account, reblog },
    attestations: {
      status: { host: boost.host },
      reblog: attestations.status,
      quote: attestations.quote,
    },
  };
}

async function postOf(
  fetchDocument: FetchDocument,
  post: ApReply,
  withQuote: boolean,
): Promise<StatusReply> {
  if ('doubt' in post) return isAbsent(post) ? 'absent' : post;
  if (hasType(post.fields, 'Tombstone') || visibilityOf(post.fields) === null) return 'absent';
  if (!isPost(post.fields)) return { doubt: malformed('no kind of post') };
  const author = await authorOf(fetchDocument, post);
  if ('doubt' in author) return isAbsent(author) ? 'absent' : author;
  const quoted = withQuote ? await quoteOf(fetchDocument, post) : null;
  const attestations = attestedBy(post.host);
  return {
    status: toMastodonStatus(post, author, quoted?.status ?? null, Date.now()),
    attestations: { ...attestations, quote: quoted?.attestations.status ?? attestations.quote },
  };
}

/** Who wrote it, vouched for by the same host. */
async function authorOf(fetchDocument: FetchDocument, post: ApDocument): Promise<ApReply> {
  const id = authorIdOf(post.fields);
  if (id === null) throw malformed('a post without an author');
  if (hostOf(id) !== post.host) throw malformed('an author of another host');
  const author = await refusalAsMalformed(fetchDocument(id));
  if (!('doubt' in author) && author.host !== post.host) {
    throw malformed('an author of another host');
  }
  return author;
}

/** The quoted post when its author agreed; whatever goes wrong, the link remains. */
async function quoteOf(
  fetchDocument: FetchDocument,
  post: ApDocument,
): Promise<AttestedStatus | null> {
  const id = quoteIdOf(post.fields);
  if (id === null) return null;
  try {
    const quoted = await fetchDocument(id);
    if ('doubt' in quoted || !(await mayQuote(fetchDocument, post, quoted))) return null;
    const reply = await postOf(fetchDocument, quoted, false);
    return reply !== 'absent' && 'status' in reply ? reply : null;
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** One may quote oneself; others need the stamp of FEP-044f, kept at the quoted author's host. */
async function mayQuote(
  fetchDocument: FetchDocument,
  post: ApDocument,
  quoted: ApDocument,
): Promise<boolean> {
  const author = authorIdOf(quoted.fields);
  if (author !== null && author === authorIdOf(post.fields)) return true;
  const stampId = idOf(post.fields['quoteAuthorization']);
  if (stampId === null || hostOf(stampId) !== quoted.host) return false;
  const stamp = await fetchDocument(stampId);
  return (
    !('doubt' in stamp) &&
    stamp.host === quoted.host &&
    hasType(stamp.fields, 'QuoteAuthorization') &&
    authorIdOf(stamp.fields) === author &&
    idOf(stamp.fields['interactingObject']) === post.id &&
    idOf(stamp.fields['interactionTarget']) === quoted.id
  );
}
