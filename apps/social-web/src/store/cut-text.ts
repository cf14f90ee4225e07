import { graphemesOf } from './graphemes.js';

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
  for (const part of graphemesOf(start.join(''))) {
    left -= Array.from(part).length;
    if (left < 0) break;
    kept += part;
  }
  return `${kept}…`;
}
