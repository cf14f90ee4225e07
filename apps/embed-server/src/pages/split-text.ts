import { wholeLetters } from '../outbound/graphemes.js';
import type { HtmlElement, HtmlNode } from './parse-status-html.js';

// How tall a text gets is told before it is rendered, by its letters; a line that ends early takes as much as this.
const lineLetters = 40;
const lines = new Set(['p', 'br', 'li', 'pre', 'blockquote']);

export interface SplitText {
  readonly start: readonly HtmlNode[];
  readonly rest: readonly HtmlNode[];
}

/** A text of more than `most` letters, parted at a word's end after about `kept` of them; `null` for a shorter one. */
export function splitText(
  nodes: readonly HtmlNode[],
  { most, kept }: { readonly most: number; readonly kept: number },
): SplitText | null {
  if (sizeOf(nodes) <= most) return null;
  const left = { letters: kept };
  return parted(nodes, left);
}

function sizeOf(nodes: readonly HtmlNode[]): number {
  return nodes.reduce((sum, node) => {
    if (typeof node === 'string') return sum + node.length;
    return sum + (lines.has(node.name) ? lineLetters : 0) + sizeOf(node.children);
  }, 0);
}

function parted(nodes: readonly HtmlNode[], left: { letters: number }): SplitText {
  const [start, rest]: [HtmlNode[], HtmlNode[]] = [[], []];
  for (const node of nodes) {
    if (left.letters <= 0) {
      rest.push(node);
      continue;
    }
    const [before, behind] = typeof node === 'string' ? inWords(node, left) : within(node, left);
    if (before !== null) start.push(before);
    if (behind !== null) rest.push(behind);
  }
  return { start, rest };
}

type Halves = readonly [HtmlNode | null, HtmlNode | null];

function inWords(text: string, left: { letters: number }): Halves {
  const room = left.letters;
  left.letters -= text.length;
  if (text.length <= room) return [text, null];
  // The end of the word that stands there; of a word without end, the letter.
  const near = text.slice(room, room + lineLetters).search(/\s/);
  const end = near < 0 ? room : room + near;
  const at = wholeLetters(text, end).length;
  return [text.slice(0, at) || null, text.slice(at) || null];
}

/** A link stays whole: half of its words would be another name. */
function within(element: HtmlElement, left: { letters: number }): Halves {
  if (lines.has(element.name)) left.letters -= lineLetters;
  if (element.href !== null || element.isQuoteLink) {
    left.letters -= sizeOf(element.children);
    return [element, null];
  }
  const { start, rest } = parted(element.children, left);
  if (start.length === 0 && rest.length > 0) return [null, element];
  return [
    { ...element, children: [...start] },
    rest.length === 0 ? null : { ...element, children: [...rest] },
  ];
}
