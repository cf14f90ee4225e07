const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ellipsis = '…';

/**
 * The beginning of a text up to the end of a grapheme, which is what a reader takes for one character: a family, a flag, a letter
 * with its marks. Empty when the first one is longer.
 *
 * @param most code points, as the database counts
 */
export function firstGraphemes(text: string, most: number): string {
  // Where a grapheme ends, the code point after it says; each has two units at most.
  const start = text.slice(0, 2 * (most + 1));
  let [kept, left] = ['', most];
  for (const { segment } of segmenter.segment(start)) {
    left -= Array.from(segment).length;
    if (left < 0) break;
    kept += segment;
  }
  return kept;
}

/**
 * A text that is longer ends with an ellipsis behind a whole grapheme.
 *
 * @param most code points, the ellipsis among them
 */
export function cutText(text: string, most: number): string {
  const isLonger = Array.from(text.slice(0, 2 * (most + 1))).length > most;
  return isLonger ? firstGraphemes(text, most - 1) + ellipsis : text;
}
