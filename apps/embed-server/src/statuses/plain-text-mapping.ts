import { webUrl } from '../outbound/untrusted.js';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Plain text as it stands within HTML. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);
}

const letters = new Map(Object.entries(entities).map(([letter, entity]) => [entity, letter]));
letters.set('&#039;', "'").set('&#39;', "'").set('&nbsp;', ' ');

/** The words of HTML that is a line or two, as a description is. */
export function plainWords(html: string): string {
  const words = html.replace(/<(?:br|\/?(?:p|div|li))\b[^<>]*>/gi, ' ').replace(/<[^<>]*>/g, '');
  const plain = words.replace(/&#?\w{2,4};/g, (entity) => letters.get(entity) ?? entity);
  return plain.replace(/\s+/g, ' ').trim();
}

/** Turns HTML whose lines end in line feeds into HTML of paragraphs. */
export function paragraphs(html: string): string {
  const lines = html
    .trim()
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/);
  return lines.map((line) => `<p>${line.replaceAll('\n', '<br>')}</p>`).join('');
}

/** A link, with both parts as plain text. */
export function linkHtml(href: string, label: string): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
}

// An address alone, without the marks that end a sentence or a pair of brackets; or one that Markdown gives a label.
const address =
  /\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()<>]+)(?: "[^"\n]{0,300}")?\)|https?:\/\/[^\s<>"'`()[\]]*[^\s<>"'`()[\].,:;!?*_~]/g;

/** Plain text as HTML whose addresses are links. */
export function linkedHtml(plain: string): string {
  let [html, at] = ['', 0];
  for (const match of plain.matchAll(address)) {
    const [written, label = written, named = written] = match;
    const href = webUrl(named);
    if (href === null) continue;
    html += escapeHtml(plain.slice(at, match.index)) + linkHtml(href, label);
    at = match.index + written.length;
  }
  return html + escapeHtml(plain.slice(at));
}
