/** Made when it is needed: at a start `Intl` takes longer than all else that is done with a text (ADR 0071). */
let segmenter: Intl.Segmenter | undefined;

/** What readers take for single characters. A browser that does not know what these are has code points. */
export function graphemesOf(text: string): readonly string[] {
  if (!('Segmenter' in Intl)) return Array.from(text);
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
