import { h, type ComponentChildren } from 'preact';
import { honestLinkText } from './link-rules.js';
import { OutLink } from './links.js';
import { parseStatusHtml, type HtmlElement, type HtmlNode } from './parse-status-html.js';

/** Path of an emoji's picture, or `null` when the post has none of that name. */
export type EmojiPath = (shortcode: string) => string | null;

interface Rendering {
  readonly emoji: EmojiPath;
  /** Of the quote that is shown beside the text, so that its `RE: link` is not needed. */
  readonly quoteUrl: string | null;
}

/** The HTML of a status as elements of our own. */
export function statusText(html: string, rendering: Rendering): ComponentChildren {
  const children = render(parseStatusHtml(html), rendering).filter((child) => child !== null);
  return children.length > 0 ? children : null;
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
    const isLabelled = typeof before === 'string' && /^\s*RE:\s*$/.test(before);
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
