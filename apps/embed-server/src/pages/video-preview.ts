import { videoPosterPath } from '../images/image-paths.js';
import type { Video } from '../videos/video.js';
import { previewOf, type Preview, type PreviewPicture } from './preview.js';

interface VideoPreviewParts {
  readonly title: string;
  readonly provider: string;
  readonly picture: PreviewPicture | null;
}

/** The film itself is its host's, and no page opens it unasked: its poster stands for it. */
export function previewOfVideo(
  video: Video,
  { title, provider, picture }: VideoPreviewParts,
): Preview {
  return previewOf({
    type: 'video.other',
    title,
    description: video.author?.trim() ? `${video.author} · ${provider}` : provider,
    siteName: provider,
    published: null,
    picture,
  });
}

/** The poster in a size that is known beforehand; `hash`: Vimeo's secret of an unlisted video. */
export function videoPicture(
  video: Video,
  options: { readonly base?: string; readonly hash: string | undefined },
): PreviewPicture | null {
  const { host, id, hasPoster } = video;
  if (host === 'facebook' || !hasPoster) return null;
  const path = videoPosterPath(host, id.toWellFormed(), options);
  const sized = `${path}${options.hash === undefined ? '?' : '&'}size=medium`;
  return { path: sized, ...posterSize(video), alt: null, isLarge: true };
}

function posterSize(video: Video): { width: number; height: number } {
  if (video.host === 'youtube') return { width: 480, height: 360 };
  return { width: 640, height: Math.round(640 * heightByWidth(video)) };
}

// No film is wider or taller, whatever its host says.
const extreme = 4;

/** 16:9 where the host does not say. */
export function heightByWidth({ width, height }: Pick<Video, 'width' | 'height'>): number {
  const ratio = width && height ? height / width : 9 / 16;
  return Math.min(extreme, Math.max(1 / extreme, ratio));
}
