import { fields, text, type Fields } from '../outbound/untrusted.js';
import { hasType, quoteIdOf } from './activitypub-values-mapping.js';
import { escapeHtml, linkHtml, paragraphs } from './plain-text-mapping.js';

/** The text as HTML: of an article its title and excerpt, of what has a title that first. */
export function contentOf(object: Fields, quoteShown: boolean): string {
  const isArticle = isExcerpted(object);
  const title = hasType(object, 'Note', 'Question') ? null : text(object['name']);
  const heading = title === null ? '' : `<p><strong>${escapeHtml(title)}</strong></p>`;
  const excerpt = isArticle ? text(object['summary']) : null;
  return heading + (excerpt ?? bodyOf(object)) + (quoteShown ? '' : quoteLink(object));
}

/** The summary of a longer text is an excerpt; of all else, a warning. */
export function warningOf(object: Fields): string {
  return isExcerpted(object) ? '' : (text(object['summary']) ?? '');
}

/** The language whose text is the one that stands for all. */
export function languageOf(object: Fields): string | null {
  const languages = Object.entries(fields(object['contentMap']));
  const own = languages.find(([, content]) => content === object['content']);
  return own?.[0] ?? text(fields(object['language'])['identifier']);
}

function isExcerpted(object: Fields): boolean {
  return hasType(object, 'Article', 'Page', 'Event');
}

function bodyOf(object: Fields): string {
  const [inSomeLanguage] = Object.values(fields(object['contentMap']));
  const content = text(object['content']) ?? text(inSomeLanguage) ?? '';
  const isHtml = (text(object['mediaType']) ?? 'text/html').startsWith('text/html');
  return isHtml ? content : paragraphs(escapeHtml(content));
}

/** A quote that nobody vouched for is no more than a link. */
function quoteLink(object: Fields): string {
  const quoted = quoteIdOf(object);
  if (quoted === null || /quote-inline/.test(bodyOf(object))) return '';
  return bodyOf(object).includes(escapeHtml(quoted))
    ? ''
    : `<p>RE: ${linkHtml(quoted, quoted)}</p>`;
}
