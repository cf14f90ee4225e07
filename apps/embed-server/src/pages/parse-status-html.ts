// The HTML of a status is whatever its instance sent. One pass of the parser reads it into a small tree that can
// hold nothing but allowed elements and plain text (ADR 0007); the page is rendered from that tree, so no character
// of the source reaches it except through the renderer's escaping.

import { Parser } from 'htmlparser2';
import { wholeLetters } from '../outbound/graphemes.js';
import { isEmojiPicture } from '../statuses/emoji-pictures.js';
import { isHidden } from '../statuses/hidden-elements.js';
import { webAddress } from './link-rules.js';
import { bytesAsHtml, type Allowance } from './page-budget.js';

export type HtmlNode = string | HtmlElement;

export interface HtmlElement {
  readonly name: string;
  /** Of a link; `null` for every other element, and where it is no web address. */
  readonly href: string | null;
  /** Of a list. */
  readonly numbering: ListNumbering | null;
  /** Mastodon's mark of the link to a quoted post. */
  readonly isQuoteLink: boolean;
  readonly children: HtmlNode[];
}

export interface ListNumbering {
  readonly start: number | undefined;
  readonly value: number | undefined;
  readonly reversed: true | undefined;
}

type Attributes = Readonly<Record<string, string>>;

// Mastodon's own list (lib/sanitize_ext/sanitize_config.rb); other software sends no more that matters.
const allowed = new Set(
  'p br span a del s pre blockquote code b strong u i em ul ol li ruby rt rp sub sup small'.split(
    ' ',
  ),
);
// Each stands on lines of its own, and a row of a table on one.
const ownLines = (
  'h1 h2 h3 h4 h5 h6 div hr tr caption dt dd figure figcaption details summary section article ' +
  'header footer main aside nav address center form fieldset legend'
).split(' ');
const replaced: ReadonlyMap<string, string> = new Map([
  ...ownLines.map((name) => [name, 'p'] as const),
  ['strike', 's'],
  ['tt', 'code'],
  // A page of somebody else is a link to it.
  ['iframe', 'a'],
]);
// Their content is not text of the post: that of a film or sound is for browsers that play none.
const dropped = new Set(['script', 'style', 'textarea', 'option', 'xmp', 'video', 'audio']);
// The start of one element ends another that HTML does not let it lie in. The parser knows this of the tags as they
// were written; here it holds once more, since some were replaced or left out.
const blocks = ['p', 'pre', 'blockquote', 'ul', 'ol'];
const ended: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...blocks.map((name) => [name, ['p']] as const),
  ['li', ['li']],
  ['rt', ['rt', 'rp']],
  ['rp', ['rt', 'rp']],
]);

/** What names the address of a link, where that is not `href`. */
const linking: Readonly<Record<string, string>> = { iframe: 'src' };

const cells = new Set(['td', 'th']);
const betweenCells = ' | ';

const LONGEST_HTML = 100_000;
/** Deeper elements lose their tags and keep their text, so that no reader of the tree runs out of stack. */
const DEEPEST = 24;
/** Each tag that is left open costs the parser time at every later one. */
const MOST_TAGS = 3000;
/** Characters that the parser is given at once: so much more than it may it reads at most. */
const PIECE = 1024;
/** What a link has beside its address and words. */
const LINK_BYTES = 400;

export interface StatusHtml {
  readonly nodes: readonly HtmlNode[];
  /** Whether something is missing at the end, where an ellipsis stands for it. */
  readonly isCut: boolean;
}

/** `base`: what addresses without a host are relative to. */
export function parseStatusHtml(html: string, share: Allowance, base?: string): StatusHtml {
  const tree = createTree();
  /** For each open tag of the source, the element that stands for it. */
  const tags: (HtmlElement | null)[] = [];
  let [droppedTags, opened, isFull] = [0, 0, false];
  const addText = (text: string) => {
    if (!isFull && !share.take(bytesAsHtml(text))) {
      isFull = true;
      tree.endWhole(text);
    }
    if (!isFull) tree.addText(text);
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      isFull ||= (opened += 1) > MOST_TAGS;
      if (droppedTags > 0 || dropped.has(name)) {
        droppedTags += 1;
        return;
      }
      const isLeftOut =
        name === 'iframe' && (isUnseen(attributes) || tags.some((tag) => tag?.name === 'a'));
      const isKept = tags.length < DEEPEST && !isLeftOut;
      const element = isKept ? elementOf(name, attributes, base) : null;
      tags.push(element);
      isFull ||= !share.take(bytesOf(element));
      if (element !== null && !isFull) tree.open(element);
      const words =
        name === 'iframe' && element?.href
          ? (attributes['title'] ?? '')
          : wordsInPlaceOf(name, attributes, tree.isStarted());
      if (words !== '') addText(words);
    },
    ontext: (text) => {
      if (droppedTags === 0) addText(text);
    },
    onclosetag: () => {
      if (droppedTags > 0) {
        droppedTags -= 1;
        return;
      }
      const element = tags.pop();
      if (element && !isFull) tree.close(element);
    },
  });
  for (let at = 0; at < Math.min(html.length, LONGEST_HTML) && !isFull; at += PIECE) {
    parser.write(html.slice(at, at + PIECE));
  }
  const isCut = isFull || html.length > LONGEST_HTML;
  if (isCut && !isFull) tree.endWhole(html.slice(LONGEST_HTML));
  if (isCut) tree.addText('…');
  else parser.end();
  return { nodes: tree.nodes, isCut };
}

function bytesOf(element: HtmlElement | null): number {
  if (element === null) return 0;
  const link = element.href === null ? 0 : bytesAsHtml(element.href) + LINK_BYTES;
  return 2 * element.name.length + '<></>'.length + link;
}

function createTree() {
  const nodes: HtmlNode[] = [];
  const open: HtmlElement[] = [];
  const siblings = () => open.at(-1)?.children ?? nodes;
  return {
    nodes,
    open(element: HtmlElement) {
      if (ended.get(element.name)?.includes(open.at(-1)?.name ?? '')) open.pop();
      siblings().push(element);
      open.push(element);
    },
    close(element: HtmlElement) {
      const at = open.lastIndexOf(element);
      if (at >= 0) open.length = at;
    },
    /** Whether anything stands in the element that is open. */
    isStarted: () => siblings().length > 0,
    /** Takes away the start of a letter that `next` would end. */
    endWhole(next: string) {
      const list = siblings();
      const last = list.at(-1);
      if (typeof last === 'string')
        list[list.length - 1] = wholeLetters(last + next.slice(0, 2), last.length);
    },
    addText(text: string) {
      const list = siblings();
      const last = list.at(-1);
      if (typeof last === 'string') list[list.length - 1] = last + text;
      else list.push(text);
    },
  };
}

/** As those that count visits. */
function isUnseen(attributes: Attributes): boolean {
  const { width, height } = attributes;
  return [width, height].some((side) => side === '0' || side === '1') || isHidden(attributes);
}

// A table is read row by row. Of a picture an emoji alone is among the words.
function wordsInPlaceOf(name: string, attributes: Attributes, isStarted: boolean): string {
  if (cells.has(name)) return isStarted ? betweenCells : '';
  return name === 'img' && isEmojiPicture(attributes) ? (attributes['alt'] ?? '') : '';
}

function elementOf(written: string, attributes: Attributes, base?: string): HtmlElement | null {
  const name = replaced.get(written) ?? written;
  if (!allowed.has(name)) return null;
  const classes = classesOf(attributes);
  return {
    name,
    href: name === 'a' ? linkedAddress(attributes[linking[written] ?? 'href'], base) : null,
    numbering: name === 'ol' || name === 'li' ? numberingOf(name, attributes) : null,
    isQuoteLink: (name === 'p' || name === 'span') && classes.includes('quote-inline'),
    children: [],
  };
}

function numberingOf(name: string, { start, value, reversed }: Attributes): ListNumbering {
  if (name === 'li') return { start: undefined, value: whole(value), reversed: undefined };
  return {
    start: whole(start),
    value: undefined,
    reversed: reversed === undefined ? reversed : true,
  };
}

function whole(value: string | undefined): number | undefined {
  return value !== undefined && /^-?\d{1,6}$/.test(value) ? Number(value) : undefined;
}

function classesOf(attributes: Attributes): readonly string[] {
  return attributes['class']?.split(/\s+/) ?? [];
}

// What names no scheme leads to the host of the post or nowhere.
function linkedAddress(href = '', base = ''): string | null {
  const isRelative = href.trim() !== '' && !URL.canParse(href) && URL.canParse(href, base);
  if (!isRelative) return webAddress(href);
  const url = new URL(href, base);
  return url.host === new URL(base).host ? webAddress(url.href) : null;
}
