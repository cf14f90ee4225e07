import type { Found } from '../cache/found.js';
import type { CachedBody } from '../cache/cache-store.port.js';
import { freshness } from '../cache/freshness.js';
import type { Kind, LoadReport, MaxWait, ReadThrough } from '../cache/read-through.js';
import { threadKeyOf } from '../cache/thread-key.js';
import type { GoOnBehindReply } from '../http/behind-replies.js';
import { fields, list } from '../outbound/untrusted.js';
import { isOfUpstream, LateForReply } from '../outbound/upstream.errors.js';
import type { BlueskyPost } from './bluesky-post.js';
import {
  postKind,
  postOfCopy,
  requireAddress,
  requireShown,
  storedPost,
  type FoundBlueskyPost,
  type ReadBlueskyPost,
} from './bluesky-posts.js';
import type { PostAddress } from './post-address.js';
import type { FetchedThread, FetchThread } from './post-source.port.js';

/** A post with those of its author that it continues, and that continue it. */
export interface BlueskyThread {
  readonly post: BlueskyPost;
  /** The first one of the thread first. */
  readonly before: readonly BlueskyPost[];
  readonly after: readonly BlueskyPost[];
  /** Whether there may be more of it at its home. */
  readonly isCut: boolean;
}

export interface FoundBlueskyThread
  extends Found<BlueskyThread>, Pick<FoundBlueskyPost, 'address'> {
  /** The service's own JSON of the post, with a field `thread`. */
  readonly copy: CachedBody;
}

export type ReadBlueskyThread = (postUrl: string) => Promise<FoundBlueskyThread>;

export interface ThreadParts {
  readonly fetchThread: FetchThread;
  readonly readPost: ReadBlueskyPost;
  readonly readThrough: ReadThrough;
  /** For which a reply waits for the thread; then for whichever is first, the thread or the post. It throws `LateForReply`. */
  readonly threadWait: MaxWait;
  readonly goOnBehindReply: GoOnBehindReply;
}

/**
 * Behind the cache, under a key of its own. Where the thread cannot be read, the post stands alone in it, and it is cut; also
 * where it is late, and then it is read all the same, for a later reply. Throws what `readPost` does.
 */
export function createReadBlueskyThread(parts: ThreadParts): ReadBlueskyThread {
  const { fetchThread, readPost, readThrough, threadWait, goOnBehindReply } = parts;
  // What is made of the copy of a post goes with it.
  const alone = new WeakMap<CachedBody, CachedBody>();

  async function readAlone(given: string): Promise<FoundBlueskyThread> {
    const { copy: post, address, maxAge, snapshot } = await readPost(given);
    const copy = alone.get(post) ?? loneThread(post);
    alone.set(post, copy);
    const soon = Math.min(maxAge, freshness.failed.fresh);
    return { ...found(copy, address, soon), isIncomplete: true, snapshot };
  }

  /** `null`: there is none. */
  async function readWhole(address: PostAddress, kind: Kind): Promise<FoundBlueskyThread | null> {
    const result = await readThrough(keyOf(address), kind, async (report) =>
      stored(await fetchThread(address), report),
    );
    return result.found && found(requireShown(result.found), address, result.maxAge);
  }

  /** What comes first; where the thread fails, the post, with whatever becomes of it. */
  function readFirst(given: string, address: PostAddress): Promise<FoundBlueskyThread> {
    goOnBehindReply(keyOf(address), () => readWhole(address, postKind));
    const alone = readAlone(given);
    const whole = readWhole(address, postKind).then(
      (thread) => thread ?? alone,
      () => alone,
    );
    return Promise.race([whole, alone]);
  }

  return async (given) => {
    const address = requireAddress(given);
    try {
      // Where the post is gone, a snapshot of it may be shown.
      return (
        (await readWhole(address, { ...postKind, maxWait: threadWait })) ?? (await readAlone(given))
      );
    } catch (error) {
      if (!isOfUpstream(error)) throw error;
      return error instanceof LateForReply ? readFirst(given, address) : readAlone(given);
    }
  };
}

function keyOf({ actor, rkey }: PostAddress): string {
  return threadKeyOf(`bluesky:${actor}/${rkey}`);
}

/** What the cache holds of the post alone, made of what it holds of its thread. */
export function postOfThread({ about, body }: CachedBody): CachedBody {
  const view = Object.entries(fields(JSON.parse(body.toString())));
  const post = Object.fromEntries(view.filter(([name]) => name !== 'thread'));
  return { about, body: Buffer.from(JSON.stringify(post)) };
}

function found(
  copy: CachedBody,
  address: FoundBlueskyThread['address'],
  maxAge: number,
): FoundBlueskyThread {
  return { copy, value: () => threadOfCopy(copy), address, maxAge };
}

function stored(thread: FetchedThread | null, report: LoadReport): CachedBody | null {
  if (thread === null) return null;
  const { post, ...rest } = thread;
  return storedPost({ ...fields(post), thread: rest }, report);
}

function loneThread({ about, body }: CachedBody): CachedBody {
  const thread = { before: [], after: [], isCut: true };
  const view = { ...fields(JSON.parse(body.toString())), thread };
  return { about, body: Buffer.from(JSON.stringify(view)) };
}

export function threadOfCopy({ body }: CachedBody): BlueskyThread {
  const view = fields(JSON.parse(body.toString()));
  const { before, after, isCut } = fields(view['thread']);
  return {
    post: postOfCopy(view),
    before: list(before).map(postOfCopy),
    after: list(after).map(postOfCopy),
    isCut: isCut === true,
  };
}
