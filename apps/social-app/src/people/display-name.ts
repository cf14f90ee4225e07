import { firstGraphemes } from '../text/cut-text.js';

/** Control, direction, private and unassigned characters. Joiners stay: Persian, Indic scripts and emoji need them. */
const unwanted = /(?![\u200c\u200d])[\p{C}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** What a reader sees. Blank are the Braille pattern without dots and all that Unicode lets programs ignore. */
const visible = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** No script needs more on one letter; hundreds would cover the lines around. */
const stackedMarks = /(\p{M}{8})\p{M}+/gu;

/** Whoever reads it would take the name for a handle (ADR 0037). */
const handleSign = /^[\s@\uff20\ufe6b]+/u;

/**
 * A name as it may be shown to others: without control and direction characters, without `@` before it, with
 * single spaces between its words, the whole graphemes of at most 200 characters; null when nothing is left that can be seen.
 */
export function toDisplayName(text: string): string | null {
  const clean = firstGraphemes(text, 4096)
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(unwanted, '')
    .replace(stackedMarks, '$1')
    .replace(handleSign, '')
    .trim();
  const name = firstGraphemes(clean, 200).trim();
  return visible.test(name) ? name : null;
}
