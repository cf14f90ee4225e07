import { lettersOf, wholeLetters } from '../outbound/graphemes.js';

const ellipsis = '…';

/**
 * On one line, without controls of any kind: those of direction would turn the words around it, and nobody closes them.
 * Signal ends a tag at the first `>`, and decodes twice what stands in one: angles stand in for the signs of markup.
 */
export function asOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .trim();
}

/** One line of at most so many bytes of UTF-8. A longer one ends with an ellipsis behind its last whole grapheme. */
export function cutText(text: string, most: number): string {
  // Of a text without end its start alone is read; with room for what `asOneLine` removes.
  const start = wholeLetters(text, most * 16);
  const line = asOneLine(start);
  if (start.length === text.length && Buffer.byteLength(line) <= most) return line;
  let [kept, left] = ['', most - Buffer.byteLength(ellipsis)];
  for (const letter of lettersOf(line.slice(0, most))) {
    left -= Buffer.byteLength(letter);
    if (left < 0) break;
    kept += letter;
  }
  return kept.trimEnd() + ellipsis;
}
