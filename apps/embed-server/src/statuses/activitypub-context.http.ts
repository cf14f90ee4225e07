import type { HttpClient } from '@triptych/http-client';
import { ServiceError } from '@triptych/schemas';
import { mostAfter, mostBefore } from '../http/thread-length.js';
import { fields, type Fields } from '../outbound/untrusted.js';
import { createFetchDocuments, type FetchDocument } from './activitypub-document.http.js';
import { isPost, toMastodonStatus } from './activitypub-mapping.js';
import { type ApDocument, authorIdOf, idOf, many, visibilityOf } from './activitypub-object.js';
import { isOfUpstream } from '../outbound/upstream.errors.js';
import { refusalAsMalformed } from './instance.http.js';
import { earliest } from './own-status-thread.js';
import { hostOf } from './provenance.js';
import type { AskedStatus, FetchContext } from './status-context.port.js';
import { isPublic } from './visibility-rules.js';

// What is around a post by ActivityPub: it is walked post by post, within one host. Guarantees: at most `mostDocuments`
// are fetched, of the host that the post is of; an object counts only as its host serves it.
//
//   upwards     `inReplyTo`, until it names another host, another author, or what cannot be read
//   downwards   `replies`: its items, its first page, and where none of these is the author's the next page; of these
//               the author's own are read, which their addresses tell, or else the first few
//   the rest    what is not read by then may be more of the thread: `isPartial`

const mostDocuments = 24;
/** Of replies to one post, where their addresses do not tell whose they are. */
const mostCandidates = 4;

export function createActivityPubContext(http: HttpClient): FetchContext {
  const { byId } = createFetchDocuments(http, Infinity);
  return async (asked) => {
    const first = await refusalAsMalformed(byId(asked.id));
    if ('doubt' in first) throw first.doubt;
    const documents = createDocuments(byId, asked);
    const ancestors = await postsAbove(first, asked, documents);
    const descendants = await postsBelow(first, asked, documents);
    return { ancestors, descendants, ...documents.outcome() };
  };
}

interface Found {
  readonly post: ApDocument;
  readonly status: Fields;
}

type Documents = ReturnType<typeof createDocuments>;

/** Those of the host, each once, and no more than are allowed. */
function createDocuments(byId: FetchDocument, { id: asked, host }: AskedStatus) {
  const seen = new Set([asked]);
  let [left, isPartial, isIncomplete] = [mostDocuments - 1, false, false];
  const isNew = (id: string | null): id is string =>
    id !== null && hostOf(id) === host && !seen.has(id);

  function noteFailure(error: unknown): null {
    if (!(error instanceof ServiceError)) throw error;
    isIncomplete = true;
    return null;
  }

  /** `null`: not of this host, read before, or not readable. */
  async function fetch(id: string | null): Promise<ApDocument | null> {
    if (!isNew(id)) return null;
    seen.add(id);
    const reply = left > 0 ? await refusalAsMalformed(byId(id)).catch(noteFailure) : null;
    left -= 1;
    if (reply !== null && !('doubt' in reply) && reply.host === host) return reply;
    // Of what is no object there may be one the next time.
    isIncomplete ||= reply !== null && 'doubt' in reply && isOfUpstream(reply.doubt);
    isPartial = true;
    return null;
  }

  return {
    fetch,
    isNew,
    /** The object itself where it stands there, else what is at its address. */
    resolve: async (value: unknown): Promise<Fields> => {
      const object = fields(value);
      const isHere = ['items', 'orderedItems', 'first'].some((name) => name in object);
      return isHere ? object : ((await fetch(idOf(value)))?.fields ?? {});
    },
    note: (id: string) => void seen.add(id),
    /** Whether there is more that was not read; whether some of that failed. */
    outcome: () => ({ isPartial, isIncomplete }),
    leaveOut: (isMore: boolean) => void (isPartial ||= isMore),
  };
}

function mapped(post: ApDocument, { status, accountId }: AskedStatus): Fields {
  const author = authorIdOf(post.fields);
  const account = author === accountId ? fields(status['account']) : { id: author };
  const visibility = visibilityOf(post.fields) ?? 'private';
  return { ...toMastodonStatus(post, account, null, Date.now()), visibility };
}

async function postsAbove(
  first: ApDocument,
  asked: AskedStatus,
  { fetch }: Documents,
): Promise<readonly Fields[]> {
  const found: Fields[] = [];
  let post: ApDocument | null = first;
  while (post !== null && found.length < mostBefore) {
    post = await fetch(idOf(post.fields['inReplyTo']));
    if (post === null || !isPost(post.fields)) break;
    found.push(mapped(post, asked));
    if (authorIdOf(post.fields) !== asked.accountId) break;
  }
  return found;
}

async function postsBelow(
  first: ApDocument,
  asked: AskedStatus,
  documents: Documents,
): Promise<readonly Fields[]> {
  const all: Fields[] = [];
  let post: ApDocument | undefined = first;
  for (let level = 0; post !== undefined && level <= mostAfter; level += 1) {
    const own = await ownReplies(post, asked, documents);
    all.push(...own.map(({ status }) => status));
    const next = earliest(own.map(({ status }) => status));
    const isOpen = next !== null && isPublic(next);
    post = isOpen ? own.find(({ status }) => status === next)?.post : undefined;
  }
  return all;
}

async function ownReplies(
  post: ApDocument,
  asked: AskedStatus,
  documents: Documents,
): Promise<readonly Found[]> {
  const items = await replyItems(post, asked, documents);
  documents.leaveOut(items.length > mostCandidates);
  const found: Found[] = [];
  for (const item of items.slice(0, mostCandidates)) {
    const reply = hereOf(item, asked.host) ?? (await documents.fetch(idOf(item)));
    if (reply === null || !isPost(reply.fields)) continue;
    documents.note(reply.id);
    const isNext = idOf(reply.fields['inReplyTo']) === post.id;
    if (isNext && authorIdOf(reply.fields) === asked.accountId)
      found.push({ post: reply, status: mapped(reply, asked) });
  }
  return found;
}

async function replyItems(
  post: ApDocument,
  asked: AskedStatus,
  documents: Documents,
): Promise<readonly unknown[]> {
  const candidates = (collection: Fields) => candidatesIn(collection, asked, documents);
  const replies = await documents.resolve(post.fields['replies']);
  const here = candidates(replies);
  if (here.length > 0 || replies['first'] === undefined) return here;
  const page = await documents.resolve(replies['first']);
  const onPage = candidates(page);
  if (onPage.length > 0 || page['next'] === undefined) return onPage;
  const next = await documents.resolve(page['next']);
  documents.leaveOut(next['next'] !== undefined);
  return candidates(next);
}

/** Those that lie below the author's own address; where its posts do not lie there, all of this host. */
function candidatesIn(
  collection: Fields,
  { id: asked, accountId }: AskedStatus,
  { isNew }: Documents,
): readonly unknown[] {
  const below = `${accountId.replace(/\/$/, '')}/`;
  const isTold = asked.startsWith(below);
  return itemsOf(collection).filter((item) => {
    const id = idOf(item);
    return isNew(id) && (!isTold || id.startsWith(below));
  });
}

function itemsOf(collection: Fields): readonly unknown[] {
  return many(collection['items'] ?? collection['orderedItems']);
}

/** A reply that stands in the collection itself, served by the host of its id. */
function hereOf(item: unknown, host: string): ApDocument | null {
  const object = fields(item);
  const id = idOf(object);
  const isWhole = object['type'] !== undefined && object['attributedTo'] !== undefined;
  return isWhole && id !== null && hostOf(id) === host ? { id, host, fields: object } : null;
}
