import { linesBelow, type WordsBelow } from '../pages/film-height.js';
import { heightByWidth } from '../pages/video-preview.js';
import type { Video } from '../videos/video.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const usualWidth = 550;
// No page of a post is wider, and none of a film.
const widestPost = 608;
const [widestFilm, widestTall] = [640, 352];
// A frame scrolls what is higher.
const highest = 3000;

/** A film's page in the largest size within `most` (pixels; may be infinite). */
export function videoSize(
  film: Pick<Video, 'width' | 'height'>,
  below: WordsBelow,
  most: Size,
): Size {
  const ratio = heightByWidth(film);
  const wide = Math.min(ratio > 1 ? widestTall : widestFilm, most.width);
  const fitting = Math.floor((most.height - linesBelow(below, wide)) / ratio);
  const width = Math.max(1, Math.min(wide, fitting > 0 ? fitting : Infinity));
  const height = Math.ceil(width * ratio) + linesBelow(below, width);
  return { width, height: Math.min(most.height, height) };
}

/** A post's page as wide as usual, or as there is room for, and as high as it then is. */
export function postSize(heightAt: (width: number) => number, most: Size): Size {
  const width = Number.isFinite(most.width) ? Math.min(widestPost, most.width) : usualWidth;
  return { width, height: Math.min(heightAt(width), highest, most.height) };
}
