import { type ComponentChildren, isValidElement } from 'preact';

/** A stretch of rendered text that starts on a line of its own. */
export interface TextBlock {
  text: string;
  /** Levels of lists and quotations around it. */
  readonly depth: number;
  /** Whether space follows it. */
  readonly isParagraph: boolean;
}

const paragraphs = new Set<unknown>(['p', 'ul', 'ol', 'pre', 'blockquote']);
const indented = new Set<unknown>(['ul', 'ol', 'blockquote']);
// Stands for an emoji's picture.
const picture = '\ufffc';

/** The blocks of rendered text, from top to bottom. */
export function textBlocks(children: ComponentChildren): TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: TextBlock | null = null;
  const start = (depth: number, isParagraph: boolean) => {
    open = { text: '', depth, isParagraph };
    blocks.push(open);
  };
  const write = (text: string, depth: number) => {
    if (open === null) start(depth, false);
    if (open !== null) open.text += text;
  };
  const walk = (node: ComponentChildren, depth: number): void => {
    if (Array.isArray(node)) return node.forEach((one) => walk(one as ComponentChildren, depth));
    if (typeof node === 'string') return write(node, depth);
    if (!isValidElement(node)) return;
    const props = node.props as { alt?: unknown; children?: ComponentChildren };
    if (node.type === 'br') return write('\n', depth);
    if (typeof props.alt === 'string') return write(picture, depth);
    const isBlock = paragraphs.has(node.type) || node.type === 'li';
    if (!isBlock) return walk(props.children, depth);
    const inner = depth + (indented.has(node.type) ? 1 : 0);
    start(inner, node.type !== 'li');
    walk(props.children, inner);
    open = null;
  };
  walk(children, 0);
  return blocks.filter(({ text }) => text !== '');
}
