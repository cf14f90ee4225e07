// A player of any provider has a sandbox, and some want to know the hosts of the pages around them.

import { permissions, pressedLink } from './pressed-link.browser.js';

function addressOf({ dataset }: HTMLAnchorElement): string {
  const { source = '', parents } = dataset;
  if (!parents) return source;
  const url = new URL(source);
  const around = location.ancestorOrigins ?? [document.referrer];
  const hosts = [location.href, ...around].flatMap((page) =>
    URL.canParse(page) ? new URL(page).hostname : [],
  );
  for (const host of new Set(hosts)) url.searchParams.append(parents, host);
  return url.href;
}

addEventListener('click', (event) => {
  const link = pressedLink(event);
  if (!link) return;
  event.preventDefault();
  const frame = document.createElement('iframe');
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation',
  );
  Object.assign(frame, {
    title: link.getAttribute('aria-label') ?? '',
    className: 'player',
    tabIndex: 0,
    allow: permissions,
    referrerPolicy: 'strict-origin-when-cross-origin',
    src: addressOf(link),
  });
  link.replaceWith(frame);
  frame.focus();
  event.stopImmediatePropagation();
});
