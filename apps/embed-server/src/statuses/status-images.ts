import type { Memoise } from '../cache/response-cache.js';
import { type ImageSize, type ProxiedImage, type ReadImage, sizedUrls } from '../images/images.js';
import type { QuotedStatus, Status, StatusEmoji } from './status.js';
import type { ReadStatus } from './statuses.js';

export type StatusImageName =
  'profile' | 'link' | { readonly index: number } | { readonly emoji: string };

/** Which image of a status, or of the status it quotes. */
export interface StatusImage {
  readonly quoted: boolean;
  readonly image: StatusImageName;
  readonly size?: ImageSize | undefined;
}

/** Throws what ReadStatus and ReadImage throw. */
export type ReadStatusImage = (statusUrl: string, image: StatusImage) => Promise<ProxiedImage>;

export interface StatusImageParts {
  readonly readStatus: ReadStatus;
  readonly readImage: ReadImage;
  readonly memoise: Memoise;
}

export function createReadStatusImage(parts: StatusImageParts): ReadStatusImage {
  const { readStatus, readImage, memoise } = parts;
  return async (statusUrl, image) => {
    const { copy, value } = await readStatus(statusUrl);
    const { quoted, size, image: name } = image;
    const variant = `urls ${JSON.stringify([quoted, size, name])}`;
    const { urls } = memoise(copy, variant, () => sizedUrls(statusImageUrls(value(), image)));
    return readImage(urls);
  };
}

/** Upstream addresses, best first; empty when the status has none such. */
function statusImageUrls(status: Status, { quoted, image, size }: StatusImage): string[] {
  const post = quoted ? status.quoted : status;
  if (post === null) return [];
  if (!quoted && typeof image !== 'string' && 'emoji' in image) {
    return emojiUrls(image.emoji, status.emojis, status.boostedBy?.emojis ?? []);
  }
  const smaller = size === 'small' || size === 'medium' ? previewUrl(post, image) : null;
  return [smaller, imageUrl(post, image)].filter((url) => url !== null);
}

function previewUrl(post: QuotedStatus, image: StatusImageName): string | null {
  if (typeof image === 'string' || !('index' in image)) return null;
  return post.media[image.index]?.previewUrl ?? null;
}

function imageUrl(post: QuotedStatus, image: StatusImageName): string | null {
  if (image === 'profile') return post.author.avatarUrl;
  if (image === 'link') return post.card?.imageUrl ?? null;
  if ('index' in image) return post.media[image.index]?.imageUrl ?? null;
  return emojiUrls(image.emoji, post.emojis)[0] ?? null;
}

/** The first of the name: the booster's own come after those of the post. */
function emojiUrls(name: string, ...emojis: (readonly StatusEmoji[])[]): string[] {
  const found = emojis.flat().find(({ shortcode }) => shortcode === name);
  return found === undefined ? [] : [found.url];
}
