// The posts of one author around a post. Guarantees: each one's author is that of the post, in its address, too, and each
// replies to the one before it; none comes twice; none that labels hide or keep for people who are signed in is among
// them. The work is linear in the bytes of the reply.
//
//   upwards, the post replies to                       the chain
//   nothing, or somebody else                          begins here
//   its author, and that post is here                  goes on
//   its author, and that post is gone, hidden, forged  is cut
//   downwards, the author's replies to the post        the chain
//   none                                               ends here
//   several                                            goes on with the earliest
//   the earliest is gone, blocked or hidden            is cut
//   not read, though there are replies                 is cut

import { mostAfter, mostBefore } from '../http/thread-length.js';
import { count, fields, list, type Fields } from '../outbound/untrusted.js';
import { postDate } from './bluesky-mapping.js';
import { isHidden, isSignedInOnly } from './labels.js';
import { parseRecordUri, type RecordUri } from './post-address.js';

export interface OwnThread {
  /** Views of posts, the first one of the thread first. */
  readonly before: readonly Fields[];
  readonly after: readonly Fields[];
  /** Whether the author's thread may have more at its home. */
  readonly isCut: boolean;
}

type Chain = Pick<OwnThread, 'isCut'> & { readonly views: readonly Fields[] };

/** `thread`: a `threadViewPost` of the post that was asked for. */
export function ownThread(thread: Fields): OwnThread {
  const uri = postUri(fields(thread['post'])['uri']);
  if (uri === null) return { before: [], after: [], isCut: false };
  const seen = new Set([uri.rkey]);
  const above = postsAbove(thread, uri.did, seen);
  const below = postsBelow(thread, uri, seen);
  return {
    before: above.views.toReversed(),
    after: below.views,
    isCut: above.isCut || below.isCut,
  };
}

/** Upwards; the nearest first. */
function postsAbove(thread: Fields, did: string, seen: Set<string>): Chain {
  const views: Fields[] = [];
  for (let node = thread; ; node = fields(node['parent'])) {
    const wanted = parentOf(fields(node['post']));
    if (wanted?.did !== did) return { views, isCut: false };
    const view = ownPost(fields(node['parent']), did);
    const isNext = view !== null && postUri(view['uri'])?.rkey === wanted.rkey;
    const isTooFar = views.length === mostBefore;
    if (!isNext || isTooFar || seen.has(wanted.rkey) || !isShown(view)) {
      return { views, isCut: true };
    }
    seen.add(wanted.rkey);
    views.push(view);
  }
}

function postsBelow(thread: Fields, asked: RecordUri, seen: Set<string>): Chain {
  const views: Fields[] = [];
  let [node, { rkey }] = [thread, asked];
  while (views.length < mostAfter) {
    const next = earliest(
      list(node['replies'])
        .map(fields)
        .filter((reply) => isContinuation(reply, { ...asked, rkey }, seen)),
    );
    if (next === null) return { views, isCut: hasUnread(node) || hasGap(node, asked.did) };
    const view = fields(next['post']);
    if (!isShown(view)) return { views, isCut: true };
    views.push(view);
    rkey = postUri(view['uri'])?.rkey ?? '';
    seen.add(rkey);
    node = next;
  }
  return { views, isCut: (count(fields(node['post'])['replyCount']) ?? 0) > 0 };
}

function isContinuation(reply: Fields, of: RecordUri, seen: ReadonlySet<string>): boolean {
  const view = ownPost(reply, of.did);
  if (view === null || seen.has(postUri(view['uri'])?.rkey ?? '')) return false;
  const parent = parentOf(view);
  return parent?.did === of.did && parent.rkey === of.rkey;
}

/** Those without a date come last; of two of one time the one that the service names first. */
function earliest(nodes: readonly Fields[]): Fields | null {
  const times = nodes.map(({ post }) => {
    const view = fields(post);
    return postDate(view, fields(view['record']))?.at.getTime() ?? Infinity;
  });
  const first = times.reduce((best, time, at) => (time < (times[best] ?? Infinity) ? at : best), 0);
  return nodes[first] ?? null;
}

/** The service leaves the list away where it did not look. */
function hasUnread(node: Fields): boolean {
  return !Array.isArray(node['replies']) && (count(fields(node['post'])['replyCount']) ?? 0) > 0;
}

/** A reply of the author's that is deleted or blocked. */
function hasGap(node: Fields, did: string): boolean {
  return list(node['replies']).some((reply) => {
    const { $type, uri } = fields(reply);
    return $type !== threadView && parseRecordUri(uri)?.did === did;
  });
}

const threadView = 'app.bsky.feed.defs#threadViewPost';

/** The view of a node, where it is one of a post of this author; `null` for all else. */
function ownPost(node: Fields, did: string): Fields | null {
  const view = fields(node['post']);
  const isOwn = postUri(view['uri'])?.did === did && fields(view['author'])['did'] === did;
  return node['$type'] === threadView && isOwn ? view : null;
}

function isShown(view: Fields): boolean {
  return !isSignedInOnly(view['author']) && !isHidden(view, fields(view['record']));
}

function parentOf(view: Fields): RecordUri | null {
  const reply = fields(fields(view['record'])['reply']);
  return postUri(fields(reply['parent'])['uri']);
}

function postUri(value: unknown): RecordUri | null {
  const uri = parseRecordUri(value);
  return uri?.collection === 'app.bsky.feed.post' ? uri : null;
}
