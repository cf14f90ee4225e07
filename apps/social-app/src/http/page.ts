import { createHash } from 'node:crypto';

/** Text that is markup already; anything else is escaped when it is put into a template. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Part = Html | readonly Html[] | string | null;

/** A template whose values are escaped unless they are Html themselves; null leaves nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)));
}

function render(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
  return part.map(render).join('');
}

export interface Page {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { width: min(24rem, calc(100vw - 3rem)); }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; }
form { margin: .75rem 0; }
button { font: inherit; width: 100%; padding: .65rem 1rem; border-radius: .5rem; border: 1px solid; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
[role=alert] { border-left: 4px solid #c62828; padding: .25rem .75rem; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * A whole document without script. `formTargets` are the origins a form may lead to besides this one:
 * browsers apply the rule to the redirects that follow a submission, too.
 */
export function renderPage(
  title: string,
  content: Html,
  formTargets: readonly string[] = [],
): Page {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    body: document.text,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      // Not `no-referrer`: with it a form of this page would be sent with `Origin: null`.
      'referrer-policy': 'same-origin',
      'cache-control': 'private, no-cache, no-store',
    },
  };
}
