import { ElementType, parseDocument } from 'htmlparser2';
import { h, type ComponentChildren } from 'preact';
import sanitizeHtml from 'sanitize-html';
import { honestLinkText, webAddress } from './link-rules.js';
import { OutLink } from './links.js';

/** Path of an emoji's picture, or `null` when the post has none of that name. */
export type EmojiPath = (shortcode: string) => string | null;

// Mastodon's own list (lib/sanitize_ext/sanitize_config.rb); other software sends no more that matters.
const elements = [
  'p',
  'br',
  'span',
  'a',
  'del',
  's',
  'pre',
  'blockquote',
  'code',
  'b',
  'strong',
  'u',
  'i',
].concat(['em', 'ul', 'ol', 'li', 'ruby', 'rt', 'rp', 'sub', 'sup', 'small']);

const allowed: sanitizeHtml.IOptions = {
  allowedTags: elements,
  allowedAttributes: {
    a: ['href'],
    span: ['class'],
    p: ['class'],
    ol: ['start', 'reversed'],
    li: ['value'],
  },
  allowedClasses: { span: ['quote-inline'], p: ['quote-inline'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 24,
  transformTags: {
    h1: 'p',
    h2: 'p',
    h3: 'p',
    h4: 'p',
    h5: 'p',
    h6: 'p',
    div: 'p',
    strike: 's',
    tt: 'code',
  },
};

type ChildNode = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<ChildNode, { attribs: unknown }>;

const LONGEST_HTML = 100_000;

interface Rendering {
  readonly emoji: EmojiPath;
  /** Of the quote that is shown beside the text, so that its `RE: link` is not needed. */
  readonly quoteUrl: string | null;
}

/**
 * The HTML of a status as elements of our own. Sanitised first, then built anew from the parsed tree, so that no
 * character of it reaches the page except through the renderer's escaping.
 */
export function statusText(html: string, rendering: Rendering): ComponentChildren {
  const children = build(sanitised(html), rendering).filter((child) => child !== null);
  return children.length > 0 ? children : null;
}

function sanitised(html: string): ChildNode[] {
  return parseDocument(sanitizeHtml(html.slice(0, LONGEST_HTML), allowed)).children;
}

function build(nodes: readonly ChildNode[], rendering: Rendering): ComponentChildren[] {
  return withoutQuoteLink(nodes, rendering.quoteUrl).map((node) => {
    if (node.type === ElementType.Text) return withEmoji(node.data, rendering.emoji);
    return 'attribs' in node ? element(node, rendering) : null;
  });
}

// Where it is not marked as `quote-inline`, its words tell it.
function withoutQuoteLink(nodes: readonly ChildNode[], quoteUrl: string | null): ChildNode[] {
  const at = nodes.findIndex((node, index) => {
    const before = nodes[index - 1];
    const isLabelled = before?.type === ElementType.Text && /^\s*RE:\s*$/.test(before.data);
    return isLabelled && 'attribs' in node && webAddress(node.attribs['href']) === quoteUrl;
  });
  if (quoteUrl === null || at < 0) return [...nodes];
  const isGap = (node: ChildNode) => 'name' in node && node.name === 'br';
  const before = nodes.slice(0, at - 1);
  return [
    ...before.slice(0, before.findLastIndex((node) => !isGap(node)) + 1),
    ...nodes.slice(at + 1),
  ];
}

function element(node: Element, rendering: Rendering): ComponentChildren {
  if (node.attribs['class'] === 'quote-inline' && rendering.quoteUrl !== null) return null;
  if (node.name === 'a') return anchor(node, rendering);
  if (node.name === 'br') return <br />;
  // `invisible` and `ellipsis` have no effect here: text is never hidden.
  const { start, reversed, value } = node.attribs;
  const list = {
    start: whole(start),
    value: whole(value),
    reversed: reversed !== undefined || undefined,
  };
  return h(
    node.name,
    node.name === 'ol' || node.name === 'li' ? list : null,
    build(node.children, rendering),
  );
}

function anchor(node: Element, rendering: Rendering): ComponentChildren {
  const href = webAddress(node.attribs['href']);
  if (href === null) return build(node.children, rendering);
  const text = honestLinkText(wordsOf(node), href);
  return <OutLink href={href}>{withEmoji(text, rendering.emoji)}</OutLink>;
}

function wordsOf(node: ChildNode): string {
  if (node.type === ElementType.Text) return node.data;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}

function whole(value: string | undefined): number | undefined {
  return value !== undefined && /^-?\d{1,6}$/.test(value) ? Number(value) : undefined;
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
