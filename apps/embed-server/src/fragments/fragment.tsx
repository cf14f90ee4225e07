import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { cutText } from '../pages/cut-text.js';
import type { View } from '../pages/document.js';
import { isolateText } from '../pages/isolate-text.js';
import { wordsIn } from '../pages/locale.js';
import { imageBase, type PageOptions } from '../pages/page.js';
import { InSite } from '../pages/place.js';
import type { Quotation } from '../pages/quotation.js';
import { fragmentStyleVersion } from './fragment-style.js';

/** Bytes of the words for readers whose program knows no shadow roots. */
const longestWords = 4000;

/**
 * One element for a page of a site, which holds all that is shown in a shadow root of its own. It has no script, no style
 * but the sheet of this server, and nothing of a third party.
 */
export function renderFragment(
  { body, quotation }: Pick<View, 'body' | 'quotation'>,
  options: PageOptions,
): string {
  const { language, messages } = wordsIn(options.language);
  const sheet = `${imageBase(options)}/fragment.css?v=${fragmentStyleVersion}`;
  // The sheet stands before what it styles: browsers show nothing of what follows until it is there.
  const shown = (
    <>
      <link rel="stylesheet" href={sheet} />
      <div class="fragment" lang={language} dir={messages.direction} data-theme={options.theme}>
        <InSite.Provider value={true}>{body}</InSite.Provider>
      </div>
    </>
  );
  const html = renderToString(
    <div class="embed-fragment">
      {h('template', { shadowrootmode: 'open' }, shown)}
      <Words quotation={quotation} />
    </div>,
  );
  return isolateText(html);
}

function Words({ quotation }: { quotation: Quotation }) {
  const { words, lang, source, href, date, note } = quotation;
  return (
    <blockquote>
      {words && (
        <p lang={lang} dir="auto">
          {cutText(words, longestWords)}
        </p>
      )}
      — {source}{' '}
      <a href={href} rel="nofollow noopener noreferrer">
        {date ?? href}
      </a>
      {note && <p>{note}</p>}
    </blockquote>
  );
}
