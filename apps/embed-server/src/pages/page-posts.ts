// What a page shows of a post, for who describes it elsewhere.

import type { FoundBlueskyPost } from '../bluesky/bluesky-posts.js';
import type { FoundStatusThread } from '../statuses/status-threads.js';
import type { FoundStatus } from '../statuses/statuses.js';
import type { FoundBlueskyThread } from '../bluesky/bluesky-threads.js';
import type { FoundTweetThread } from '../tweets/tweet-threads.js';
import type { Tweet } from '../tweets/tweet.js';
import { postOfBluesky } from './bluesky-page.js';
import { blueskyThreadHeight } from './bluesky-thread-page.js';
import { wordsIn } from './locale.js';
import type { PageOptions, Site } from './page.js';
import type { Post } from './post.js';
import { postOfStatus } from './status-page.js';
import { statusThreadHeight } from './status-thread-page.js';
import { postOfTweet } from './tweet-page.js';
import { tweetThreadHeight } from './tweet-thread-page.js';

const words = wordsIn('en');

export function tweetPagePost(tweet: Tweet, site: Site): Post {
  return postOfTweet(tweet, site, words);
}

export function statusPagePost({ value, statusUrl }: FoundStatus, site: Site): Post {
  return postOfStatus(value(), { ...site, statusUrl }, words);
}

export function blueskyPagePost({ value, address }: FoundBlueskyPost, site: Site): Post {
  return postOfBluesky(value(), { ...site, address }, words);
}

/** What its height hangs on. */
type HeightOptions = Pick<PageOptions, 'publicUrl' | 'language' | 'snapshot'>;

/** Pixels of the page of a thread in a frame of a width. */
export function heightOfBlueskyThread(
  { value, address }: FoundBlueskyThread,
  options: HeightOptions,
): (width: number) => number {
  return blueskyThreadHeight(value(), { ...options, address, frameAncestors: [] });
}

export function heightOfStatusThread(
  { value, statusUrl }: FoundStatusThread,
  options: HeightOptions,
): (width: number) => number {
  return statusThreadHeight(value(), { ...options, statusUrl, frameAncestors: [] });
}

export function heightOfTweetThread(
  { value }: FoundTweetThread,
  options: HeightOptions,
): (width: number) => number {
  return tweetThreadHeight(value(), { ...options, frameAncestors: [] });
}
