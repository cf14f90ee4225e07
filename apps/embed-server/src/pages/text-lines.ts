// How many lines a text takes, by the widths of DejaVu Sans: the widest of the fonts that `system-ui` is on any system, so
// that it is rarely more.

const narrow = new Map<string, number>();
const groups: readonly (readonly [string, number])[] = [
  [' .,’‘', 0.32],
  ["ijlI|'", 0.29],
  [':;/\\', 0.34],
  ['ft-', 0.39],
  ['r!()[]{}"“”', 0.45],
  ['*_', 0.5],
  ['sczJ?', 0.55],
  ['kvxyLFTYPao', 0.61],
  ['w#&', 0.84],
  ['mMW@%…—+=<>~', 1],
  ['CDGHNOQUAVXRKZB', 0.76],
];
for (const [letters, width] of groups) for (const letter of letters) narrow.set(letter, width);

const usual = 0.64;

/** In em. */
function widthOf(letter: string): number {
  const known = narrow.get(letter);
  if (known !== undefined) return known;
  if (/\p{M}|\p{Cf}/u.test(letter)) return 0;
  if (/\p{Extended_Pictographic}|\ufffc|\p{Regional_Indicator}/u.test(letter)) return 1.35;
  return isWide(letter) ? 1 : usual;
}

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

/** Lines of a text whose own line breaks count. */
export function countLines(text: string, { width, size, isBold = false }: TextBox): number {
  const em = Math.max(1, width) / size / (isBold ? bold : 1);
  return text
    .slice(0, longestText)
    .split('\n')
    .reduce((sum, line) => sum + wrapped(line, em), 0);
}

/** Words go to the next line as a whole, and are broken where a line is not enough for one. */
function wrapped(line: string, em: number): number {
  let [lines, used] = [1, 0];
  for (const word of line.match(/\s+|\S+/gu) ?? []) {
    const letters = Array.from(word);
    const width = letters.reduce((sum, letter) => sum + widthOf(letter), 0);
    const isBreakable = letters.some(isWide) || width > em;
    if (/^\s/u.test(word)) {
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
