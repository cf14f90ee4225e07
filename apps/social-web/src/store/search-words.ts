/** As texts are compared in a search. A dot above an i, which İ leaves, and the place of a σ make no difference. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ς', 'σ');
}

/** Words of a folded text, with their places. */
export const wordsIn = (folded: string) => [...folded.matchAll(/[\p{L}\p{M}\p{N}]+/gu)];

export const wordsOf = (text: string): readonly string[] =>
  wordsIn(foldForSearch(text)).map(([word]) => word);
