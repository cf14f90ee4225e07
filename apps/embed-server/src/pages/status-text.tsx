import { h, type ComponentChildren } from 'preact';
import { honestLinkText } from './link-rules.js';
import { OutLink } from './links.js';
import { type Allowance, bytesAsHtml } from './page-budget.js';
import { parseStatusHtml, type HtmlElement, type HtmlNode } from './parse-status-html.js';

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
  /** Of the quote that is shown beside the text, so that its `RE: link` is not needed. */
  readonly quoteUrl: string | null;
  readonly share: Allowance;
}

export interface StatusText {
  readonly text: ComponentChildren;
  readonly isCut: boolean;
}

/** The HTML of a status as elements of our own. */
export function statusText(html: string, rendering: Rendering): StatusText {
  const { nodes, isCut } = parseStatusHtml(html, rendering.share);
  const children = render(nodes, rendering).filter((child) => child !== null);
  return { text: children.length > 0 ? children : null, isCut };
}

function render(nodes: readonly HtmlNode[], rendering: Rendering): ComponentChildren[] {
  return withoutQuoteLink(nodes, rendering.quoteUrl).map((node) =>
    typeof node === 'string' ? withEmoji(node, rendering.emoji) : renderElement(node, rendering),
  );
}

// Where the link is not marked as `quote-inline`, the words before it say what it is.
function withoutQuoteLink(
  nodes: readonly HtmlNode[],
  quoteUrl: string | null,
): readonly HtmlNode[] {
  const at = nodes.findIndex((node, index) => {
    const before = nodes[index - 1];
    const isLabelled = typeof before === 'string' && before.trim() === 'RE:';
    return isLabelled && typeof node !== 'string' && node.href === quoteUrl;
  });
  if (quoteUrl === null || at < 0) return nodes;
  const isGap = (node: HtmlNode) => typeof node !== 'string' && node.name === 'br';
  const before = nodes.slice(0, at - 1);
  return [
    ...before.slice(0, before.findLastIndex((node) => !isGap(node)) + 1),
    ...nodes.slice(at + 1),
  ];
}

function renderElement(node: HtmlElement, rendering: Rendering): ComponentChildren {
  if (node.isQuoteLink && rendering.quoteUrl !== null) return null;
  if (node.name === 'br') return <br />;
  if (node.name !== 'a')
    return h(node.name, { ...node.numbering }, render(node.children, rendering));
  if (node.href === null) return render(node.children, rendering);
  const text = honestLinkText(wordsOf(node), node.href);
  return <OutLink href={node.href}>{withEmoji(text, rendering.emoji)}</OutLink>;
}

function wordsOf(node: HtmlNode): string {
  return typeof node === 'string' ? node : node.children.map(wordsOf).join('');
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
    pieces.push(<img class="emoji" src={path} alt={name} title={name} width="20" height="20" />);
    position = match.index + name.length;
  }
  return pieces.length > 0 ? [...pieces, text.slice(position)] : text;
}
