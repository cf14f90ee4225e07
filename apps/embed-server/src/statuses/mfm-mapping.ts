import { parse, type MfmInline, type MfmNode } from 'mfm-js';
import { webUrl } from '../outbound/untrusted.js';
import { escapeHtml, linkHtml, paragraphs } from './plain-text-mapping.js';

// No instance allows more than 8192 characters; what is longer, or opens brackets without end, is no note but an
// attack on the parser, whose time grows with the square of open brackets.
const LONGEST = 8192;
const DEEPEST = 8;

interface Home {
  /** Of the asked instance: there its links lead. */
  readonly origin: string;
  /** The author's, at which a mention without a host is at home. */
  readonly host: string;
}

/** Misskey's markup as HTML. What moves or shines there stands still here, and keeps its words. */
export function mfmToHtml(mfm: string, origin: string, host: string): string {
  const home = { origin, host };
  const text = mfm.trim();
  if (text === '') return '';
  return isParsable(text) ? blocksHtml(parse(text), home) : paragraphs(escapeHtml(text));
}

function isParsable(text: string): boolean {
  if (text.length > LONGEST) return false;
  let [depth, left] = [0, 0];
  for (const letter of text) {
    if (letter === '[') depth += 1;
    else if (letter === ']' && depth > 0) depth -= 1;
    else if (letter === '\n') [depth, left] = [0, left + depth];
    if (depth + left > DEEPEST) return false;
  }
  return true;
}

/** Blocks stand beside paragraphs, never within one. */
function blocksHtml(nodes: readonly MfmNode[], home: Home): string {
  const pieces: string[] = [];
  let line = '';
  const endLine = () => {
    if (line.trim() !== '') pieces.push(paragraphs(line));
    line = '';
  };
  for (const node of nodes) {
    const block = blockHtml(node, home);
    if (block === null) line += inlineHtml(node as MfmInline, home);
    else {
      endLine();
      pieces.push(block);
    }
  }
  endLine();
  return pieces.join('');
}

function blockHtml(node: MfmNode, home: Home): string | null {
  switch (node.type) {
    case 'quote':
      return `<blockquote>${blocksHtml(node.children, home)}</blockquote>`;
    case 'center':
      return blocksHtml(node.children, home);
    case 'blockCode':
      return `<pre><code>${escapeHtml(node.props.code)}</code></pre>`;
    case 'mathBlock':
      return `<pre><code>${escapeHtml(node.props.formula)}</code></pre>`;
    case 'search':
      return paragraphs(escapeHtml(node.props.content));
    default:
      return null;
  }
}

const marks = { bold: 'b', italic: 'i', strike: 's', small: 'small' } as const;

function inlineHtml(node: MfmInline, home: Home): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.props.text);
    case 'unicodeEmoji':
      return escapeHtml(node.props.emoji);
    case 'emojiCode':
      return escapeHtml(`:${node.props.name}:`);
    case 'inlineCode':
      return `<code>${escapeHtml(node.props.code)}</code>`;
    case 'mathInline':
      return `<code>${escapeHtml(node.props.formula)}</code>`;
    case 'bold':
    case 'italic':
    case 'strike':
    case 'small':
      return `<${marks[node.type]}>${allHtml(node.children, home)}</${marks[node.type]}>`;
    case 'plain':
      return allHtml(node.children, home);
    case 'fn':
      return node.props.name === 'ruby'
        ? rubyHtml(node.children, home)
        : allHtml(node.children, home);
    default:
      return addressHtml(node, home);
  }
}

type Address = Extract<MfmInline, { type: 'mention' | 'hashtag' | 'url' | 'link' }>;

function addressHtml(node: Address, { origin, host: home }: Home): string {
  switch (node.type) {
    case 'mention': {
      const { username, host, acct } = node.props;
      const at = host ?? home;
      const place = at === new URL(origin).host ? origin : `https://${at}`;
      return linkHtml(`${place}/@${username}`, acct);
    }
    case 'hashtag': {
      const { hashtag } = node.props;
      const tag = encodeURIComponent(hashtag.toWellFormed());
      return linkHtml(`${origin}/tags/${tag}`, `#${hashtag}`);
    }
    case 'url':
      return webLink(node.props.url, node.props.url);
    case 'link':
      return webLink(node.props.url, node.children.map(wordsOf).join(''));
  }
}

function webLink(url: string, label: string): string {
  const href = webUrl(url);
  return href === null ? escapeHtml(label) : linkHtml(href, label);
}

function allHtml(nodes: readonly MfmInline[], home: Home): string {
  return nodes.map((node) => inlineHtml(node, home)).join('');
}

/** `$[ruby base reading]`: the last word is how the rest is read. */
function rubyHtml(nodes: readonly MfmInline[], home: Home): string {
  const last = nodes.at(-1);
  const [, start = '', reading] =
    (last?.type === 'text' ? /^([^]*?)\s*(\S+)\s*$/.exec(last.props.text) : null) ?? [];
  const base = allHtml(nodes.slice(0, -1), home) + escapeHtml(start);
  if (reading === undefined || base === '') return allHtml(nodes, home);
  return `<ruby>${base}<rp>(</rp><rt>${escapeHtml(reading)}</rt><rp>)</rp></ruby>`;
}

function wordsOf(node: MfmInline): string {
  if (node.type === 'text') return node.props.text;
  if (node.type === 'unicodeEmoji') return node.props.emoji;
  if (node.type === 'emojiCode') return `:${node.props.name}:`;
  return (node.children ?? []).map(wordsOf).join('');
}

/** Names between colons that may be custom emoji: not those that touch letters, nor times of day. */
export function shortcodesIn(words: string): string[] {
  const found = words.matchAll(/(?<![\p{L}\p{N}]):([a-z_][\w+-]{0,79}):(?![\p{L}\p{N}])/giu);
  return Array.from(found, (match) => match[1] ?? '').slice(0, 100);
}
