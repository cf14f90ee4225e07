// How many lines a text takes, by the widths of DejaVu Sans: the widest of the fonts that `system-ui` is on any system, so
// that it is rarely more.

const narrow = new Map<string, number>();
const groups: readonly (readonly [string, number])[] = [
  [' \u00a0\u202f.,’‘', 0.32],
  ["ijlI|'", 0.29],
  [':;/\\', 0.34],
  ['ft-', 0.39],
  ['r!()[]{}"“”', 0.45],
  ['*_', 0.5],
  ['sczJ?', 0.55],
  ['kvxyLFTYPao', 0.61],
  ['w#&', 0.84],
  ['mW@%…—', 0.99],
  ['M+=<>~', 0.87],
  ['CDGHNOQUAVXRKZB', 0.76],
];
for (const [letters, width] of groups) for (const letter of letters) narrow.set(letter, width);

const usual = 0.64;

// The first that fits tells the width.
const scripts: readonly (readonly [RegExp, number])[] = [
  // Where no font puts a mark on its letter, it stands beside it.
  [/\p{Mc}|[\u0900-\u109f\u1780-\u17ff]/u, usual],
  [/\p{M}|\p{Cf}/u, 0],
  [/\p{Extended_Pictographic}|\ufffc|\p{Regional_Indicator}/u, 1.35],
  [/[\u2003\u3000]/u, 1],
  [/[\u2006-\u200a]/u, 0.2],
  [/\p{Z}/u, 0.5],
  [/\p{Script=Arabic}/u, 0.58],
  [/[ЖШЩЮФМЫжшщюфмы]/u, 0.96],
  [/[\u2190-\u22ff]/u, 0.84],
  [/[\u2500-\u25ff\u2800-\u28ff]/u, 0.78],
  [/[\u2460-\u24ff\u{1d400}-\u{1d7ff}]/u, 0.92],
];

/** In em. */
function widthOf(letter: string): number {
  const known = narrow.get(letter);
  if (known !== undefined) return known;
  if (/^[\w\u00c0-\u024f]$/.test(letter)) return usual;
  const script = scripts.find(([letters]) => letters.test(letter));
  return script?.[1] ?? (isWide(letter) ? 1 : usual);
}

/** Several letters that are one emoji: a flag, a key, a family, a hand of some colour. */
const emoji =
  /\p{Regional_Indicator}{2}|[\d#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:[\p{Emoji_Modifier}\ufe0f]|\u200d\p{Extended_Pictographic})+/gu;
const oneEmoji = '\ufffc';

/** Of scripts whose letters are squares, between any two of which a line may end. */
function isWide(letter: string): boolean {
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Script=Han}/u.test(
    letter,
  );
}

export interface TextBox {
  /** Pixels. */
  readonly width: number;
  readonly size: number;
  readonly isBold?: boolean;
}

const bold = 1.13;
// What is taller is shown with a scrollbar anyway.
const longestText = 20_000;

/** Lines of a text in HTML, whose own spaces and line breaks do not count. */
export function countWrapped(text: string, box: TextBox): number {
  const words = text.slice(0, longestText).replace(/[ \t\r\n\f]+/g, ' ');
  return countLines(words.trim(), box);
}

/** Lines of a text whose own line breaks count. */
export function countLines(text: string, { width, size, isBold = false }: TextBox): number {
  const em = Math.max(1, width) / size / (isBold ? bold : 1);
  return text
    .slice(0, longestText)
    .replace(emoji, oneEmoji)
    .split('\n')
    .reduce((sum, line) => sum + wrapped(line, em), 0);
}

// What ends with a hyphen or a question mark may end a line; a space that holds two words together ends none.
const pieces = /[^\S\u00a0\u202f]+|\u200b+|(?:[^\s\u200b?-]|[\u00a0\u202f])+[?-]*|[?-]+/gu;

/** Words go to the next line as a whole, and are broken where a line is not enough for one. */
function wrapped(line: string, em: number): number {
  let [lines, used] = [1, 0];
  for (const word of line.match(pieces) ?? []) {
    const letters = Array.from(word);
    const width = letters.reduce((sum, letter) => sum + widthOf(letter), 0);
    const isBreakable = letters.some(isWide) || width > em;
    if (/^[^\S\u00a0\u202f]|^\u200b/u.test(word)) {
      used = Math.min(em, used + width);
    } else if (isBreakable) {
      const all = (letters.some(isWide) ? used : em * (used > 0 ? 1 : 0)) + width * 1.02;
      lines += Math.ceil(all / em) - 1;
      used = all - em * (Math.ceil(all / em) - 1);
    } else if (used + width > em) {
      [lines, used] = [lines + 1, width];
    } else {
      used += width;
    }
  }
  return lines;
}

/** In em of the size, on one line. */
export function textWidth(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0);
}
