import { fields, text, type Fields } from '../outbound/untrusted.js';
import { markdownToHtml } from './markdown-mapping.js';
import { linkedHtml, paragraphs } from './plain-text-mapping.js';

/** The text of an object as HTML, without its title and summary. */
export function bodyOf(object: Fields): string {
  // What has been written stands there still where what was made of it does not.
  const written = text(fields(object['source'])['content']);
  const source =
    text(object['content']) === null && written !== null ? fields(object['source']) : null;
  const content = (source ? written : text(object['content'])) ?? '';
  const type = text((source ?? object)['mediaType']) ?? (source ? 'text/plain' : 'text/html');
  // One of no text is that of the file beside it.
  if (type.startsWith('text/html') || !type.startsWith('text/')) return content;
  return type.startsWith('text/markdown')
    ? markdownToHtml(content)
    : paragraphs(linkedHtml(content));
}
