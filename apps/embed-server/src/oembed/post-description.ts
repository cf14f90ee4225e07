import { freshness } from '../cache/freshness.js';
import { catalogues } from '../pages/messages.js';
import { toStatus } from '../statuses/status-mapping.js';
import type { FoundStatus } from '../statuses/statuses.js';
import { toTweet } from '../tweets/tweet-mapping.js';
import type { FoundTweet } from '../tweets/tweets.js';
import { postSize, type Size } from './frame-size.js';
import type { Oembed } from './oembed.js';

export interface Description {
  /** Of the page on this server. */
  readonly path: string;
  readonly size: Size;
  readonly about: Omit<Oembed, 'version' | 'html' | 'width' | 'height'>;
}

// Of the kind and not of the copy, so that the answer is the same as long as the copy is: its headers tell the rest.
const cache_age = freshness.post.fresh;

const postBy = (name: string, place: string) => catalogues.en.postBy(name, place);

export function describeTweet(id: string, { raw }: FoundTweet, most: Size): Description {
  const tweet = toTweet(raw());
  const author = tweet.author;
  return {
    path: `/tweet/${id}.amp`,
    size: postSize(
      {
        characters: tweet.text.length,
        pictures: tweet.media.length,
        hasCard: tweet.card !== null,
        hasQuote: tweet.quoted !== null,
        options: tweet.poll?.options.length ?? 0,
      },
      most,
    ),
    about: {
      type: 'rich',
      title: author === null ? 'X' : postBy(author.name, 'X'),
      ...(author === null
        ? {}
        : {
            author_name: author.name,
            author_url: `https://x.com/${encodeURIComponent(author.username)}`,
          }),
      provider_name: 'X',
      provider_url: 'https://x.com',
      cache_age,
    },
  };
}

export function describeStatus(found: FoundStatus, most: Size): Description {
  const status = toStatus(found.raw(), found.host);
  const { displayName, handle, url } = status.author;
  const name = displayName.trim() === '' ? handle : displayName;
  const { host, origin } = new URL(found.statusUrl);
  return {
    path: `/mastodon/${encodeURIComponent(found.statusUrl)}.amp`,
    size: postSize(
      {
        characters: status.spoiler?.length ?? status.contentHtml.replace(/<[^>]*>/g, '').length,
        pictures: status.spoiler === null ? status.media.length : 0,
        hasCard: status.card !== null,
        hasQuote: status.quoted !== null,
        options: status.poll?.options.length ?? 0,
      },
      most,
    ),
    about: {
      type: 'rich',
      title: postBy(name, host),
      author_name: name,
      ...(url === null ? {} : { author_url: url }),
      provider_name: host,
      provider_url: origin,
      cache_age,
    },
  };
}
