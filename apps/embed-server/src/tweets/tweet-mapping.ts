import { fromApi } from './api-mapping.js';
import { fromOembed } from './oembed-mapping.js';
import { fromSyndication } from './syndication-mapping.js';
import type { RawTweet } from './tweet-source.port.js';
import type { Tweet, TweetSource } from './tweet.js';

const readers = {
  syndication: fromSyndication,
  api: fromApi,
  oembed: fromOembed,
} satisfies Record<TweetSource, (body: unknown) => Tweet>;

export function toTweet({ source, body }: Pick<RawTweet, 'source' | 'body'>): Tweet {
  return readers[source](body);
}
