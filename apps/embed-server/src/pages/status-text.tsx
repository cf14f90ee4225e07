import { h, type ComponentChildren } from 'preact';
import { honestLinkText } from './link-rules.js';
import { OutLink } from './links.js';
import { type Allowance, bytesAsHtml } from './page-budget.js';
import { usePicturePath } from './place.js';
import { parseStatusHtml, type HtmlElement, type HtmlNode } from './parse-status-html.js';
import { splitText } from './split-text.js';

/** Path of an emoji's picture, or `null` when the post has none of that name, or the page no room for another one. */
export type EmojiPath = (shortcode: string) => string | null;

/** `pathOf`: of the names in `known` alone, for as long as the share of a post lasts. */
export function emojiPaths(
  known: ReadonlySet<string>,
  pathOf: (shortcode: string) => string,
  share: Allowance,
): EmojiPath {
  const paths = new Map<string, string>();
  return (name) => {
    if (!known.has(name)) return null;
    const path = paths.get(name) ?? pathOf(name);
    paths.set(name, path);
    return share.take(bytesAsHtml(path) + 2 * name.length + EMOJI_BYTES) ? path : null;
  };
}

// What its element has beside the path and the name.
const EMOJI_BYTES = 100;

interface Rendering {
  readonly emoji: EmojiPath;
  /** Of the quote that is shown beside the text, so that its `RE: link` is not needed; empty without one. */
  readonly quoteUrls: readonly string[];
  readonly share: Allowance;
  /** What its links are relative to. */
  readonly base: string;
  /** Its beginning is all that is shown. */
  readonly isLonger: boolean;
}

export interface StatusText {
  readonly text: ComponentChildren;
  /** What is folded away; `null` of a usual text. */
  readonly more: ComponentChildren;
  readonly isCut: boolean;
}

/** The HTML of a status as elements of our own. */
export function statusText(html: string, rendering: Rendering): StatusText {
  const { nodes, isCut } = parseStatusHtml(html, rendering.share, rendering.base);
  const part = (some: readonly HtmlNode[]) => {
    const children = render(some, rendering).filter((child) => child !== null);
    return children.length > 0 ? children : null;
  };
  const split = splitText(nodes, rendering.isLonger ? beginning : folded);
  if (split === null) return { text: part(nodes), more: null, isCut };
  if (rendering.isLonger) return { text: part([...split.start, '…']), more: null, isCut: true };
  return { text: part(split.start), more: part(split.rest), isCut };
}

// Letters. Most software lets people write 500 to 3000.
const folded = { most: 3000, kept: 1000 };
const beginning = { most: 900, kept: 600 };

function render(nodes: readonly HtmlNode[], rendering: Rendering): ComponentChildren[] {
  return withoutQuoteLink(nodes, rendering.quoteUrls).map((node) =>
    typeof node === 'string' ? withEmoji(node, rendering.emoji) : renderElement(node, rendering),
  );
}

// Where the link is not marked as `quote-inline`, the words before it say what it is.
function withoutQuoteLink(
  nodes: readonly HtmlNode[],
  quoteUrls: readonly string[],
): readonly HtmlNode[] {
  const at = nodes.findIndex((node, index) => {
    const before = nodes[index - 1];
    const isLabelled = typeof before === 'string' && before.trim() === 'RE:';
    return isLabelled && typeof node !== 'string' && quoteUrls.includes(node.href ?? '');
  });
  if (at < 0) return nodes;
  const isGap = (node: HtmlNode) => typeof node !== 'string' && node.name === 'br';
  const before = nodes.slice(0, at - 1);
  return [
    ...before.slice(0, before.findLastIndex((node) => !isGap(node)) + 1),
    ...nodes.slice(at + 1),
  ];
}

function renderElement(node: HtmlElement, rendering: Rendering): ComponentChildren {
  if (node.isQuoteLink && rendering.quoteUrls.length > 0) return null;
  if (node.name === 'br') return <br />;
  if (node.name !== 'a') {
    return h(node.name, attributesOf(node), render(node.children, rendering));
  }
  if (node.href === null) return render(node.children, rendering);
  const text = honestLinkText(wordsOf(node), node.href);
  return <OutLink href={node.href}>{withEmoji(text, rendering.emoji)}</OutLink>;
}

// Long lines of code are scrolled, with keys too.
function attributesOf({ name, numbering }: HtmlElement) {
  return name === 'pre' ? { tabIndex: 0 } : { ...numbering };
}

function wordsOf(node: HtmlNode): string {
  return typeof node === 'string' ? node : node.children.map(wordsOf).join('');
}

function Emoji({ path, alt }: { readonly path: string; readonly alt: string }) {
  const pathOf = usePicturePath();
  return <img class="emoji" src={pathOf(path)} alt={alt} title={alt} />;
}

/** Plain text with each `:shortcode:` that the post defines as its picture. */
export function withEmoji(text: string, emoji: EmojiPath): ComponentChildren {
  const pieces: ComponentChildren[] = [];
  let position = 0;
  for (const match of text.matchAll(/:(?=([\w+.-]{1,80}):)/g)) {
    const shortcode = match[1] ?? '';
    const path = match.index < position ? null : emoji(shortcode);
    if (path === null) continue;
    const name = `:${shortcode}:`;
    pieces.push(text.slice(position, match.index));
    pieces.push(<Emoji path={path} alt={name} />);
    position = match.index + name.length;
  }
  return pieces.length > 0 ? [...pieces, text.slice(position)] : text;
}
