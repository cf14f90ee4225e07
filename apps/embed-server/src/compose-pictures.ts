import { blueskyImageUrls } from './bluesky/bluesky-images.js';
import { postOfCopy } from './bluesky/bluesky-posts.js';
import type { CachedBody } from './cache/cache-store.port.js';
import { isOfThread } from './cache/thread-key.js';
import { imageSizes } from './images/images.js';
import { picturePlaces, type PicturePlace, type PostImage } from './images/post-images.js';
import type { MediaPages } from './media/media.js';
import { statusImageUrls } from './statuses/status-images.js';
import { statusOfCopy } from './statuses/statuses.js';
import { tweetImageUrls } from './tweets/tweet-images.js';
import { tweetOfCopy } from './tweets/tweets.js';
import type { Videos } from './videos/videos.js';

/** Pictures of a post by its copy. Throws where it is none. */
export type PlacesOf = (post: CachedBody) => readonly PicturePlace[];

interface Pictured {
  readonly urlsOf: (image: PostImage) => readonly string[];
  /** Of the post, and of what it quotes. */
  readonly emojis?: readonly [readonly string[], readonly string[]];
}

const pictured: Readonly<Record<string, (copy: CachedBody) => Pictured>> = {
  tweet: (copy) => {
    const tweet = tweetOfCopy(copy);
    return { urlsOf: (image) => tweetImageUrls(tweet, image) };
  },
  status: (copy) => {
    const status = statusOfCopy(copy);
    const own = [...status.emojis, ...(status.boostedBy?.emojis ?? [])];
    const names = [own, status.quoted?.emojis ?? []] as const;
    const [first, second] = names.map((emojis) => emojis.map(({ shortcode }) => shortcode));
    return {
      urlsOf: (image) => statusImageUrls(status, image),
      emojis: [first ?? [], second ?? []],
    };
  },
  bluesky: (copy) => {
    const post = postOfCopy(JSON.parse(copy.body.toString()));
    return { urlsOf: (image) => blueskyImageUrls(post, image) };
  },
};

const kindOf = (key: string) => key.slice(0, key.indexOf(':'));

/** `null` for the key of anything but a post. */
export function placesOf(key: string): PlacesOf | null {
  const of = isOfThread(key) ? undefined : pictured[kindOf(key)];
  if (of === undefined) return null;
  return (copy) => {
    const { urlsOf, emojis } = of(copy);
    return picturePlaces(urlsOf, emojis);
  };
}

/** The upstream addresses, in every size, of the pictures of what is kept under a key; none where that is gone. */
export type PictureUrlsOf = (key: string, copy: CachedBody | null) => readonly string[];

export function createPictureUrls(
  videos: Pick<Videos, 'youtubePosterUrls' | 'posterUrlsOfVimeo'>,
  media: Pick<MediaPages, 'picturesOf'>,
): PictureUrlsOf {
  function urls(key: string, copy: CachedBody | null): readonly string[] {
    const kind = kindOf(key);
    const id = key.slice(kind.length + 1);
    // They are known by the film's name.
    if (kind === 'youtube')
      return imageSizes.flatMap((size) => videos.youtubePosterUrls(id, true, size));
    if (copy === null || isOfThread(key)) return [];
    if (kind === 'media') return media.picturesOf(id, copy);
    if (kind === 'vimeo') return videos.posterUrlsOfVimeo(copy);
    const post = pictured[kind]?.(copy);
    if (!post) return [];
    // Emojis are their instance's, and not the post's.
    const places = picturePlaces((image) =>
      [undefined, ...imageSizes].flatMap((size) => post.urlsOf({ ...image, size })),
    );
    return places.flatMap((place) => place.urls);
  }

  return (key, copy) => {
    try {
      return [...new Set(urls(key, copy))];
    } catch {
      // It is the record of a refusal.
      return [];
    }
  };
}
