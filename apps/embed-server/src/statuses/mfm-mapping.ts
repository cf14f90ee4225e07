import { longestContent } from './mastodon-limits.js';
import { inlineHtml, type Home } from './mfm-inline-mapping.js';
import { escapeHtml, paragraphs } from './plain-text-mapping.js';

// Misskey's markup as HTML. Misskey's own parser takes quadratic time for what is left open, so this one reads the part
// that shows here, in linear time (ADR 0024): blocks line by line, and within them one token after the other.

// Misskey stores 8192 characters of a note, forks more; what is longer than four of these is shown as it is written.
const longestMarkup = 32_768;

/** Deeper quotes are paragraphs of the last one. */
const deepestQuote = 8;

export function mfmToHtml(mfm: string, origin: string, host: string): string {
  const text = mfm.replaceAll(/\r\n?/g, '\n').trim();
  if (text === '') return '';
  if (text.length > longestMarkup) return paragraphs(escapeHtml(text));
  return blocksHtml(text.split('\n'), { origin, host }, 0);
}

interface Block {
  readonly html: string;
  /** The line behind it. */
  readonly end: number;
}

type BlockAt = (at: number) => Block | null;

/** Blocks stand beside paragraphs, never within one. */
function blocksHtml(lines: readonly string[], home: Home, depth: number): string {
  const kinds: readonly BlockAt[] = [
    ...(depth < deepestQuote ? [quotes(lines, home, depth)] : []),
    fences(lines),
    spans(lines, '\\[', '\\]', (formula) => `<pre><code>${escapeHtml(formula)}</code></pre>`),
    spans(lines, '<center>', '</center>', (text) => paragraphsOf(text, home)),
    (at) => searchAt(lines, at),
  ];
  const pieces: string[] = [];
  let plain: string[] = [];
  const endParagraphs = () => {
    pieces.push(paragraphsOf(plain.join('\n'), home));
    plain = [];
  };
  for (let at = 0; at < lines.length;) {
    const block = firstOf(kinds, at);
    if (block === null) plain.push(lines[at] ?? '');
    else {
      endParagraphs();
      pieces.push(block.html);
    }
    at = block?.end ?? at + 1;
  }
  endParagraphs();
  return pieces.join('');
}

function firstOf(kinds: readonly BlockAt[], at: number): Block | null {
  for (const blockAt of kinds) {
    const block = blockAt(at);
    if (block !== null) return block;
  }
  return null;
}

function paragraphsOf(text: string, home: Home): string {
  return text.trim() === '' ? '' : paragraphs(inlineHtml(text, home, longestContent));
}

function quotes(lines: readonly string[], home: Home, depth: number): BlockAt {
  return (at) => {
    let end = at;
    while (lines[end]?.startsWith('>')) end += 1;
    const quoted = lines.slice(at, end).map((line) => line.replace(/^>[ \u3000\t]?/, ''));
    if (end === at) return null;
    const isEmpty = quoted.every((line) => line.trim() === '');
    const html = isEmpty
      ? paragraphs(escapeHtml(lines.slice(at, end).join('\n')))
      : `<blockquote>${blocksHtml(quoted, home, depth + 1)}</blockquote>`;
    return { html, end };
  };
}

const fence = '```';

function fences(lines: readonly string[]): BlockAt {
  const ends = nextAt(lines, (line) => line === fence);
  return (at) => {
    const end = lines[at]?.startsWith(fence) ? (ends[at + 1] ?? -1) : -1;
    const code = end < 0 ? '' : lines.slice(at + 1, end).join('\n');
    return code === ''
      ? null
      : { html: `<pre><code>${escapeHtml(code)}</code></pre>`, end: end + 1 };
  };
}

/** What opens at the start of a line and closes at the end of the same or a later one. */
function spans(
  lines: readonly string[],
  opener: string,
  closer: string,
  toHtml: (content: string) => string,
): BlockAt {
  const places = lines.map((line) => line.indexOf(closer));
  const ends = nextAt(lines, (_line, at) => (places[at] ?? -1) >= 0);
  return (at) => {
    const first = lines[at] ?? '';
    if (!first.startsWith(opener)) return null;
    const here = first.indexOf(closer, opener.length);
    const end = here >= 0 ? at : (ends[at + 1] ?? -1);
    const place = here >= 0 ? here : places[end];
    if (end < 0 || place !== (lines[end] ?? '').length - closer.length) return null;
    const whole = lines.slice(at, end + 1).join('\n');
    const content = whole.slice(opener.length, -closer.length).trim();
    return content === '' ? null : { html: toHtml(content), end: end + 1 };
  };
}

const searchButton = /[ \u3000\t](?:\[(?:検索|search)\]|検索|search)$/i;

/** A button there; here the line as it is. */
function searchAt(lines: readonly string[], at: number): Block | null {
  const line = lines[at] ?? '';
  return searchButton.test(line) ? { html: paragraphs(escapeHtml(line)), end: at + 1 } : null;
}

/** For each line, where the next of a kind is, itself included; -1: nowhere. */
function nextAt(
  lines: readonly string[],
  isOne: (line: string, at: number) => boolean,
): readonly number[] {
  const next = Array.from(lines, () => -1);
  let last = -1;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    if (isOne(lines[at] ?? '', at)) last = at;
    next[at] = last;
  }
  return next;
}

/** Names between colons that may be custom emoji: not those that touch letters, nor times of day. */
export function shortcodesIn(words: string): string[] {
  const found = words.matchAll(/(?<![\p{L}\p{N}]):([a-z_][\w+-]{0,79}):(?![\p{L}\p{N}])/giu);
  return Array.from(found, (match) => match[1] ?? '').slice(0, 100);
}
