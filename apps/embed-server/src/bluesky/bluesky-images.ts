import type { PostImage } from '../images/post-images.js';
import type { BlueskyPost, QuotedBlueskyPost } from './bluesky-post.js';

/** Upstream addresses, best first; empty when the post has none such. */
export function blueskyImageUrls(post: BlueskyPost, { quoted, image, size }: PostImage): string[] {
  const shown = quoted ? post.quoted : post;
  if (shown === null) return [];
  const isSmaller = size === 'small' || size === 'medium';
  const smaller = isSmaller && typeof image === 'number' ? shown.media[image]?.thumbUrl : null;
  return [smaller, imageUrl(shown, image)].filter((url) => typeof url === 'string');
}

function imageUrl(post: QuotedBlueskyPost, image: PostImage['image']): string | null {
  if (image === 'profile') return post.author.avatarUrl;
  if (image === 'link') return post.card?.imageUrl ?? post.record?.imageUrl ?? null;
  return typeof image === 'number' ? (post.media[image]?.imageUrl ?? null) : null;
}
