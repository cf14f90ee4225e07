import type { HttpClient } from '@triptych/http-client';
import { ServiceError } from '@triptych/schemas';
import { fields } from '../outbound/untrusted.js';
import {
  type ApReply,
  createFetchDocuments,
  type FetchDocument,
} from './activitypub-document.http.js';
import { isPost, toAccount, toMastodonStatus } from './activitypub-mapping.js';
import {
  type ApDocument,
  authorIdOf,
  hasType,
  idOf,
  quoteIdOf,
  visibilityOf,
} from './activitypub-object.js';
import { malformed, NoStatus, refusalAsInvalidUrl, refusalAsMalformed } from './instance.http.js';
import { hostOf, attestedBy } from './provenance.js';
import type { FetchStatus, StatusReply, AttestedStatus } from './status-source.port.js';
import { InvalidStatusUrl, StatusNotFound } from './statuses.errors.js';

export function isAbsent(reply: ApReply): boolean {
  return 'doubt' in reply && reply.doubt instanceof StatusNotFound;
}

/** A post takes several calls: for itself, its author, and what it quotes. */
export function createActivityPubSource(http: HttpClient): FetchStatus {
  const { byId, ofPage } = createFetchDocuments(http);
  async function read(page: string): Promise<StatusReply> {
    const found = await refusalAsInvalidUrl(ofPage(page, showsPost));
    if ('doubt' in found) return found;
    if (hasType(found.fields, 'Announce')) return boostOf(byId, found);
    return postOf(byId, await unwrapped(byId, found), true);
  }
  return async ({ page, isOpen }) => {
    const reply = await read(page);
    const isNone = reply !== 'absent' && 'doubt' in reply && reply.doubt instanceof NoStatus;
    return isOpen && isNone ? { doubt: new InvalidStatusUrl({ cause: reply.doubt }) } : reply;
  };
}

/** Whether it is one, or a word about one; a post that is gone counts. */
function showsPost({ fields: object }: ApDocument): boolean {
  return isPost(object) || hasType(object, 'Announce', 'Create', 'Update', 'Tombstone');
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
      status: attestedBy(boost.host, 'activitypub').status,
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
  if (hasType(post.fields, 'Tombstone')) return 'absent';
  if (!isPost(post.fields)) return { doubt: new NoStatus(new Error('no kind of post')) };
  if (visibilityOf(post.fields) === null) return 'absent';
  const author = await authorOf(fetchDocument, post);
  if ('doubt' in author) return isAbsent(author) ? 'absent' : author;
  const quoted = withQuote ? await quoteOf(fetchDocument, post) : null;
  const attestations = attestedBy(post.host, 'activitypub');
  return {
    status: toMastodonStatus(post, toAccount(author), quoted?.status ?? null, Date.now()),
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
