import MarkdownIt, { type Token } from 'markdown-it';
import { linkHtml } from './plain-text-mapping.js';

// The part of Markdown that people write about a film. HTML is shown as it is written; a picture is a link to it, since it is
// at the host of somebody else.
const blocks = ['list', 'heading', 'blockquote', 'fence'];
const words = ['newline', 'escape', 'entity', 'emphasis', 'backticks'];
const links = ['link', 'autolink', 'linkify', 'image'];
const markdown = new MarkdownIt('zero', { html: false, linkify: true, breaks: true }).enable([
  ...blocks,
  ...words,
  ...links,
]);
// Words with a point between them are no address.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
Object.assign(markdown.renderer.rules, {
  // A post in a page has no headings of its own.
  heading_open: () => '<p><strong>',
  heading_close: () => '</strong></p>',
  image: (tokens: readonly Token[], index: number) => {
    const [href, label] = [tokens[index]!.attrGet('src'), tokens[index]!.content];
    return linkHtml(String(href), label === '' ? String(href) : label);
  },
});

export function markdownToHtml(text: string): string {
  // The renderer ends blocks and lines with line feeds, which a page would show.
  return markdown
    .render(text)
    .replace(/>\n(?=<|$)/g, '>')
    .replaceAll('<br>\n', '<br>');
}
