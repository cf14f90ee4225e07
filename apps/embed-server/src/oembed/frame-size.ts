import { heightByWidth } from '../pages/video-preview.js';
import type { Video } from '../videos/video.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const usualWidth = 550;
// Title, author and the note below a video.
const belowVideo = 110;
const tallestWidth = 352;

type Film = Pick<Video, 'width' | 'height'>;

/** A video's page in the largest size within `most` (pixels; may be infinite). */
export function videoSize(film: Film, most: Size): Size {
  const ratio = heightByWidth(film);
  const wide = ratio > 1 ? tallestWidth : 640;
  const fitting = Math.floor((most.height - belowVideo) / ratio);
  const whole = Math.max(1, Math.min(wide, most.width, fitting > 0 ? fitting : Infinity));
  return { width: whole, height: Math.min(most.height, Math.round(whole * ratio) + belowVideo) };
}

/** A tweet or a status. */
interface Post {
  readonly media: readonly unknown[];
  readonly card: unknown;
  readonly quoted: unknown;
  readonly poll: { readonly options: readonly unknown[] } | null;
}

/** A guess of a post's height; its page tells the true one when it is there. */
export function postSize(post: Post, characters: number, most: Size): Size {
  const width = Math.min(usualWidth, most.width);
  const lines = Math.ceil((characters * 9) / width);
  const picture = Math.round(width * 0.6);
  const guess =
    170 +
    lines * 25 +
    (post.media.length > 0 ? picture : 0) +
    (post.card === null ? 0 : picture) +
    (post.quoted === null ? 0 : 220) +
    (post.poll?.options.length ?? 0) * 45;
  return { width, height: Math.min(guess, 1000, most.height) };
}
