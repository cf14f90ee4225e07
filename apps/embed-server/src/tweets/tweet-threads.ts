import type { CachedBody } from '../cache/cache-store.port.js';
import { type Found, nameOfSnapshot, type ShownSnapshot } from '../cache/found.js';
import { freshness } from '../cache/freshness.js';
import type { MaxWait } from '../cache/read-through.js';
import type { GoOnBehindReply } from '../http/behind-replies.js';
import { mostBefore } from '../http/thread-length.js';
import { count, fields } from '../outbound/untrusted.js';
import { isOfUpstream, LateForReply } from '../outbound/upstream.errors.js';
import { toTweetJson } from './tweet-json-mapping.js';
import type { Tweet } from './tweet.js';
import { isTweetNotFound } from './tweets.errors.js';
import type { FoundTweet, ReadTweet } from './tweets.js';

// A tweet with those of its author that it continues. X's sources tell what a tweet replies to, and nothing of what replies
// to it: so a thread goes upwards alone. Each of its tweets is read as it is by itself, from the same copy, which its
// pictures are then shown from; no thread is kept beside them. At most ten are read.
//
//   the tweet replies to                       the thread
//   nothing, or somebody else                  begins here
//   its author, and X shows that tweet         goes on
//   its author, and X does not show it now     is cut
//   its author, and X is late                  has what was kept of it, or is cut; it goes on behind the reply, for the next
//   a tweet of another author than was said    is cut
//   what its source does not tell (oEmbed)     is cut

export interface TweetThread {
  readonly post: Tweet;
  /** The first one of the thread first. */
  readonly before: readonly Tweet[];
  /** Of each of `before`, whether it is shown as it was. */
  readonly snapshots: readonly (ShownSnapshot | undefined)[];
  /** None: no source tells. */
  readonly after: readonly Tweet[];
  /** Whether there may be more of it on X. */
  readonly isCut: boolean;
}

export interface FoundTweetThread extends Found<TweetThread> {
  /** The JSON of the tweet, with a field `thread`. */
  readonly copy: CachedBody;
}

/** Throws what `readTweet` does. */
export type ReadTweetThread = (id: string) => Promise<FoundTweetThread>;

interface Chain {
  /** The nearest first. */
  readonly found: readonly FoundTweet[];
  readonly isCut: boolean;
  /** Seconds for which it may be taken for whole. */
  readonly maxAge: number;
  /** Whether X did not reply in time. */
  readonly isLate: boolean;
  /** The same, or it failed. */
  readonly isFailed: boolean;
}

export interface TweetThreadParts {
  readonly readTweet: ReadTweet;
  /** For which a reply waits for the tweets above, all together. It throws `LateForReply`. */
  readonly threadWait: MaxWait;
  readonly goOnBehindReply: GoOnBehindReply;
}

export function createReadTweetThread(parts: TweetThreadParts): ReadTweetThread {
  const { readTweet, threadWait, goOnBehindReply } = parts;
  const linkOf = createLinks();
  const climb = createClimb(readTweet, linkOf);
  const join = createJoin();

  async function climbInTime(asked: FoundTweet): Promise<Chain> {
    const endsAt = performance.now() + threadWait.milliseconds;
    const left = () => ({ ...threadWait, milliseconds: Math.max(0, endsAt - performance.now()) });
    const chain = await climb(asked, left);
    if (chain.isLate) goOnBehindReply(`tweet:${linkOf(asked).id}`, () => climb(asked));
    return chain;
  }

  return async (id) => {
    const asked = await readTweet(id);
    const { found, maxAge, isFailed, ...chain } = await climbInTime(asked);
    const isCut = chain.isCut || linkOf(asked).mayGoOn;
    const before = found.toReversed();
    return {
      copy: join(asked, before, isCut),
      value: () => ({
        post: asked.value(),
        before: before.map(({ value }) => value()),
        snapshots: before.map(({ snapshot }) => snapshot),
        after: [],
        isCut,
      }),
      maxAge: Math.min(maxAge, asked.maxAge, ...before.map((one) => one.maxAge)),
      isIncomplete: isFailed || [asked, ...found].some((one) => one.isIncomplete),
      snapshot: asked.snapshot,
    };
  };
}

/** `maxWait`: for the next of its tweets; by default until X replies or fails. */
type Climb = (asked: FoundTweet, maxWait?: () => MaxWait) => Promise<Chain>;

function createClimb(readTweet: ReadTweet, linkOf: (found: FoundTweet) => Link): Climb {
  return async (asked, maxWait) => {
    const found: FoundTweet[] = [];
    const chain = (isCut: boolean, absence: Partial<Absence> = {}) => {
      const { maxAge = Infinity, isLate = false, isFailed = false } = absence;
      return { found, isCut, maxAge, isLate, isFailed };
    };
    let link = linkOf(asked);
    let { authorId } = link;
    const seen = new Set([link.id]);
    while (link.parent !== null) {
      if (seen.has(link.parent) || found.length === mostBefore) return chain(true);
      seen.add(link.parent);
      const next = await readTweet(link.parent, maxWait?.()).catch(absenceOf);
      if ('isLate' in next) return chain(true, next);
      const above = linkOf(next);
      if (above.id !== link.parent || above.author !== link.author) return chain(true);
      // Copies are of different times, and a name that was given up can be another person's by now.
      if (authorId !== null && ![null, authorId].includes(above.authorId)) return chain(true);
      authorId ??= above.authorId;
      found.push(next);
      link = above;
    }
    return chain(link.isUnknown);
  };
}

type Absence = Pick<Chain, 'maxAge' | 'isLate' | 'isFailed'>;

/** For how long a tweet that could not be read is missing. */
function absenceOf(error: unknown): Absence {
  const isLate = error instanceof LateForReply;
  if (isTweetNotFound(error)) return { maxAge: freshness.absent.fresh, isLate, isFailed: false };
  if (isOfUpstream(error)) return { maxAge: freshness.failed.fresh, isLate, isFailed: true };
  throw error;
}

/** Where a tweet stands in a thread. */
interface Link {
  readonly id: string;
  /** In lower case; empty where it is not known. */
  readonly author: string;
  /** Null where the source does not tell. */
  readonly authorId: string | null;
  /** What it replies to, of the same author. */
  readonly parent: string | null;
  /** Whether its source does not tell what it replies to. */
  readonly isUnknown: boolean;
  /** Whether its author may have replied to it. */
  readonly mayGoOn: boolean;
}

/** Of each copy once. */
function createLinks(): (found: FoundTweet) => Link {
  const links = new WeakMap<CachedBody, Link>();
  return (found) => {
    const link = links.get(found.copy) ?? toLink(found);
    links.set(found.copy, link);
    return link;
  };
}

function toLink({ value, raw }: FoundTweet): Link {
  const { id, author, replyTo, source, repost } = value();
  const name = author?.username.toLowerCase() ?? '';
  const isOwn = name !== '' && repost === null && replyTo?.username?.toLowerCase() === name;
  return {
    id: repost?.id ?? id,
    author: name,
    authorId: author?.id ?? null,
    parent: isOwn ? replyTo.tweetId : null,
    isUnknown: source === 'oembed',
    mayGoOn: mayGoOn(raw()),
  };
}

/** Not where nobody replied to it. Else the syndication API marks the tweets of a thread; of API v2 no more is known. */
function mayGoOn({ source, body }: ReturnType<FoundTweet['raw']>): boolean {
  if (source === 'syndication') {
    const { self_thread: thread, conversation_count: replies } = fields(body);
    return thread != null && count(replies) !== 0;
  }
  const { public_metrics: metrics } = fields(fields(body)['data']);
  return count(fields(metrics)['reply_count']) !== 0;
}

/** The JSON of a thread: the same object for as long as all of its copies are kept. */
function createJoin() {
  interface Joined {
    readonly parts: readonly CachedBody[];
    readonly isCut: boolean;
    readonly marks: string;
    readonly copy: CachedBody;
  }
  const joined = new WeakMap<CachedBody, Joined>();
  return (asked: FoundTweet, before: readonly FoundTweet[], isCut: boolean): CachedBody => {
    const parts = before.map(({ copy }) => copy);
    const known = joined.get(asked.copy);
    // A page is made of how they are marked, too.
    const marks = before.map(({ snapshot }) => nameOfSnapshot(snapshot)).join();
    const isSame = known?.isCut === isCut && known.marks === marks;
    if (
      isSame &&
      known.parts.length === parts.length &&
      parts.every((part, at) => part === known.parts[at])
    )
      return known.copy;
    const jsonOf = ({ raw }: FoundTweet) => toTweetJson(raw());
    const thread = { before: before.map(jsonOf), after: [], isCut };
    const body = Buffer.from(JSON.stringify({ ...jsonOf(asked), thread }));
    const copy = { about: 'tweet thread', body };
    joined.set(asked.copy, { parts, isCut, marks, copy });
    return copy;
  };
}
