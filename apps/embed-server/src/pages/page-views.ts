// What a page shows of each kind of item, for who shows it elsewhere.

export { viewOfBluesky } from './bluesky-page.js';
export { viewOfBlueskyThread } from './bluesky-thread-page.js';
export type { View } from './document.js';
export { viewOfMedia } from './media-page.js';
export { viewOfStatus } from './status-page.js';
export { viewOfStatusThread } from './status-thread-page.js';
export { viewOfTweet } from './tweet-page.js';
export { viewOfTweetThread } from './tweet-thread-page.js';
export { viewOfVideo } from './video-page.js';
