// Finds a shortcode in front of the caret, as `:smi` while it is typed and as `:smile:` once it is closed. Times (10:30:00), addresses,
// paths, ratios and emoticons hold colons as well: one begins nothing that stands behind a letter, a digit or a sign of these, or in a
// word with `//`. Behind letters of scripts that write no spaces it does.

export interface Shortcode {
  /** Of the colon before it, and behind the last character, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly code: string;
}

/** A longer one is none. */
const most = 60;
const open = /:([+-]1|[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_+-]+)$/u;
const closed = /:([+-]1|[a-z\d][a-z\d_+-]*):$/iu;
const unspaced =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}ー]$/u;
const joining = /[\p{L}\p{M}\p{N}\p{Pd}.:/\\_@#%&=?~+]$/u;

/** What is being typed: two letters or more. */
export function openShortcode(text: string, caret: number): Shortcode | null {
  return shortcodeBefore(text, caret, open);
}

/** The caret is behind its second colon. */
export function closedShortcode(text: string, caret: number): Shortcode | null {
  return shortcodeBefore(text, caret, closed);
}

function shortcodeBefore(text: string, caret: number, pattern: RegExp): Shortcode | null {
  const from = Math.max(0, caret - most);
  const found = pattern.exec(text.slice(from, caret));
  if (!found?.[1]) return null;
  const start = from + found.index;
  const before = text.slice(Math.max(0, start - 2_000), start);
  const isJoined =
    joining.test(before) && !unspaced.test(before) && !/[\ufe0f\u20e3]$/u.test(before);
  if (isJoined || isInAddress(before)) return null;
  return { start, end: caret, code: found[1] };
}

function isInAddress(before: string): boolean {
  const word = before.split(/\s/u).at(-1)!;
  return word.includes('//') || /^www\./i.test(word);
}
