import { keysOfPost } from './bluesky/keys-of-post.js';
import type { CachedBody } from './cache/cache-store.port.js';
import { postKeyOf, threadKeyOf } from './cache/thread-key.js';

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
