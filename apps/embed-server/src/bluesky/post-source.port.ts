import type { OwnThread } from './own-thread.js';
import type { PostAddress } from './post-address.js';

/** The service's view of a post, which is the one that was asked for; `null` when there is none. */
export type FetchPost = (address: PostAddress) => Promise<unknown>;

export interface FetchedThread extends OwnThread {
  readonly post: unknown;
}

/** The same with the author's posts around it. */
export type FetchThread = (address: PostAddress) => Promise<FetchedThread | null>;
