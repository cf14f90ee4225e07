/** On one line, as the database and a header can hold it; null when nothing is left. */
export function lineOf(text: string | undefined, most: number): string | null {
  const line = (text ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim();
  return [...line].slice(0, most).join('') || null;
}
