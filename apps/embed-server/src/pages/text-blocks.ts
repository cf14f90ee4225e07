import { type ComponentChildren, isValidElement } from 'preact';

/** A stretch of rendered text that starts on a line of its own. */
export interface TextBlock {
  text: string;
  /** Levels of lists and quotations around it. */
  readonly depth: number;
  /** Whether space follows it. */
  isParagraph: boolean;
  /** Its long lines are scrolled. */
  readonly isCode: boolean;
  /** Of its letters. */
  bold: number;
  /** How much higher than others a line is, of what stands above or below its letters. */
  growth: number;
}

const paragraphs = new Set<unknown>(['p', 'ul', 'ol', 'pre', 'blockquote']);
const indented = new Set<unknown>(['ul', 'ol', 'blockquote']);
const heavy = new Set<unknown>(['b', 'strong']);
const raised: ReadonlyMap<unknown, number> = new Map([
  ['sub', 0.16],
  ['sup', 0.16],
  ['ruby', 0.35],
]);
// Stands above the letters that it is about.
const above = new Set<unknown>(['rt', 'rp']);
// Stands for an emoji's picture.
const picture = '\ufffc';

interface Around {
  readonly depth: number;
  readonly isBold: boolean;
  readonly isCode: boolean;
}

/**
 * The blocks of rendered text, from top to bottom.
 *
 * @param isPlain its spaces and line feeds count, which those of HTML do not
 */
export function textBlocks(children: ComponentChildren, isPlain: boolean): TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: TextBlock | null = null;
  const start = ({ depth, isCode }: Around, isParagraph: boolean): TextBlock => {
    open = { text: '', depth, isParagraph, isCode, bold: 0, growth: 0 };
    blocks.push(open);
    return open;
  };
  const write = (text: string, around: Around) => {
    const block = open ?? start(around, false);
    const words = isPlain || around.isCode ? text : text.replace(/[ \t\r\n\f]+/g, ' ');
    const isGap = !isPlain && !around.isCode && /(?:^|[ \n])$/.test(block.text);
    block.text += isGap ? words.replace(/^ /, '') : words;
    if (around.isBold) block.bold += words.length;
  };
  const walk = (node: ComponentChildren, around: Around): void => {
    if (Array.isArray(node)) return node.forEach((one) => walk(one as ComponentChildren, around));
    if (typeof node === 'string') return write(node, around);
    if (!isValidElement(node) || above.has(node.type)) return;
    const props = node.props as { alt?: unknown; children?: ComponentChildren };
    if (node.type === 'br') return void ((open ?? start(around, false)).text += '\n');
    if (typeof props.alt === 'string') return write(picture, around);
    const isBlock = paragraphs.has(node.type) || node.type === 'li';
    if (!isBlock) {
      walk(props.children, { ...around, isBold: around.isBold || heavy.has(node.type) });
      const growth = raised.get(node.type) ?? 0;
      if (open !== null) open.growth = Math.max(open.growth, growth);
      return;
    }
    const depth = around.depth + (indented.has(node.type) ? 1 : 0);
    const inner = { ...around, depth, isCode: around.isCode || node.type === 'pre' };
    start(inner, node.type !== 'li');
    walk(props.children, inner);
    open = null;
    // Behind a list or quotation the space is that of the whole.
    const last = blocks.at(-1);
    if (last !== undefined && indented.has(node.type)) last.isParagraph = true;
  };
  walk(children, { depth: 0, isBold: false, isCode: false });
  return blocks.filter(({ text }) => text !== '');
}
