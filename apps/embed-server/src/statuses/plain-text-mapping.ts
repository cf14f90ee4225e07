const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Plain text as it stands within HTML. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);
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
