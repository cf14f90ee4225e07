// What an oEmbed response says of a page of another provider: the frame is ours, and the words are the provider's.

import { freshness } from '../cache/freshness.js';
import { fragments } from '../fragments/fragment-renderer.js';
import { webAddress } from '../pages/link-rules.js';
import { linesBelow, linkHeight, noteOf } from '../pages/film-height.js';
import { wordsIn } from '../pages/locale.js';
import { mediaPicture, mediaTitle } from '../pages/media-preview.js';
import { isolateText } from '../pages/isolate-text.js';
import { basePath } from '../pages/page.js';
import { quotationOfMedia } from '../pages/quotation.js';
import { longestName, shortened } from '../pages/post.js';
import { readable } from '../pages/readable-text.js';
import { heightByWidth } from '../pages/video-preview.js';
import type { Media } from '../media/media-item.js';
import { postSize, videoSize, type Size } from './frame-size.js';
import { type Limits, thumbnailOf } from './thumbnail.js';

const brief = (name: string) => isolateText(shortened(name, longestName));

export function describeMedia(media: Media, limits: Limits) {
  const { provider } = media;
  const author = readable(media.author);
  const about = {
    // A frame is no photo, and a link would have no frame.
    type: media.type === 'video' ? 'video' : 'rich',
    title: brief(mediaTitle(media)),
    author_name: author === null ? undefined : brief(author),
    author_url: webAddress(media.authorUrl) ?? undefined,
    provider_name: provider,
    provider_url: media.providerUrl,
    cache_age: freshness.media.fresh,
    ...thumbnailOf(mediaPicture(media, basePath(limits.publicUrl)), limits),
  };
  return {
    size: sizeOf(media, limits),
    about,
    quotation: quotationOfMedia(media, about.title),
    fragment: fragments.media({ value: () => media }),
  };
}

const [lowest, highest] = [80, 900];
const widest = 640;

function sizeOf(media: Media, { most, language }: Limits): Size {
  const { type, height, player, pictures, provider } = media;
  const title = mediaTitle(media);
  const note = noteOf(wordsIn(language), provider, player !== null);
  const below = { title, author: media.author, note };
  if (player === null) {
    const picture = pictures.length > 0 ? pictureOf(media) : null;
    return postSize((width) => linkHeight(below, picture && heightByWidth(picture), width), most);
  }
  if (type === 'video') return videoSize(media, below, most);
  if (height === null) return videoSize({ width: media.width, height: null }, below, most);
  const width = Math.min(widest, most.width);
  const whole = Math.min(highest, Math.max(lowest, height)) + linesBelow(below, width);
  return { width, height: Math.min(most.height, whole) };
}

function pictureOf({ type, width, height, thumbnail }: Media) {
  return type === 'photo' && width && height ? { width, height } : (thumbnail ?? unknown);
}

const unknown = { width: null, height: null };
