import type { Video } from '../videos/video.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const usualWidth = 550;
// Title, author and the note below a video.
const belowVideo = 110;
const tallestWidth = 352;

/** A video's page in the largest size within `most` (pixels; may be infinite). */
export function videoSize({ width, height }: Pick<Video, 'width' | 'height'>, most: Size): Size {
  const ratio = width !== null && height !== null ? height / width : 9 / 16;
  const wide = ratio > 1 ? tallestWidth : 640;
  const fitting = Math.floor((most.height - belowVideo) / ratio);
  const whole = Math.max(1, Math.min(wide, most.width, fitting > 0 ? fitting : Infinity));
  return { width: whole, height: Math.min(most.height, Math.round(whole * ratio) + belowVideo) };
}

/** What a post holds, for a guess of its height; the page tells the true one when it is there. */
export interface PostParts {
  readonly characters: number;
  readonly pictures: number;
  readonly hasCard: boolean;
  readonly hasQuote: boolean;
  readonly options: number;
}

export function postSize(parts: PostParts, most: Size): Size {
  const width = Math.min(usualWidth, most.width);
  const lines = Math.ceil((parts.characters * 9) / width);
  const picture = Math.round(width * 0.6);
  const guess =
    170 +
    lines * 25 +
    (parts.pictures > 0 ? picture : 0) +
    (parts.hasCard ? picture : 0) +
    (parts.hasQuote ? 220 : 0) +
    parts.options * 45;
  return { width, height: Math.min(guess, 1000, most.height) };
}
