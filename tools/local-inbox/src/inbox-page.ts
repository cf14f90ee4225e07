import type { KeptMail } from './local-inbox.js';

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 48rem; padding: 1.5rem; }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
  h2 { font-size: 1.1rem; margin: 0; }
  article { border-top: 1px solid #8884; padding: 1rem 0; }
  p { margin: 0 0 1rem; color: GrayText; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
  iframe { width: 100%; height: 22rem; border: 1px solid #8884; background: #fff; }
`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** What came, the newest first. Reload it to see more. */
export function inboxPage(mails: readonly KeptMail[]): string {
  const empty = '<p>Nothing yet. Register a user, then reload this page.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Local inbox</title>
<style>${style}</style>
</head>
<body><main>
<h1>Local inbox</h1>
<p>Mails of development. None of them was sent to anybody.</p>
${mails.length === 0 ? empty : mails.map(article).join('\n')}
</main></body>
</html>
`;
}

function article({ to, from, subject, text, html, at }: KeptMail): string {
  const time = at.toISOString();
  const shown = escapeHtml(html);
  return `<article>
<h2 dir="auto">${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to.join(', '))}, from ${escapeHtml(from)}, <time datetime="${time}">${time}</time></p>
<pre dir="auto">${withLinks(text)}</pre>
${html === '' ? '' : `<details><summary>As HTML</summary><iframe sandbox title="The mail as HTML" srcdoc="${shown}"></iframe></details>`}
</article>`;
}

/** Links to the web can be opened; everything else is text. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, n) => {
      const escaped = escapeHtml(part);
      return n % 2 === 1 ? `<a href="${escaped}" rel="noreferrer">${escaped}</a>` : escaped;
    })
    .join('');
}
