import type { QuotedTweet, Tweet } from './tweet.js';

/** Which image of a tweet, or of the tweet it quotes. */
export interface TweetImageName {
  readonly quoted: boolean;
  readonly image: 'profile' | 'link' | number;
}

/** Upstream addresses of the image, best first; empty when the tweet has none such. */
export function tweetImageUrls(tweet: Tweet, { quoted, image }: TweetImageName): string[] {
  const post = quoted ? tweet.quoted : tweet;
  const url = post === null ? null : imageUrl(post, image);
  return url === null ? [] : [url, ...smaller(url)];
}

function imageUrl(tweet: QuotedTweet, image: TweetImageName['image']): string | null {
  if (image === 'profile') return tweet.author?.avatarUrl ?? null;
  if (image === 'link') return tweet.card?.image?.url ?? null;
  return tweet.media[image]?.imageUrl ?? null;
}

// Old pictures lack the larger sizes.
function smaller(url: string): string[] {
  const other = url
    .replace(/_400x400(\.\w+)$/, '_normal$1')
    .replace(/([?&]name=)large$/, '$1medium');
  return other === url ? [] : [other];
}
