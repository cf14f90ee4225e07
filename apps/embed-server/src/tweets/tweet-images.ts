import type { Memoise } from '../cache/response-cache.js';
import { type ImageSize, type ProxiedImage, type ReadImage, sizedUrls } from '../images/images.js';
import type { QuotedTweet, Tweet } from './tweet.js';
import type { ReadTweet } from './tweets.js';

/** Which image of a tweet, or of the tweet it quotes. */
export interface TweetImageName {
  readonly quoted: boolean;
  readonly image: 'profile' | 'link' | number;
  readonly size?: ImageSize | undefined;
}

/** Throws what ReadTweet and ReadImage throw. */
export type ReadTweetImage = (id: string, name: TweetImageName) => Promise<ProxiedImage>;

export interface TweetImageParts {
  readonly readTweet: ReadTweet;
  readonly readImage: ReadImage;
  readonly memoise: Memoise;
}

export function createReadTweetImage(parts: TweetImageParts): ReadTweetImage {
  const { readTweet, readImage, memoise } = parts;
  return async (id, name) => {
    const { copy, value } = await readTweet(id);
    const variant = `urls ${name.quoted} ${name.image} ${name.size}`;
    return readImage(memoise(copy, variant, () => sizedUrls(tweetImageUrls(value(), name))).urls);
  };
}

/** Upstream addresses of the image, best first; empty when the tweet has none such. */
function tweetImageUrls(tweet: Tweet, { quoted, image, size }: TweetImageName): string[] {
  const post = quoted ? tweet.quoted : tweet;
  const url = post === null ? null : imageUrl(post, image);
  if (url === null) return [];
  // Old pictures lack some sizes.
  return [...new Set([resized(url, size), url, smaller(url)])];
}

function imageUrl(tweet: QuotedTweet, image: TweetImageName['image']): string | null {
  if (image === 'profile') return tweet.author?.avatarUrl ?? null;
  if (image === 'link') return tweet.card?.image?.url ?? null;
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
