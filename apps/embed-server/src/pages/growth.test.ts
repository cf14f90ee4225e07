import { growthOf, repeated } from '../testing/growth.js';
import { isolateText } from './isolate-text.js';
import { honestLinkText } from './link-rules.js';
import { createAllowance } from './page-budget.js';
import { parseStatusHtml } from './parse-status-html.js';
import { renderStatusPage } from './status-page.js';
import { status, statusOptions } from './testing/samples.js';

const grow = (piece: string, work: (text: string) => unknown, size: number) =>
  growthOf((length) => repeated(piece, length), work, size);

// As if a page had room for all of it.
const parse = (html: string) => parseStatusHtml(html, createAllowance(Infinity));
const render = (contentHtml: string) => {
  const emojis = [{ shortcode: 'a', url: 'https://a.example/a.png' }];
  return renderStatusPage(status({ contentHtml, spoiler: contentHtml, emojis }), statusOptions);
};

describe('twice the text takes about twice the time', () => {
  it.each([
    ...[
      '<b>',
      '<b></z>',
      '<p><li>',
      '<option>',
      '<',
      '<a ',
      '<a href="https://a.example">',
      '&amp',
      '&#1',
    ],
    ...[
      '<!--',
      '<script>',
      '</scrip',
      '<br>',
      '<a b=c>',
      '<svg><b>',
      '</p>',
      'a ',
      'RE: ',
      '\u202e',
    ],
  ])('HTML of %j', (piece) => {
    expect(grow(piece, parse, 50_000)).toBeLessThan(3);
    expect(grow(piece, render, 16_000)).toBeLessThan(3);
  });

  it.each([':a:', ':', ':a', ':aaaaaaaaaaaaaaaaaaaaaaaaaaaaa'])('emoji of %j', (piece) => {
    expect(grow(piece, render, 16_000)).toBeLessThan(3);
  });

  it.each(['a', 'a.', 'a-', '.', '://', ' ', '@', '#a', '1.1', '\u00ad'])(
    'a link of %j',
    (piece) => {
      const read = (words: string) => honestLinkText(words, 'https://a.example/');
      expect(grow(piece, read, 50_000)).toBeLessThan(3);
    },
  );

  it.each(['\u202a', '\u2066', '\u202a\u2069', '\u2066\u202c', '\u2069', '"', '\0'])(
    'controls of %j, behind as many that are open',
    (piece) => {
      const read = (text: string) => isolateText('\u202a'.repeat(text.length) + text);
      expect(grow(piece, read, 50_000)).toBeLessThan(3);
    },
  );
});
