// What an oEmbed response says of a tweet, a status or a video, but for the frame itself (oembed.com, 2.3.4).

import type { FoundBlueskyPost } from '../bluesky/bluesky-posts.js';
import type { FoundBlueskyThread } from '../bluesky/bluesky-threads.js';
import { profileUrl } from '../bluesky/post-address.js';
import type { Found } from '../cache/found.js';
import { freshness } from '../cache/freshness.js';
import { fragments, type RenderFragment } from '../fragments/fragment-renderer.js';
import { displayHandle, displayHost } from '../pages/host-name-rules.js';
import { isolateText } from '../pages/isolate-text.js';
import { noteOf } from '../pages/film-height.js';
import { wordsIn } from '../pages/locale.js';
import { catalogues } from '../pages/messages.js';
import { basePath } from '../pages/page.js';
import {
  longestName,
  shortened,
  attributedName,
  noteOfSnapshot,
  type Post,
} from '../pages/post.js';
import { postHeight } from '../pages/post-height.js';
import { quotationOf, quotationOfVideo } from '../pages/quotation.js';
import {
  blueskyPagePost,
  heightOfBlueskyThread,
  heightOfStatusThread,
  heightOfTweetThread,
  statusPagePost,
  tweetPagePost,
} from '../pages/page-posts.js';
import { previewPicture } from '../pages/preview.js';
import { firstReadable, readable } from '../pages/readable-text.js';
import { videoPicture } from '../pages/video-preview.js';
import type { FoundStatusThread } from '../statuses/status-threads.js';
import type { FoundStatus } from '../statuses/statuses.js';
import type { FoundTweetThread } from '../tweets/tweet-threads.js';
import type { Tweet } from '../tweets/tweet.js';
import type { Video } from '../videos/video.js';
import type { describeMedia } from './describe-media.js';
import type { VideoAddress } from './parse-video-url.js';
import { postSize, videoSize } from './frame-size.js';
import { type Limits, thumbnailOf } from './thumbnail.js';

export type Description = ReturnType<
  | typeof describeTweet
  | typeof describeStatus
  | typeof describeBlueskyPost
  | typeof describeVideo
  | typeof describeMedia
>;

// Of the kind and not of the copy, so that the reply stays the same for as long as the copy does; headers hold its age.
const cache_age = freshness.post.fresh;

const brief = (name: string) => isolateText(shortened(name, longestName));
const postBy = (name: string, place: string) => catalogues.en.postBy(name, place);

export function describeTweet(tweet: Tweet, limits: Limits) {
  const { author } = tweet;
  const post = tweetPagePost(tweet, limits);
  const name = post.author && brief(post.author.plainName);
  const about = {
    type: 'rich',
    title: name === null ? 'X' : postBy(name, 'X'),
    author_name: name ?? undefined,
    author_url: author
      ? `https://x.com/${encodeURIComponent(author.username.slice(0, longestName).toWellFormed())}`
      : undefined,
    provider_name: 'X',
    provider_url: 'https://x.com',
    cache_age,
  };
  const fragment = fragments.tweet({ value: () => tweet, snapshot: limits.snapshot });
  return ofPost(post, { about, fragment }, limits);
}

/** What it says of the tweet alone, and the frame of the page with all of them. */
export function describeTweetThread(found: FoundTweetThread, limits: Limits) {
  const asked = describeTweet(found.value().post, limits);
  const size = postSize(heightOfTweetThread(found, pageOptions(limits)), limits.most);
  return { ...asked, size, fragment: fragments.tweetThread(found) };
}

export function describeStatus(found: FoundStatus, limits: Limits) {
  const { statusUrl } = found;
  const status = found.value();
  const { displayName, handle, url, host, confirmed } = status.author;
  const place = displayHost(host);
  const name = brief(firstReadable(displayName, displayHandle(handle))?.trim() ?? place);
  const about = {
    type: 'rich',
    title: confirmed ? postBy(name, place) : attributedName(name, place, catalogues.en),
    author_name: name,
    author_url: url ?? undefined,
    provider_name: place,
    provider_url: `${new URL(statusUrl).protocol}//${host}`,
    cache_age,
  };
  return ofPost(
    statusPagePost(found, limits),
    { about, fragment: fragments.status(found) },
    limits,
  );
}

/** What it says of the status alone, and the frame of the page with all of them. */
export function describeStatusThread(found: FoundStatusThread, limits: Limits) {
  const asked = describeStatus({ ...found, value: () => found.value().post }, limits);
  const size = postSize(heightOfStatusThread(found, pageOptions(limits)), limits.most);
  return { ...asked, size, fragment: fragments.statusThread(found) };
}

export function describeBlueskyPost(found: FoundBlueskyPost, limits: Limits) {
  const post = found.value();
  const { did, handle, displayName } = post.author;
  const name = brief(firstReadable(displayName, displayHandle(handle)) ?? did);
  const about = {
    type: 'rich',
    title: postBy(name, 'Bluesky'),
    author_name: name,
    author_url: profileUrl(did),
    provider_name: 'Bluesky',
    provider_url: 'https://bsky.app',
    cache_age,
  };
  return ofPost(
    blueskyPagePost(found, limits),
    { about, fragment: fragments.bluesky(found) },
    limits,
  );
}

/** What it says of the post alone, and the frame of the page with all of them. */
export function describeBlueskyThread(found: FoundBlueskyThread, limits: Limits) {
  const asked = describeBlueskyPost({ ...found, value: () => found.value().post }, limits);
  const size = postSize(heightOfBlueskyThread(found, pageOptions(limits)), limits.most);
  return { ...asked, size, fragment: fragments.blueskyThread(found) };
}

/** The page has a line more where it shows a snapshot. */
function pageOptions(limits: Limits) {
  return { ...limits, snapshot: noteOfSnapshot(limits.snapshot) };
}

/** Its frame is as high as its page, in the language of the page. */
function ofPost<About extends object>(
  given: Post,
  { about, fragment }: { readonly about: About; readonly fragment: RenderFragment },
  limits: Limits,
) {
  const post = { ...given, snapshot: noteOfSnapshot(limits.snapshot) };
  // What may be erased at any time, or soon be whole, is to be asked for again soon.
  const isBrief = limits.snapshot !== undefined || limits.isIncomplete;
  const age = isBrief && { cache_age: freshness.incomplete.fresh };
  const words = wordsIn(limits.language);
  return {
    size: postSize((width) => postHeight(post, { width, words }), limits.most),
    about: { ...about, ...age, ...thumbnailOf(previewPicture(post), limits) },
    quotation: quotationOf(post, words),
    fragment,
  };
}

const providers = {
  youtube: ['YouTube', 'https://www.youtube.com'],
  vimeo: ['Vimeo', 'https://vimeo.com'],
  facebook: ['Facebook', 'https://www.facebook.com'],
} as const;

export function describeVideo(
  found: Found<Video>,
  limits: Limits,
  { start, hash }: Pick<VideoAddress, 'start' | 'hash'>,
) {
  const video = found.value();
  const [provider_name, provider_url] = providers[video.host];
  const base = basePath(limits.publicUrl);
  const picture = videoPicture(video, { base, hash: video.hash ?? undefined });
  const author = readable(video.author);
  const about = {
    type: 'video',
    title: brief(readable(video.title) ?? provider_name),
    author_name: author === null ? undefined : brief(author),
    provider_name,
    provider_url,
    // Without a copy it is a stand-in, not to be kept for as long.
    cache_age:
      found.copy === null || found.isIncomplete
        ? freshness.incomplete.fresh
        : freshness.video.fresh,
    ...thumbnailOf(picture, limits),
  };
  const words = wordsIn(limits.language);
  const title = readable(video.title) ?? `${words.messages.video} · ${provider_name}`;
  const note = noteOf(words, provider_name, true);
  return {
    size: videoSize(video, { title, author: video.author, note }, limits.most),
    about,
    quotation: quotationOfVideo(video, title),
    fragment: fragments.video(found, { start: start ?? undefined, h: hash ?? undefined }),
  };
}
