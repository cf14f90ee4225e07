const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
  main { width: min(22rem, calc(100vw - 3rem)); }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
  p { margin: 0 0 1.25rem; color: GrayText; }
  form, .row { display: grid; gap: .6rem; }
  .row { grid-template-columns: 1fr auto; }
  hr { width: 100%; border: 0; border-top: 1px solid #8884; margin: .6rem 0; }
  button, input { font: inherit; padding: .65rem .9rem; border-radius: .6rem; border: 1px solid #8886; }
  input { min-width: 0; }
  button { cursor: pointer; background: #2f5bd0; border-color: #2f5bd0; color: #fff; }
  button.quiet { background: transparent; border-color: transparent; color: inherit; }
  button:focus-visible, input:focus-visible { outline: 3px solid #8ab4ff; outline-offset: 2px; }
  .fault { color: #c0362c; }
`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>
`;

/** The page on which one picks who to be. `fault`: what was wrong with the last attempt. */
export function pickPage(client: string, fault?: string): string {
  return page(
    'Local sign-in',
    `<h1>Who are you today?</h1>
<p>${escapeHtml(client)} asks. This provider is for development: anyone may be anyone, no password.</p>
<form method="post" autocomplete="off">
  <button name="name" value="Alice">Alice</button>
  <button name="name" value="Bob">Bob</button>
</form>
<hr>
<form method="post" autocomplete="off">
  <div class="row">
    <input name="name" aria-label="Another name" placeholder="Another name" maxlength="40" required>
    <button>Sign in</button>
  </div>
  ${fault ? `<span class="fault" role="alert">${escapeHtml(fault)}</span>` : ''}
</form>
<hr>
<form method="post"><button class="quiet" name="cancel" value="yes">Cancel</button></form>`,
  );
}

/** For an error before the client can be notified by a redirect. */
export function faultPage(error: string, detail: string): string {
  return page(
    'Sign-in failed',
    `<h1>That did not work</h1><p>${escapeHtml(detail)}</p><code>${escapeHtml(error)}</code>`,
  );
}
