import { linkedHtml, paragraphs } from './plain-text-mapping.js';

// Of Markdown that part which PeerTube shows, and people write elsewhere: bold and italic words, links, lists, headings. All
// else is shown as it is written. One pass over the lines, and one over the marks of each block.

export function markdownToHtml(markdown: string): string {
  const lines = markdown
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd());
  const pieces: string[] = [];
  for (let at = 0; at < lines.length;) {
    const kind = kindOf(lines[at] ?? '');
    let end = at + 1;
    while (end < lines.length && kindOf(lines[end] ?? '') === kind && kind !== 'heading') end += 1;
    pieces.push(blockHtml(kind, lines.slice(at, end)));
    at = end;
  }
  return pieces.join('');
}

type Kind = 'ul' | 'ol' | 'heading' | 'text';

const marks: readonly (readonly [Kind, RegExp])[] = [
  ['ul', /^ {0,12}[-*+•] +(?=\S)/],
  ['ol', /^ {0,12}(\d{1,6})[.)] +(?=\S)/],
  ['heading', /^ {0,3}#{1,6} +(?=\S)/],
];

function kindOf(line: string): Kind {
  return marks.find(([, mark]) => mark.test(line))?.[0] ?? 'text';
}

function blockHtml(kind: Kind, lines: readonly string[]): string {
  const mark = marks.find(([name]) => name === kind)?.[1];
  if (mark === undefined) {
    const parts = lines
      .join('\n')
      .trim()
      .split(/\n{2,}/);
    return parts.map((part) => (part === '' ? '' : paragraphs(inlineHtml(part)))).join('');
  }
  const items = lines.map((line) => inlineHtml(line.replace(mark, '')));
  if (kind === 'heading') return `<p><strong>${items.join('')}</strong></p>`;
  const start = kind === 'ol' ? Number(mark.exec(lines[0] ?? '')?.[1]) : 1;
  const numbering = start === 1 ? '' : ` start="${start}"`;
  return `<${kind}${numbering}>${items.map((item) => `<li>${item}</li>`).join('')}</${kind}>`;
}

/** A link under its own address, a link's tag, a mark that is escaped, or a mark. */
const tokens = /(<a\b[^<>]*>https?:[^<>]*<\/a>)|(<\/?a\b)[^<>]*>|\\([\\*_])|\*+|_+/g;

interface Opened {
  readonly mark: string;
  /** Its place among the pieces. */
  readonly at: number;
}

/** Of what is around a link: nothing is closed across it. */
const link = 'a';

/** More are text: each mark is looked for among those that are open. */
const mostOpen = 20;

function inlineHtml(words: string): string {
  // A picture is its description, as a link.
  const html = linkedHtml(words.replace(/!(?=\[[^[\]\n]{1,300}\]\()/g, ''));
  const pieces: string[] = [];
  const open: Opened[] = [];
  let at = 0;
  for (const match of html.matchAll(tokens)) {
    const [written, address, tag, escaped] = match;
    pieces.push(html.slice(at, match.index));
    at = match.index + written.length;
    const around = [html[match.index - 1] ?? ' ', html[at] ?? ' '] as const;
    if (tag === '</a') open.length = placeOf(open, link);
    if (tag === '<a') open.push({ mark: link, at: pieces.length });
    if (address ?? tag ?? escaped) pieces.push(escaped ?? written);
    else for (const mark of marksIn(written, open)) writeMark(pieces, open, mark, around);
  }
  return pieces.join('') + html.slice(at);
}

function placeOf(open: readonly Opened[], mark: string): number {
  return open.findLastIndex((one) => one.mark === mark);
}

/** Three are two marks, of which the one that was opened last is closed first. */
function marksIn(written: string, open: readonly Opened[]): string[] {
  if (written.length !== 3) return [written];
  const [one, two] = [written.slice(0, 1), written.slice(0, 2)];
  return open.at(-1)?.mark === one ? [one, two] : [two, one];
}

/** Closes what it may, else opens what it may; within words an underline is a letter. */
function writeMark(
  pieces: string[],
  open: Opened[],
  mark: string,
  [before, after]: readonly [string, string],
): void {
  const isWithin = [before, after].every((letter) => /[\p{L}\p{N}]/u.test(letter));
  const isText = mark.length > 2 || (isWithin && mark.startsWith('_'));
  const closed = isText || /\s/.test(before) ? -1 : placeOf(open, mark);
  const opened = closed > placeOf(open, link) ? open[closed] : undefined;
  const name = mark.length === 2 ? 'strong' : 'em';
  pieces.push(opened === undefined ? mark : `</${name}>`);
  if (opened !== undefined) {
    pieces[opened.at] = `<${name}>`;
    open.length = closed;
  } else if (!isText && !/\s/.test(after) && open.length < mostOpen) {
    open.push({ mark, at: pieces.length - 1 });
  }
}
