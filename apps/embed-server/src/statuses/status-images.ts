import type { PostImage } from '../images/post-images.js';
import type { QuotedStatus, Status, StatusEmoji } from './status.js';

/** Upstream addresses, best first; empty when the status has none such. */
export function statusImageUrls(status: Status, { quoted, image, size }: PostImage): string[] {
  const post = quoted ? status.quoted : status;
  if (post === null) return [];
  if (!quoted && typeof image === 'object') {
    return emojiUrls(image.emoji, status.emojis, status.boostedBy?.emojis ?? []);
  }
  const smaller = size === 'small' || size === 'medium' ? previewUrl(post, image) : null;
  return [smaller, imageUrl(post, image)].filter((url) => url !== null);
}

function previewUrl(post: QuotedStatus, image: PostImage['image']): string | null {
  return typeof image === 'number' ? (post.media[image]?.previewUrl ?? null) : null;
}

function imageUrl(post: QuotedStatus, image: PostImage['image']): string | null {
  if (image === 'profile') return post.author.avatarUrl;
  if (image === 'link') return post.card?.imageUrl ?? null;
  if (typeof image === 'number') return post.media[image]?.imageUrl ?? null;
  return emojiUrls(image.emoji, post.emojis)[0] ?? null;
}

/** The first of the name: the booster's own come after those of the post. */
function emojiUrls(name: string, ...emojis: (readonly StatusEmoji[])[]): string[] {
  const found = emojis.flat().find(({ shortcode }) => shortcode === name);
  return found === undefined ? [] : [found.url];
}
