import type { HttpClient } from '@triptych/http-client';
import { ServiceError } from '@triptych/schemas';
import { mostAfter, mostBefore } from '../http/thread-length.js';
import { fields, type Fields } from '../outbound/untrusted.js';
import { createFetchDocuments, type FetchDocument } from './activitypub-document.http.js';
import { isPost, toMastodonStatus } from './activitypub-mapping.js';
import { type ApDocument, authorIdOf, idOf, many, visibilityOf } from './activitypub-object.js';
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
  const { byId } = createFetchDocuments(http);
  return async (asked) => {
    const first = await refusalAsMalformed(byId(asked.id));
    if ('doubt' in first) throw first.doubt;
    const walk = createWalk(byId, asked);
    const ancestors = await walk.above(first);
    const descendants = await walk.below(first);
    return { ancestors, descendants, isPartial: walk.isPartial() };
  };
}

interface Found {
  readonly post: ApDocument;
  readonly status: Fields;
}

function createWalk(byId: FetchDocument, asked: AskedStatus) {
  const { status, accountId, host } = asked;
  const seen = new Set([asked.id]);
  let [left, isPartial] = [mostDocuments - 1, false];

  /** `null`: not of this host, read before, or not readable. */
  async function fetch(id: string | null): Promise<ApDocument | null> {
    if (id === null || hostOf(id) !== host || seen.has(id)) return null;
    seen.add(id);
    const reply = left > 0 ? await refusalAsMalformed(byId(id)).catch(nothing) : null;
    left -= 1;
    if (reply !== null && !('doubt' in reply) && reply.host === host) return reply;
    isPartial = true;
    return null;
  }

  const mapped = (post: ApDocument): Fields => {
    const author = authorIdOf(post.fields);
    const account = author === accountId ? fields(status['account']) : { id: author };
    const visibility = visibilityOf(post.fields) ?? 'private';
    return { ...toMastodonStatus(post, account, null, Date.now()), visibility };
  };

  async function above(first: ApDocument): Promise<readonly Fields[]> {
    const found: Fields[] = [];
    let post: ApDocument | null = first;
    while (post !== null && found.length < mostBefore) {
      post = await fetch(idOf(post.fields['inReplyTo']));
      if (post === null || !isPost(post.fields)) break;
      found.push(mapped(post));
      if (authorIdOf(post.fields) !== accountId) break;
    }
    return found;
  }

  /** Those that lie below the author's own address; where its posts do not lie there, all of this host. */
  function candidatesIn(items: readonly unknown[]): readonly unknown[] {
    const below = `${accountId.replace(/\/$/, '')}/`;
    const ids = items.flatMap((item) => {
      const id = idOf(item);
      return id === null || hostOf(id) !== host || seen.has(id) ? [] : [{ item, id }];
    });
    const isTold = asked.id.startsWith(below);
    return ids.filter(({ id }) => !isTold || id.startsWith(below)).map(({ item }) => item);
  }

  /** The object itself where it stands there, else what is at its address. */
  async function resolve(value: unknown): Promise<Fields> {
    const object = fields(value);
    const isHere = ['items', 'orderedItems', 'first'].some((name) => name in object);
    return isHere ? object : ((await fetch(idOf(value)))?.fields ?? {});
  }

  async function replyItems(post: ApDocument): Promise<readonly unknown[]> {
    const replies = await resolve(post.fields['replies']);
    const here = candidatesIn(itemsOf(replies));
    if (here.length > 0 || replies['first'] === undefined) return here;
    const page = await resolve(replies['first']);
    const onPage = candidatesIn(itemsOf(page));
    if (onPage.length > 0 || page['next'] === undefined) return onPage;
    const next = await resolve(page['next']);
    isPartial ||= next['next'] !== undefined;
    return candidatesIn(itemsOf(next));
  }

  async function ownReplies(post: ApDocument): Promise<readonly Found[]> {
    const items = await replyItems(post);
    isPartial ||= items.length > mostCandidates;
    const found: Found[] = [];
    for (const item of items.slice(0, mostCandidates)) {
      const reply = hereOf(item, host) ?? (await fetch(idOf(item)));
      if (reply === null || !isPost(reply.fields)) continue;
      seen.add(reply.id);
      const isNext = idOf(reply.fields['inReplyTo']) === post.id;
      if (isNext && authorIdOf(reply.fields) === accountId)
        found.push({ post: reply, status: mapped(reply) });
    }
    return found;
  }

  async function below(first: ApDocument): Promise<readonly Fields[]> {
    const all: Fields[] = [];
    let post: ApDocument | undefined = first;
    for (let level = 0; post !== undefined && level <= mostAfter; level += 1) {
      const own = await ownReplies(post);
      all.push(...own.map((one) => one.status));
      const next = earliest(own.map((one) => one.status));
      const isOpen = next !== null && isPublic(next);
      post = isOpen ? own.find((one) => one.status === next)?.post : undefined;
    }
    return all;
  }

  return { above, below, isPartial: () => isPartial };
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

function nothing(error: unknown): null {
  if (error instanceof ServiceError) return null;
  throw error;
}
