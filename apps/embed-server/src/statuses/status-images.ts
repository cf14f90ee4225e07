import type { StatusImageName } from './status-route.js';
import type { QuotedStatus, Status } from './status.js';

/** Upstream addresses of an image of the status, or of the one it quotes; empty when it has none such. */
export function statusImageUrls(status: Status, quoted: boolean, image: StatusImageName): string[] {
  const post = quoted ? status.quoted : status;
  const url = post === null ? null : imageUrl(post, image);
  return url === null ? [] : [url];
}

function imageUrl(post: QuotedStatus, image: StatusImageName): string | null {
  if (image === 'profile') return post.author.avatarUrl;
  if (image === 'link') return post.card?.imageUrl ?? null;
  if ('index' in image) return post.media[image.index]?.imageUrl ?? null;
  const emoji = post.emojis.find(({ shortcode }) => shortcode === image.emoji);
  return emoji?.url ?? null;
}
