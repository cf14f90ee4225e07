import type { ShownSnapshot } from '../cache/found.js';
import { absolute } from '../pages/page.js';
import type { Language } from '../pages/messages.js';
import type { PreviewPicture } from '../pages/preview.js';
import type { Size } from './frame-size.js';

/** Where this server is, and what the client has room for. */
export interface Limits {
  readonly publicUrl: string;
  readonly most: Size;
  /** Of the page's own words. */
  readonly language: Language;
  /** Of which the item is described. */
  readonly snapshot?: ShownSnapshot | undefined;
  /** Whether it lacks what is asked for again soon. */
  readonly isIncomplete?: boolean | undefined;
}

/** The picture of a page as oEmbed has it: only with its size, and only within the limits (oembed.com, 2.3.4). */
export function thumbnailOf(
  picture: PreviewPicture | null,
  { publicUrl, most }: Pick<Limits, 'publicUrl' | 'most'>,
) {
  if (!picture?.width || !picture.height) return {};
  const { path, width, height } = picture;
  if (width > most.width || height > most.height) return {};
  return {
    thumbnail_url: absolute(path, publicUrl),
    thumbnail_width: width,
    thumbnail_height: height,
  };
}
