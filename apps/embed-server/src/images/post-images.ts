import type { Found } from '../cache/found.js';
import type { Memoise } from '../cache/response-cache.js';
import type { ImageSize, ProxiedImage, ReadImage } from './images.js';

/** Which image of a post, or of the post that it quotes. A number counts the attachments from zero. */
export interface PostImage {
  readonly quoted: boolean;
  readonly image: 'profile' | 'link' | number | { readonly emoji: string };
  readonly size?: ImageSize | undefined;
}

/** A picture of a post: where it stands in it, and its upstream addresses, best first. */
export interface PicturePlace {
  readonly place: string;
  readonly urls: readonly string[];
  /** Of a smaller one; may be the same. */
  readonly smaller: readonly string[];
}

/** The same for every size. */
export function placeOf({ quoted, image }: PostImage): string {
  return JSON.stringify([quoted, image]);
}

// As many as a page shows.
const mostImages = 40;
const mostEmoji = 50;

/** All pictures of a post that have an address. `emojis` of it, and of what it quotes. */
export function picturePlaces(
  urlsOf: (image: PostImage) => readonly string[],
  emojis: readonly [own: readonly string[], quoted: readonly string[]] = [[], []],
): PicturePlace[] {
  const numbers = Array.from({ length: mostImages }, (_, at) => at);
  const all = emojis.flatMap((names, at) => {
    const known = [...new Set(names)].slice(0, mostEmoji).map((emoji) => ({ emoji }));
    const images = ['profile', ...numbers, 'link', ...known] as const;
    return images.map((image) => ({ quoted: at === 1, image }));
  });
  return all.flatMap((image) => {
    const urls = urlsOf(image);
    if (urls.length === 0) return [];
    return [{ place: placeOf(image), urls, smaller: urlsOf({ ...image, size: 'medium' }) }];
  });
}

/** Throws what the reading of the post and ReadImage throw. */
export type ReadPostImage = (id: string, image: PostImage) => Promise<ProxiedImage>;

/** `urlsOf`: upstream addresses of the image, best first; empty when the post has none such. */
export function createReadPostImage<Post>(
  readPost: (id: string) => Promise<Found<Post>>,
  urlsOf: (post: Post, image: PostImage) => string[],
  { readImage, memoise }: { readImage: ReadImage; memoise: Memoise },
): ReadPostImage {
  return async (id, wanted) => {
    const { copy, value, maxAge, snapshot } = await readPost(id);
    const kept = snapshot?.picture(placeOf(wanted));
    if (kept) return { body: kept.body, type: kept.about, maxAge };
    const { quoted, image, size } = wanted;
    const { urls } = await memoise(copy, `urls ${JSON.stringify([quoted, size, image])}`, () => {
      const found = urlsOf(value(), wanted);
      return { urls: found, bytes: found.reduce((sum, { length }) => sum + length, 0) };
    });
    const found = await readImage(urls);
    // A picture is not shown for longer than it is known that its post is.
    return { ...found, maxAge: Math.min(maxAge, found.maxAge) };
  };
}
