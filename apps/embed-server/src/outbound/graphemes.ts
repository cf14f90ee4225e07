// What people wrote is cut where a reader sees a letter end: half of an emoji, or a letter without its marks, is another one.

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

// Of two UTF-16 units one may be half of the letter that decides where the one before it ends.
const ahead = 2;

/** The start of a text, of so many UTF-16 units at most, that ends where a letter does. Empty where the first one is longer. */
export function wholeLetters(text: string, most: number): string {
  if (text.length <= most) return text;
  const next = segmenter.segment(text.slice(0, most + ahead)).containing(most);
  return text.slice(0, next?.index ?? most);
}

/** The text in pieces of so many units at most, each of which ends where a letter does; a longer letter is one. */
export function* inPieces(text: string, most: number): Generator<string> {
  for (let rest = text; rest !== '';) {
    const [letter = rest] = lettersOf(rest);
    const piece = wholeLetters(rest, most) || letter;
    yield piece;
    rest = rest.slice(piece.length);
  }
}

/** The letters of a text as a reader sees them, one after the other. */
export function* lettersOf(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}
