import MarkdownIt, { type StateBlock } from 'markdown-it';

// The part of Markdown that people write about a film. HTML is shown as it is written.
const blocks = ['list', 'heading', 'blockquote', 'fence', 'table'];
const words = ['newline', 'escape', 'entity', 'emphasis', 'strikethrough', 'backticks'];
const links = ['link', 'autolink', 'linkify', 'image'];
// Levels of lists and quotations, of which a list has two.
const deepest = 20;
// The parser leaves out what lies deeper than this, and with a list all that follows it.
const maxNesting = deepest + 3;
const options = { html: false, linkify: true, breaks: true, maxNesting };
const markdown = new MarkdownIt('zero', options).enable([...blocks, ...words, ...links]);
markdown.block.ruler.before('blockquote', 'as-written', asWritten);
// Words with a point between them are no address.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
Object.assign(markdown.renderer.rules, {
  // A post in a page has no headings of its own.
  heading_open: () => '<p><strong>',
  heading_close: () => '</strong></p>',
  // Its side would be a style.
  th_open: () => '<th>',
  td_open: () => '<td>',
});

export function markdownToHtml(text: string): string {
  // The renderer ends blocks and lines with line feeds, which a page would show.
  return markdown
    .render(text)
    .replace(/>\n(?=<|$)/g, '>')
    .replaceAll('<br>\n', '<br>');
}

/** Marks of a list or quotation that would lie too deep are words. */
function asWritten(state: StateBlock, start: number, end: number): boolean {
  if (state.level < deepest) return false;
  let next = start + 1;
  while (next < end && !state.isEmpty(next) && state.sCount[next]! >= state.blkIndent) next += 1;
  state.line = next;
  state.push('paragraph_open', 'p', 1).map = [start, next];
  const words = state.push('inline', '', 0);
  words.content = state.getLines(start, next, state.blkIndent, false).trim();
  words.map = [start, next];
  words.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
}
