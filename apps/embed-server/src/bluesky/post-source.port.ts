import type { PostAddress } from './post-address.js';

/** The service's view of a post, which is the one that was asked for; `null` when there is none. */
export type FetchPost = (address: PostAddress) => Promise<unknown>;
