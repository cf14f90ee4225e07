import type { Found } from '../cache/found.js';
import type { CachedBody } from '../cache/cache-store.port.js';
import { failures, freshness } from '../cache/freshness.js';
import type { Kind, LoadReport, ReadThrough } from '../cache/read-through.js';
import { createRefusals } from '../outbound/refusal-records.js';
import { fields } from '../outbound/untrusted.js';
import { UpstreamBroken } from '../outbound/upstream.errors.js';
import { BlueskyPostNotFound, BlueskyPostWithheld, InvalidPostUrl } from './bluesky.errors.js';
import type { FetchPost } from './post-source.port.js';
import { toBlueskyPost, withoutWithheld } from './bluesky-mapping.js';
import type { BlueskyPost } from './bluesky-post.js';
import { isHidden, isSignedInOnly } from './labels.js';
import { parsePostAddress, type PostAddress } from './post-address.js';

export interface FoundBlueskyPost extends Found<BlueskyPost> {
  /** The service's own JSON. */
  readonly copy: CachedBody;
  readonly address: PostAddress;
}

export type ReadBlueskyPost = (postUrl: string) => Promise<FoundBlueskyPost>;

export const postKind: Kind = {
  ...freshness.post,
  refusals: createRefusals({ ...failures, lasting: freshness.refused }),
};

const [shown, withheld] = ['post', 'withheld'];

/** Behind the cache. Throws InvalidPostUrl, BlueskyPostNotFound, BlueskyPostWithheld. */
export function createReadBlueskyPost(
  fetchPost: FetchPost,
  readThrough: ReadThrough,
): ReadBlueskyPost {
  return async (given) => {
    const address = requireAddress(given);
    const { actor, rkey } = address;
    const key = `bluesky:${actor}/${rkey}`;
    const { found, maxAge, snapshot } = await readThrough(key, postKind, async (report) =>
      storedPost(await fetchPost(address), report),
    );
    const copy = requireShown(found);
    const value = () => postOfCopy(JSON.parse(copy.body.toString()));
    return { copy, value, maxAge, snapshot, address };
  };
}

/** Throws InvalidPostUrl. */
export function requireAddress(given: string): PostAddress {
  const address = parsePostAddress(given);
  if (address === null) throw new InvalidPostUrl();
  return address;
}

/** Throws BlueskyPostNotFound, BlueskyPostWithheld. */
export function requireShown(found: CachedBody | null): CachedBody {
  if (found === null) throw new BlueskyPostNotFound();
  if (found.about === withheld) throw new BlueskyPostWithheld();
  return found;
}

export function postOfCopy(view: unknown): BlueskyPost {
  const post = toBlueskyPost(view);
  if (post === null) throw new UpstreamBroken('a copy without a post');
  return post;
}

/** What is withheld is not kept either, but for that it is. */
export function storedPost(post: unknown, report: LoadReport): CachedBody | null {
  if (post === null) return null;
  const view = fields(post);
  const isForMembers = isSignedInOnly(view['author']);
  const isOpen = !isForMembers && !isHidden(view, fields(view['record']));
  if (!isOpen) report.withheld();
  if (isForMembers) return { about: withheld, body: Buffer.from('{}') };
  if (!isOpen) return null;
  return { about: shown, body: Buffer.from(JSON.stringify(withoutWithheld(view))) };
}
