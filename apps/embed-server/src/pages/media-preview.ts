import { mediaThumbnailPath } from '../images/image-paths.js';
import type { Media } from '../media/media-item.js';
import { readable } from './readable-text.js';
import { previewOf, type Preview, type PreviewPicture } from './preview.js';

const types = { video: 'video.other', rich: 'website', photo: 'website', link: 'website' } as const;

/** The provider's name where nobody would see a title. */
export function mediaTitle({ title, provider }: Media): string {
  return readable(title)?.trim() ?? provider;
}

export function previewOfMedia(media: Media, title: string, base: string): Preview {
  const { author, provider } = media;
  return previewOf({
    type: types[media.type],
    title,
    description: readable(author) ? `${author} · ${provider}` : provider,
    siteName: provider,
    published: null,
    picture: previewPicture(media, base),
  });
}

/** The provider's thumbnail, which is the smallest picture that there is; of its size what the provider says. */
export function mediaPicture(media: Media, base = ''): PreviewPicture | null {
  if (media.pictures.length === 0) return null;
  const { width, height } = media.thumbnail ?? { width: null, height: null };
  const path = `${mediaThumbnailPath(media.page, base)}?size=small`;
  return { path, width, height, alt: null, isLarge: true };
}

/** In pixels; WhatsApp shows nothing that says it is narrower. */
const narrowest = 300;

/** The thumbnail, or the photo where that is too narrow. */
function previewPicture(media: Media, base: string): PreviewPicture | null {
  const { type, page, pictures, thumbnail, width, height } = media;
  const hasWider = type === 'photo' && pictures.length > 1;
  if (!hasWider || !thumbnail || thumbnail.width >= narrowest) return mediaPicture(media, base);
  return { path: mediaThumbnailPath(page, base), width, height, alt: null, isLarge: true };
}
