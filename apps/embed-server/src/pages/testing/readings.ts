import { blueskyReadings } from './readings/bluesky.js';
import { threadReadings } from './readings/bluesky-thread.js';
import { mastodonReadings } from './readings/mastodon.js';
import { mastodonThreadReadings } from './readings/mastodon-thread.js';
import { oembedReadings } from './readings/oembed.js';
import { otherReadings } from './readings/others.js';
import { tweetThreadReadings } from './readings/tweet-thread.js';
import { tweetReadings } from './readings/tweets.js';

/** What a reader gets of each recording. */
export const readings = {
  ...tweetReadings,
  ...tweetThreadReadings,
  ...mastodonReadings,
  ...blueskyReadings,
  ...threadReadings,
  ...mastodonThreadReadings,
  ...oembedReadings,
  ...otherReadings,
};

/** Deleted, protected, or for followers only. */
export const absent = [
  'tweet-syn-tombstone',
  'tweet-v2-not-authorized',
  'masto-404',
  'masto-video',
];

/** For people who are signed in alone: 403, and a page that says so. */
export const withheld = ['bsky-gallery-signed-in', 'bsky-image-signed-in'];

/** Shown within others. */
export const parts = ['ap-actor'];
