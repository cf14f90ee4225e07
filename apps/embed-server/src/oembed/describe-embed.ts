// What an oEmbed response says of a tweet, a status or a video, but for the frame itself (oembed.com, 2.3.4).

import type { BlueskyPost } from '../bluesky/bluesky-post.js';
import { profileUrl } from '../bluesky/post-address.js';
import type { Found } from '../cache/found.js';
import { freshness } from '../cache/freshness.js';
import { videoPosterPath } from '../images/image-paths.js';
import { displayHandle, displayHost } from '../pages/host-name-rules.js';
import { isolateText } from '../pages/isolate-text.js';
import { catalogues } from '../pages/messages.js';
import { longestName, shortened, attributedName } from '../pages/post.js';
import type { FoundStatus } from '../statuses/statuses.js';
import type { Tweet } from '../tweets/tweet.js';
import type { Video } from '../videos/video.js';
import type { describeMedia } from './describe-media.js';
import { heightByWidth, postSize, type Size, videoSize } from './frame-size.js';

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

export function describeTweet(tweet: Tweet, most: Size) {
  const { author } = tweet;
  const about = {
    type: 'rich',
    title: author === null ? 'X' : postBy(brief(author.name), 'X'),
    author_name: author ? brief(author.name) : undefined,
    author_url: author
      ? `https://x.com/${encodeURIComponent(author.username.slice(0, longestName).toWellFormed())}`
      : undefined,
    provider_name: 'X',
    provider_url: 'https://x.com',
    cache_age,
  };
  return { size: postSize(tweet, tweet.text.length, most), about };
}

export function describeStatus({ value, statusUrl }: FoundStatus, most: Size) {
  const status = value();
  const { displayName, handle, url, host, confirmed } = status.author;
  const place = displayHost(host);
  const name = brief(displayName.trim() || displayHandle(handle) || place);
  const about = {
    type: 'rich',
    title: confirmed ? postBy(name, place) : attributedName(name, place, catalogues.en),
    author_name: name,
    author_url: url ?? undefined,
    provider_name: place,
    provider_url: `${new URL(statusUrl).protocol}//${host}`,
    cache_age,
  };
  const characters = status.spoiler?.length ?? status.contentHtml.replace(/<[^<>]*>/g, '').length;
  const media = status.spoiler === null ? status.media : [];
  return { size: postSize({ ...status, media }, characters, most), about };
}

export function describeBlueskyPost(post: BlueskyPost, most: Size) {
  const { did, handle, displayName } = post.author;
  const name = brief(displayName || displayHandle(handle) || did);
  const about = {
    type: 'rich',
    title: postBy(name, 'Bluesky'),
    author_name: name,
    author_url: profileUrl(did),
    provider_name: 'Bluesky',
    provider_url: 'https://bsky.app',
    cache_age,
  };
  const isCovered = post.cover === 'all';
  const characters = isCovered ? 0 : post.text.reduce((sum, { text }) => sum + text.length, 0);
  const media = isCovered ? [] : post.media;
  return {
    size: postSize(
      { ...post, media, card: post.card ?? post.record, poll: null },
      characters,
      most,
    ),
    about,
  };
}

const providers = {
  youtube: ['YouTube', 'https://www.youtube.com'],
  vimeo: ['Vimeo', 'https://vimeo.com'],
  facebook: ['Facebook', 'https://www.facebook.com'],
} as const;

export function describeVideo(found: Found<Video>, most: Size, publicUrl: string) {
  const video = found.value();
  const [provider_name, provider_url] = providers[video.host];
  const about = {
    type: 'video',
    title: brief(video.title ?? provider_name),
    author_name: video.author === null ? undefined : brief(video.author),
    provider_name,
    provider_url,
    // Without a copy it is a stand-in, not to be kept for as long.
    cache_age: found.copy === null ? found.maxAge : freshness.video.fresh,
    ...thumbnail(video, publicUrl, most),
  };
  return { size: videoSize(video, most), about };
}

/** The one whose size is known beforehand, and only when it is within the limits. */
function thumbnail(video: Video, publicUrl: string, most: Size) {
  const { host, id, hash } = video;
  if (host === 'facebook' || !video.hasPoster) return {};
  const { width, height } = thumbnailSize(video);
  if (width > most.width || height > most.height) return {};
  const path = videoPosterPath(host, id, { hash: hash ?? undefined });
  return {
    thumbnail_url: `${publicUrl}${path}${hash === null ? '?' : '&'}size=medium`,
    thumbnail_width: width,
    thumbnail_height: height,
  };
}

function thumbnailSize(video: Video): Size {
  if (video.host === 'youtube') return { width: 480, height: 360 };
  return { width: 640, height: Math.round(640 * heightByWidth(video)) };
}
