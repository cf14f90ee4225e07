import { mastodonReadings } from './readings/mastodon.js';
import { otherReadings } from './readings/others.js';
import { tweetReadings } from './readings/tweets.js';

/** What a reader gets of each recording. */
export const readings = { ...tweetReadings, ...mastodonReadings, ...otherReadings };

/** Deleted, protected, or for followers only. */
export const absent = [
  'tweet-syn-tombstone',
  'tweet-v2-not-authorized',
  'masto-404',
  'masto-video',
];

/** Shown within others. */
export const parts = ['ap-actor'];
