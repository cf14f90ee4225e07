import { postOfCopy } from './bluesky/bluesky-posts.js';
import { threadOfCopy } from './bluesky/bluesky-threads.js';
import { keysOfPost } from './bluesky/keys-of-post.js';
import type { CachedBody } from './cache/cache-store.port.js';
import type { HeldKeysOf } from './cache/holder-keys.js';
import { isOfThread, postKeyOf, threadKeyOf } from './cache/thread-key.js';
import { namesAround } from './statuses/status-threads.js';
import { statusOfCopy } from './statuses/statuses.js';
import { tweetOfCopy } from './tweets/tweets.js';

/**
 * The other keys of what a key is of: a post on Bluesky and a status are kept with their thread and without; a post also by
 * the handle of its author as by the DID, where `copy` tells both. None for anything else.
 */
export function keysBeside(key: string, copy: CachedBody | null): readonly string[] {
  const post = postKeyOf(key);
  const all = postsBeside(post, copy).flatMap((each) => [each, threadKeyOf(each)]);
  return all.filter((each) => each !== key);
}

function postsBeside(post: string, copy: CachedBody | null): readonly string[] {
  if (post.startsWith('bluesky:')) return keysOfPost(post, copy);
  return post.startsWith('status:') ? [post] : [];
}

const keysOfNames = (names: readonly string[]) => names.map((name) => `status:${name}`);

type NamedPost = Pick<ReturnType<typeof postOfCopy>, 'author' | 'rkey'>;

const keysOfBluesky = ({ author, rkey }: NamedPost) =>
  [author.did, author.handle.toLowerCase()].map((actor) => `bluesky:${actor}/${rkey}`);

/** The posts that a copy of a post, or of a thread, holds beside its own: what it quotes, what it reposts, what is around it. */
export const heldKeysOf: HeldKeysOf = (key, copy) => {
  const [kind] = key.split(':', 1);
  if (kind === 'tweet') {
    const { id, quoted } = tweetOfCopy(copy);
    return [id, ...(quoted ? [quoted.id] : [])].map((each) => `tweet:${each}`);
  }
  if (kind === 'bluesky' && isOfThread(key)) {
    const { post, before, after } = threadOfCopy(copy);
    const quoted = [post, ...before, ...after].flatMap((each) => each.quoted ?? []);
    return [...before, ...after, ...quoted].flatMap(keysOfBluesky);
  }
  if (kind === 'bluesky') {
    const { quoted } = postOfCopy(JSON.parse(copy.body.toString()));
    return quoted ? keysOfBluesky(quoted) : [];
  }
  if (kind !== 'status') return [];
  if (isOfThread(key)) return keysOfNames(namesAround(copy));
  const { names, boostedBy, quoted } = statusOfCopy(copy);
  return keysOfNames([...(boostedBy ? names : []), ...(quoted?.names ?? [])]);
};

/** What else a post is called where another one holds it. */
export function namesOf(key: string, copy: CachedBody | null): readonly string[] {
  if (copy === null || !key.startsWith('status:') || isOfThread(key)) return [];
  try {
    const { names, boostedBy } = statusOfCopy(copy);
    return boostedBy ? [] : keysOfNames(names);
  } catch {
    // It is the record of a refusal.
    return [];
  }
}
