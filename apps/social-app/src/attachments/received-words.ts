/** Characters of the part behind the last dot of a name: by it systems know what a file is. */
const mostEnding = 16;

/** The name of a file, on one line; a long one keeps its ending. */
export function fileNameOf(name: string | undefined, most: number): string | null {
  const line = lineOf(name, Infinity);
  const characters = [...(line ?? '')];
  if (characters.length <= most) return line;
  const dot = characters.lastIndexOf('.');
  const ending = dot > 0 && characters.length - dot <= mostEnding ? characters.slice(dot) : [];
  return [...characters.slice(0, most - ending.length), ...ending].join('');
}

/** On one line, as the database and a header can hold it; null when nothing is left. */
export function lineOf(text: string | undefined, most: number): string | null {
  const line = (text ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim();
  return [...line].slice(0, most).join('') || null;
}
