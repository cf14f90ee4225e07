// What an oEmbed response says of a page of another provider: the frame is ours, and the words are the provider's.

import { freshness } from '../cache/freshness.js';
import { webAddress } from '../pages/link-rules.js';
import { mediaPicture } from '../pages/media-preview.js';
import { isolateText } from '../pages/isolate-text.js';
import { basePath } from '../pages/page.js';
import { longestName, shortened } from '../pages/post.js';
import type { Media } from '../media/media-item.js';
import { videoSize, type Size } from './frame-size.js';
import { type Limits, thumbnailOf } from './thumbnail.js';

const brief = (name: string) => isolateText(shortened(name, longestName));

export function describeMedia(media: Media, limits: Limits) {
  const { author, provider, title } = media;
  const about = {
    // A frame is no photo, and a link would have no frame.
    type: media.type === 'video' ? 'video' : 'rich',
    title: brief(title?.trim() || provider),
    author_name: author?.trim() ? brief(author) : undefined,
    author_url: webAddress(media.authorUrl) ?? undefined,
    provider_name: provider,
    provider_url: media.providerUrl,
    cache_age: freshness.media.fresh,
    ...thumbnailOf(mediaPicture(media, basePath(limits.publicUrl)), limits),
  };
  return { size: sizeOf(media, limits.most), about };
}

// Title, author and the note below; where there is nothing above them, that is all.
const below = 110;
const [lowest, highest] = [80, 900];

function sizeOf(media: Media, most: Size): Size {
  const { type, height, player, pictures, thumbnail: small } = media;
  if (type === 'rich' && height !== null) {
    const whole = Math.min(highest, Math.max(lowest, height)) + below;
    return { width: Math.min(640, most.width), height: Math.min(most.height, whole) };
  }
  if (player === null && pictures.length === 0)
    return { width: Math.min(640, most.width), height: Math.min(most.height, below) };
  const hasSize = media.width !== null && height !== null;
  return videoSize(hasSize || small === null ? media : small, most);
}
