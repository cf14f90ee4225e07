/** The words of a text, in lower case and without accents; what stands between them is no letter and no digit. `+1` is a word. */
export function foldedWords(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}+]+|-\d/gu) ?? [];
}

export const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
