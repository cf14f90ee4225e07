import type { ImageSize } from '../images/images.js';
import type { PostImage } from '../images/post-images.js';
import type { QuotedTweet, Tweet } from './tweet.js';

/** Upstream addresses of the image, best first; empty when the tweet has none such. */
export function tweetImageUrls(tweet: Tweet, { quoted, image, size }: PostImage): string[] {
  const post = quoted ? tweet.quoted : tweet;
  const url = post === null ? null : imageUrl(post, image);
  if (url === null) return [];
  // Old pictures lack some sizes.
  return [...new Set([resized(url, size), url, smaller(url)])];
}

function imageUrl(tweet: QuotedTweet, image: PostImage['image']): string | null {
  if (image === 'profile') return tweet.author?.avatarUrl ?? null;
  if (image === 'link') return tweet.card?.image?.url ?? null;
  if (typeof image !== 'number') return null;
  return tweet.media[image]?.imageUrl ?? null;
}

const avatars = { small: 'bigger', medium: '200x200', large: '400x400' } as const;

function resized(url: string, size: ImageSize | undefined): string {
  if (size === undefined) return url;
  return url
    .replace(/_400x400(\.\w+)$/, `_${avatars[size]}$1`)
    .replace(/([?&]name=)\w+$/, `$1${size}`);
}

function smaller(url: string): string {
  return url.replace(/_400x400(\.\w+)$/, '_normal$1').replace(/([?&]name=)large$/, '$1medium');
}
