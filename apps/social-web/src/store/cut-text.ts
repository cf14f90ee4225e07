/** Made when it is needed: at a start `Intl` takes longer than all else that is done with a text (ADR 0071). */
let segmenter: Intl.Segmenter | undefined;

/**
 * Of so many characters at most: whole graphemes, and an ellipsis where there are more, as the server cuts it. A browser that does not
 * know what a grapheme is cuts between characters.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  // Where a grapheme ends, the character after it says.
  const start = characters.slice(0, most + 1);
  let [kept, left] = ['', most - 1];
  for (const part of 'Segmenter' in Intl ? graphemesOf(start.join('')) : start) {
    left -= Array.from(part).length;
    if (left < 0) break;
    kept += part;
  }
  return `${kept}…`;
}

function graphemesOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
