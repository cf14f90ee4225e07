import type { Found } from '../cache/found.js';
import { knownLanguage } from '../pages/messages.js';
import { knownTheme } from '../pages/page.js';
import type { ReadStatus } from '../statuses/statuses.js';
import { InvalidStatusUrl } from '../statuses/statuses.errors.js';
import type { ReadTweet } from '../tweets/tweets.js';
import type { Videos } from '../videos/videos.js';
import type { Embed, ReadEmbed } from './parse-embed-url.js';
import { embedFrame } from './oembed-markup.js';
import type { Size } from './frame-size.js';
import {
  createDescribeVideo,
  describeStatus,
  describeTweet,
  type Description,
} from './describe-embed.js';
import { EmbedNotFound } from './oembed.errors.js';

/** oEmbed 1.0 (oembed.com, 2.3.4); sizes in pixels, `cache_age` in seconds. */
export interface Oembed {
  readonly version: '1.0';
  readonly type: 'rich' | 'video';
  readonly title: string;
  readonly author_name?: string;
  readonly author_url?: string;
  readonly provider_name: string;
  readonly provider_url: string;
  readonly cache_age: number;
  readonly thumbnail_url?: string;
  readonly thumbnail_width?: number;
  readonly thumbnail_height?: number;
  readonly html: string;
  readonly width: number;
  readonly height: number;
}

export interface EmbedRequest {
  readonly url: string;
  /** Infinite where the client sets no limit. */
  readonly most: Size;
  /** Handed on to the page as far as it knows them. */
  readonly preferences: { readonly lang?: string; readonly theme?: string };
}

/** Throws EmbedNotFound, and what the item's own feature throws. */
export type DescribeEmbed = (request: EmbedRequest) => Promise<Found<Oembed>>;

export interface OembedParts {
  readonly readTweet: ReadTweet;
  readonly readStatus: ReadStatus;
  readonly videos: Videos;
  readonly readEmbed: ReadEmbed;
  readonly publicUrl: string;
}

export function createDescribeEmbed(parts: OembedParts): DescribeEmbed {
  const { readTweet, readStatus, publicUrl } = parts;
  const describeVideo = createDescribeVideo(parts.videos, publicUrl);

  async function describe(embed: Embed, most: Size): Promise<Found<Description>> {
    if (embed.kind === 'video') return describeVideo(embed, most);
    if (embed.kind === 'tweet') {
      const tweet = await readTweet(embed.id);
      return { ...tweet, value: () => describeTweet(embed.id, tweet, most) };
    }
    const status = await readStatus(embed.statusUrl);
    return { ...status, value: () => describeStatus(status, most) };
  }

  return async ({ url, most, preferences }) => {
    const embed = await parts.readEmbed(url);
    if (embed === null) throw new EmbedNotFound();
    const { copy, value, maxAge } = await describe(embed, most).catch(asUnknown);
    const oembed = (): Oembed => {
      const { path, size, about } = value();
      const html = embedFrame(withPreferences(publicUrl + path, preferences), about.title, size);
      return { version: '1.0', ...about, html, ...size };
    };
    return { copy, value: oembed, maxAge };
  };
}

function withPreferences(page: string, preferences: EmbedRequest['preferences']): string {
  const url = new URL(page);
  const known = { lang: knownLanguage(preferences.lang), theme: knownTheme(preferences.theme) };
  for (const [name, value] of Object.entries(known)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

// Here the address is a question, not an argument that must be one.
function asUnknown(error: unknown): never {
  throw error instanceof InvalidStatusUrl ? new EmbedNotFound() : error;
}
