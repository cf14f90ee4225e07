import type { Found } from '../cache/found.js';
import { knownLanguage } from '../pages/messages.js';
import { knownTheme } from '../pages/page.js';
import type { PagePreferences } from '../pages/page-renderer.js';
import type { ReadBlueskyPost } from '../bluesky/bluesky-posts.js';
import type { ReadBlueskyThread } from '../bluesky/bluesky-threads.js';
import type { MediaPages } from '../media/media.js';
import type { ReadStatusThread } from '../statuses/status-threads.js';
import type { ReadStatus } from '../statuses/statuses.js';
import { isInvalidStatusUrl } from '../statuses/statuses.errors.js';
import type { ReadTweetThread } from '../tweets/tweet-threads.js';
import type { ReadTweet } from '../tweets/tweets.js';
import { VideoNotFound } from '../videos/videos.errors.js';
import type { Videos } from '../videos/videos.js';
import {
  pagePath,
  type BlueskyEmbed,
  type Embed,
  type StatusEmbed,
  type TweetEmbed,
} from './parse-embed-url.js';
import type { VideoAddress } from './parse-video-url.js';
import type { ReadEmbed } from './read-embed.js';
import { elementOf } from './embed-element.js';
import { embedFrame, embedScript } from './oembed-markup.js';
import type { Size } from './frame-size.js';
import { describeMedia } from './describe-media.js';
import {
  describeBlueskyPost,
  describeBlueskyThread,
  describeStatus,
  describeStatusThread,
  describeTweet,
  describeTweetThread,
  describeVideo,
  type Description,
} from './describe-embed.js';
import type { Limits } from './thumbnail.js';
import { EmbedNotFound } from './oembed.errors.js';

/** `html`: `script` for the words and the element of embed.js, `fragment` for one without a script, else a frame. */
export interface OembedPreferences extends PagePreferences {
  readonly html?: string;
  /** Of a post: with its author's posts around it. */
  readonly thread?: '1';
}

export type DescribeEmbed = ReturnType<typeof createDescribeEmbed>;

interface BlueskyReaders {
  readonly readBlueskyPost: ReadBlueskyPost;
  readonly readBlueskyThread: ReadBlueskyThread;
}

interface StatusReaders {
  readonly readStatus: ReadStatus;
  readonly readStatusThread: ReadStatusThread;
}

interface TweetReaders {
  readonly readTweet: ReadTweet;
  readonly readTweetThread: ReadTweetThread;
}

interface DescribeParts extends BlueskyReaders, StatusReaders, TweetReaders {
  readonly videos: Videos;
  readonly media: MediaPages;
  readonly readEmbed: ReadEmbed;
  readonly publicUrl: string;
}

export function createDescribeEmbed(parts: DescribeParts) {
  const { videos, publicUrl } = parts;

  async function describe(embed: Embed, limits: Limits): Promise<Found<Description>> {
    if (embed.kind === 'video') {
      const video = await findVideo(videos, embed);
      return { ...video, value: () => describeVideo(video, limits, embed) };
    }
    if (embed.kind === 'tweet') {
      return describePostOnX(parts, embed, limits);
    }
    if (embed.kind === 'bluesky') return describeBluesky(parts, embed, limits);
    if (embed.kind === 'media') {
      const media = await parts.media.read(embed.page);
      return { ...media, value: () => describeMedia(media.value(), limits) };
    }
    return describeFediverse(parts, embed, limits);
  }

  /**
   * oEmbed 1.0: a frame of the page, in pixels. Throws EmbedNotFound, and what the item's own feature throws.
   *
   * @param most infinite where the client sets no limit
   * @param preferences handed on to the page as far as it knows them
   */
  return async (url: string, most: Size, preferences: OembedPreferences) => {
    const asked = await parts.readEmbed(url);
    if (asked === null) throw new EmbedNotFound();
    const embed = preferences.thread === undefined ? asked : asThread(asked);
    const language = knownLanguage(preferences.lang) ?? 'en';
    const found = await describe(embed, { publicUrl, most, language }).catch(asUnknown);
    const known = knownPreferences(preferences);
    const page = withPreferences(publicUrl + pagePath(embed), known);
    const value = () => {
      const { size, about, quotation, fragment } = found.value();
      const element = elementOf(embed);
      const html =
        preferences.html === 'fragment'
          ? fragment({ publicUrl, language, theme: known.theme })
          : preferences.html === 'script'
            ? embedScript({ element, preferences: known, quotation, publicUrl })
            : embedFrame(page, about.title, size);
      return { version: '1.0', ...about, html, ...size };
    };
    return { copy: found.copy, value, maxAge: found.maxAge, snapshot: found.snapshot };
  };
}

async function describePostOnX(
  { readTweet, readTweetThread }: TweetReaders,
  { id, isThread }: TweetEmbed,
  limits: Limits,
): Promise<Found<Description>> {
  if (isThread) {
    const thread = await readTweetThread(id);
    return {
      ...thread,
      value: () => describeTweetThread(thread, limitsOf(thread, limits)),
    };
  }
  const tweet = await readTweet(id);
  return {
    ...tweet,
    value: () => describeTweet(tweet.value(), limitsOf(tweet, limits)),
  };
}

async function describeFediverse(
  { readStatus, readStatusThread }: StatusReaders,
  { statusUrl, isThread }: StatusEmbed,
  limits: Limits,
): Promise<Found<Description>> {
  if (isThread) {
    const thread = await readStatusThread(statusUrl);
    return {
      ...thread,
      value: () => describeStatusThread(thread, limitsOf(thread, limits)),
    };
  }
  const status = await readStatus(statusUrl);
  return {
    ...status,
    value: () => describeStatus(status, limitsOf(status, limits)),
  };
}

async function describeBluesky(
  { readBlueskyPost, readBlueskyThread }: BlueskyReaders,
  { postUrl, isThread }: BlueskyEmbed,
  limits: Limits,
): Promise<Found<Description>> {
  if (isThread) {
    const thread = await readBlueskyThread(postUrl);
    return {
      ...thread,
      value: () => describeBlueskyThread(thread, limitsOf(thread, limits)),
    };
  }
  const post = await readBlueskyPost(postUrl);
  return {
    ...post,
    value: () => describeBlueskyPost(post, limitsOf(post, limits)),
  };
}

/** With how the item is known. */
function limitsOf({ snapshot, isIncomplete }: Found<unknown>, limits: Limits): Limits {
  return { ...limits, snapshot, isIncomplete };
}

/** Of what has no thread, the same. */
function asThread(embed: Embed): Embed {
  const { kind } = embed;
  return kind === 'media' || kind === 'video' ? embed : { ...embed, isThread: true };
}

function knownPreferences({ lang, theme }: PagePreferences) {
  return { lang: knownLanguage(lang), theme: knownTheme(theme) };
}

function withPreferences(page: string, known: ReturnType<typeof knownPreferences>): string {
  const url = new URL(page);
  for (const [name, value] of Object.entries(known)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

// Here the address is a question, not an argument that must be one.
function asUnknown(error: unknown): never {
  throw isInvalidStatusUrl(error) ? new EmbedNotFound() : error;
}

async function findVideo(videos: Videos, { host, id, hash }: VideoAddress) {
  if (host === 'facebook') return videos.describeFacebook(id);
  if (host === 'vimeo') return videos.describeVimeo(id, hash);
  const found = await videos.describeYoutube(id);
  if (found.isAbsent) throw new VideoNotFound();
  return found;
}
