import type { Language } from '../languages/languages.js';
import { escapeHtml } from './markup-mapping.js';
import { catalogues } from './messages.js';

/** The page that a link leads to: nothing is proven before somebody presses (ADR 0060). */
export function confirmPage(language: Language, host: string): string {
  const { ask, confirm } = catalogues[language];
  return page(
    language,
    ask(host),
    `<form method="post"><button>${escapeHtml(confirm)}</button></form>`,
  );
}

export function donePage(language: Language): string {
  const { done, doneMore } = catalogues[language];
  return page(language, done, `<p>${escapeHtml(doneMore)}</p>`);
}

/** Of a link that was used, has ended or never was: nobody learns which. */
export function invalidPage(language: Language): string {
  const { invalid, invalidMore } = catalogues[language];
  return page(language, invalid, `<p>${escapeHtml(invalidMore)}</p>`);
}

function page(language: Language, heading: string, content: string): string {
  const title = escapeHtml(heading);
  return `<!doctype html>
<html lang="${language}" dir="${catalogues[language].direction}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}
