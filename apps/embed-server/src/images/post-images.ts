import type { Found } from '../cache/found.js';
import type { Memoise } from '../cache/response-cache.js';
import type { ImageSize, ProxiedImage, ReadImage } from './images.js';

/** Which image of a post, or of the post that it quotes. A number counts the attachments from zero. */
export interface PostImage {
  readonly quoted: boolean;
  readonly image: 'profile' | 'link' | number | { readonly emoji: string };
  readonly size?: ImageSize | undefined;
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
    const { copy, value, maxAge } = await readPost(id);
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
