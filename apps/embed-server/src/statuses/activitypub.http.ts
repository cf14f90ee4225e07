import type { HttpClient } from '@triptych/http-client';
import { ServiceError } from '@triptych/schemas';
import { fields } from '../outbound/untrusted.js';
import { isTemporary } from '../outbound/upstream.errors.js';
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
import type {
  AttestedStatus,
  FetchStatus,
  ReadStatusPart,
  StatusReply,
} from './status-source.port.js';
import { InvalidStatusUrl, isOfUnwillingInstance, StatusNotFound } from './statuses.errors.js';

export function isAbsent(reply: ApReply): boolean {
  return 'doubt' in reply && reply.doubt instanceof StatusNotFound;
}

/** What the objects around a post are read with. */
interface Reading {
  readonly byId: FetchDocument;
  readonly readPart: ReadStatusPart;
}

/** A post takes several calls: for itself, its author, and what it quotes. It is shown without the last two while they fail. */
export function createActivityPubSource(http: HttpClient, wait: number): FetchStatus {
  const { byId, ofPage } = createFetchDocuments(http, wait);
  async function read(page: string, reading: Reading): Promise<StatusReply> {
    const found = await refusalAsInvalidUrl(ofPage(page, showsPost));
    if ('doubt' in found) return found;
    const reply = hasType(found.fields, 'Announce')
      ? await boostOf(reading, found)
      : await postOf(reading, await unwrapped(byId, found));
    const isShown = reply !== 'absent' && 'status' in reply;
    return isShown && found.isStandIn ? { ...reply, lacks: reply.lacks ?? 'part' } : reply;
  }
  return async ({ page, isOpen }, readPart) => {
    const reply = await read(page, { byId, readPart });
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

async function boostOf(reading: Reading, boost: ApDocument): Promise<StatusReply> {
  const visibility = visibilityOf(boost.fields);
  const objectId = idOf(boost.fields['object']);
  if (visibility === null || objectId === null) return 'absent';
  // Lemmy's communities boost what was done, and not what was made.
  const boosting = reading
    .byId(objectId)
    .then((found) => ('doubt' in found ? found : unwrapped(reading.byId, found)))
    .then((post) => postOf(reading, post));
  const [booster, boosted] = await Promise.all([authorPartOf(reading, boost), boosting]);
  if ('doubt' in booster) return isAbsent(booster) ? 'absent' : booster;
  if (boosted === 'absent' || 'doubt' in boosted) return boosted;
  const { status: reblog, attestations, lacks } = boosted;
  return {
    status: { id: boost.id, uri: boost.id, visibility, account: toAccount(booster), reblog },
    attestations: {
      status: attestedBy(boost.host, 'activitypub').status,
      reblog: attestations.status,
      quote: attestations.quote,
    },
    lacks: isNameless(booster) ? 'author' : lacks,
  };
}

/** Its author and what it quotes are asked for at the same time. */
async function postOf(reading: Reading, given: ApReply): Promise<StatusReply> {
  const post = shownPost(given);
  if (post === 'absent' || 'doubt' in post) return post;
  const [author, quoted] = await Promise.all([
    authorPartOf(reading, post),
    quotePartOf(reading, post),
  ]);
  if ('doubt' in author) return isAbsent(author) ? 'absent' : author;
  const part = quoted === 'missing' ? 'part' : undefined;
  return {
    ...attestedPost(post, author, quoted === 'missing' ? null : quoted),
    lacks: isNameless(author) ? 'author' : part,
  };
}

/** The post, or why there is none to show. */
function shownPost(post: ApReply): ApDocument | { readonly doubt: ServiceError } | 'absent' {
  if ('doubt' in post) return isAbsent(post) ? 'absent' : post;
  if (hasType(post.fields, 'Tombstone')) return 'absent';
  if (!isPost(post.fields)) return { doubt: new NoStatus(new Error('no kind of post')) };
  return visibilityOf(post.fields) === null ? 'absent' : post;
}

function attestedPost(
  post: ApDocument,
  author: ApDocument,
  quoted: AttestedStatus | null,
): AttestedStatus {
  const attestations = attestedBy(post.host, 'activitypub');
  return {
    status: toMastodonStatus(post, toAccount(author), quoted?.status ?? null, Date.now()),
    attestations: { ...attestations, quote: quoted?.attestations.status ?? attestations.quote },
  };
}

/** Of whom nothing is known but the address. */
function isNameless({ fields: actor }: ApDocument): boolean {
  return Object.keys(actor).length === 0;
}

/** The author; while that one's address fails or is late, one without a name. */
async function authorPartOf({ byId, readPart }: Reading, post: ApDocument): Promise<ApReply> {
  const id = authorIdAt(post);
  const read = await readPart(`actor:${id}`, () => foundOnly(authorOf(byId, post)));
  if ('found' in read) return read.found ?? { doubt: new StatusNotFound() };
  const { failure } = read;
  if (isTemporary(failure)) return { id, host: post.host, fields: {} };
  if (failure instanceof ServiceError && isOfUnwillingInstance(failure)) return { doubt: failure };
  throw failure;
}

/** `null`: absent. Throws any other doubt. */
async function foundOnly(reading: Promise<ApReply>): Promise<ApDocument | null> {
  const reply = await reading;
  if (!('doubt' in reply)) return reply;
  if (isAbsent(reply)) return null;
  throw reply.doubt;
}

/** The address of who wrote it, at the same host. */
function authorIdAt(post: ApDocument): string {
  const id = authorIdOf(post.fields);
  if (id === null) throw malformed('a post without an author');
  if (hostOf(id) !== post.host) throw malformed('an author of another host');
  return id;
}

/** Who wrote it, vouched for by the same host. */
async function authorOf(fetchDocument: FetchDocument, post: ApDocument): Promise<ApReply> {
  const author = await refusalAsMalformed(fetchDocument(authorIdAt(post)));
  if (!('doubt' in author) && author.host !== post.host) {
    throw malformed('an author of another host');
  }
  return author;
}

/** The quoted post when its author agreed; whatever goes wrong, the link remains. */
async function quotePartOf(
  { byId, readPart }: Reading,
  post: ApDocument,
): Promise<AttestedStatus | null | 'missing'> {
  const id = quoteIdOf(post.fields);
  if (id === null) return null;
  const read = await readPart(`quote:${post.id} ${id}`, () => quoteOf(byId, post, id));
  if ('found' in read) return read.found;
  if (read.failure instanceof ServiceError) return 'missing';
  throw read.failure;
}

/** The stamp and the author of the quoted post are asked for at the same time. */
async function quoteOf(
  fetchDocument: FetchDocument,
  post: ApDocument,
  id: string,
): Promise<AttestedStatus | null> {
  const quoted = shownPost(await refusalAsMalformed(fetchDocument(id)));
  if (quoted === 'absent') return null;
  if ('doubt' in quoted) throw quoted.doubt;
  const [mayShow, author] = await Promise.all([
    mayQuote(fetchDocument, post, quoted),
    foundOnly(authorOf(fetchDocument, quoted)),
  ]);
  return mayShow && author ? attestedPost(quoted, author, null) : null;
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
  const stamp = await foundOnly(refusalAsMalformed(fetchDocument(stampId)));
  return (
    stamp !== null &&
    stamp.host === quoted.host &&
    hasType(stamp.fields, 'QuoteAuthorization') &&
    authorIdOf(stamp.fields) === author &&
    idOf(stamp.fields['interactingObject']) === post.id &&
    idOf(stamp.fields['interactionTarget']) === quoted.id
  );
}
