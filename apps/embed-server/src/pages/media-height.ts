import type { PostMedia } from './post.js';
import { countWrapped } from './text-lines.js';

// Of the grid: space between its cells, and what a single picture has at most.
const [space, highest] = [3, 512];
// A sound or a file: a line of words in a box.
const row = { line: 23.2, padding: 21.2, sides: 27.6, size: 16 };
// Between the cover of a sound and the words beside it.
const coverGap = 12.8;

export function hasCover(item: PostMedia): item is PostMedia & { readonly image: string } {
  return item.kind === 'audio' && item.image !== null;
}

/**
 * Heights of the grid of pictures and of the rows below it.
 *
 * @param cover width and height of the cover of a sound, in pixels
 */
export function mediaHeight(media: readonly PostMedia[], width: number, cover: number): number[] {
  const isRow = ({ kind }: PostMedia) => kind === 'audio' || kind === 'file';
  const pictures = media.filter((item) => !isRow(item));
  const grid = pictures.length === 0 ? [] : [gridHeight(pictures, width)];
  const rows = media.filter(isRow).map((item) => {
    if (!hasCover(item)) return soundOrFileHeight(item, width);
    return Math.max(row.padding + cover, soundOrFileHeight(item, width - cover - coverGap));
  });
  return [...grid, ...rows];
}

/** Below the title of a sound, where it has one, is what plays it. */
function soundOrFileHeight({ kind, alt, href, sources }: PostMedia, width: number): number {
  if (kind !== 'audio' || sources.length === 0) return rowHeight(alt ?? href, width);
  const lines = alt === null ? 0 : countWrapped(alt, { width: width - row.sides, size: row.size });
  return row.padding + row.line * (lines + 1);
}

function rowHeight(words: string, width: number): number {
  const lines = countWrapped(`▶ ${words} (0:00:00)`, {
    width: width - row.sides - 90,
    size: row.size,
  });
  return row.padding + row.line * lines;
}

function gridHeight(pictures: readonly PostMedia[], width: number): number {
  const [first] = pictures;
  if (pictures.length === 1 && first) return oneHeight(first, width);
  const columns = pictures.length > 4 ? 3 : 2;
  const cell = ((width - space * (columns - 1)) / columns) * (7 / 8);
  // Of three, the first is as high as the others together.
  const rows = pictures.length === 3 ? 2 : Math.ceil(pictures.length / columns);
  return rows * cell + (rows - 1) * space;
}

function oneHeight({ kind, image, width: wide, height }: PostMedia, width: number): number {
  if (kind === 'photo' && image === null) return rowHeight('', width);
  const ratio = wide && height ? height / wide : 9 / 16;
  return Math.min(highest, width * ratio);
}
