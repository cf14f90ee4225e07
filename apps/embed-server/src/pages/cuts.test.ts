import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { object, text, withinLimit } from '../outbound/content-limits.js';
import { inPieces, wholeLetters } from '../outbound/graphemes.js';
import { cutText } from './cut-text.js';
import { honestLinkText, shortAddress } from './link-rules.js';
import { createAllowance } from './page-budget.js';
import { parseStatusHtml, type HtmlNode } from './parse-status-html.js';
import { postTitle, shortened, type Post } from './post.js';
import { splitText } from './split-text.js';
import { wordsIn } from './locale.js';

// Whatever people wrote, and wherever it is cut: no letter is cut in two, and nothing is longer than it may be.

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const lettersOf = (words: string) => Array.from(segmenter.segment(words), (one) => one.segment);

/** Letters of several code points and units, in any order. */
const letters = fc.constantFrom(
  ...['a', 'ß', 'e\u0301', 'क्षि', '한', '\u1112\u1161\u11ab', '👩‍👩‍👧‍👦', '🇯🇵', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👍🏽', '❤️', '☎'],
  ...['\u200d', '\u0301', '\u{1f1e6}', '\ud83d', 'ﷺ', ' '],
);
const written = fc.array(letters, { maxLength: 60 }).map((all) => all.join(''));

/** That `cut` is all of the text, or letters of its start and an ellipsis. */
function expectWhole(cut: string, whole: string, ending = '…') {
  if (cut === whole) return;
  expect(cut.endsWith(ending)).toBe(true);
  const kept = cut.slice(0, cut.length - ending.length);
  expect(whole.startsWith(kept)).toBe(true);
  const starts = [0];
  for (const letter of lettersOf(whole)) starts.push(starts.at(-1)! + letter.length);
  expect(starts).toContain(kept.length);
}

const holds = (property: (words: string, most: number) => void) =>
  fc.assert(fc.property(written, fc.integer({ min: 1, max: 90 }), property), propertySize(300));

it.each<[string, (words: string, most: number) => string]>([
  ['a name', shortened],
  ['a letter at the end', (words, most) => `${wholeLetters(words, most - 1)}…`],
  ['a text of a reply', (words, most) => String(withinLimit(words, text(most)))],
  [
    'a field of a reply',
    (words, most) => (withinLimit({ a: words }, object({ a: text(most) })) as { a: string }).a,
  ],
])('%s', (_what, cut) => {
  holds((words, most) => {
    const whole = words.toWellFormed();
    const shown = cut(whole, most);
    expect(shown.length).toBeLessThanOrEqual(Math.max(most, 1));
    if (words.length > most || shown !== whole) expectWhole(shown, whole);
  });
});

it('what a preview shows, by its bytes', () => {
  holds((words, most) => {
    const line = words.toWellFormed().replace(/\s+/g, ' ').trim();
    const shown = cutText(words, most + 2);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(most + 2);
    const kept = shown.slice(0, -1);
    if (shown !== line) expectWhole(`${line.slice(0, kept.length)}…`, line);
  });
});

it('pieces are letters, and together the text', () => {
  holds((words, most) => {
    const pieces = Array.from(inPieces(words, most));
    expect(pieces.join('')).toBe(words);
    let at = 0;
    for (const piece of pieces) {
      at += piece.length;
      if (at < words.length) expectWhole(`${words.slice(0, at)}…`, words);
      if (piece.length > most) expect(lettersOf(piece)).toHaveLength(1);
    }
  });
});

const wordsOf = (nodes: readonly HtmlNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : wordsOf(node.children))).join('');

it('the words of a status that have no room, and those that are folded away', () => {
  holds((words, most) => {
    const escaped = words.toWellFormed().replaceAll('&', '');
    const { nodes, isCut } = parseStatusHtml(`<p>${escaped}</p>`, createAllowance(most + 9));
    if (isCut) expectWhole(wordsOf(nodes), escaped);
    const split = splitText([escaped], { most, kept: most });
    if (split) expectWhole(`${wordsOf(split.start)}…`, escaped);
  });
});

it('the words and the path of a link, and the title of a page', () => {
  holds((words) => {
    const long = `${words} ${words} ${words}`.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
    const named = honestLinkText(long.repeat(20), 'https://a.example/');
    if (named.endsWith('… (a.example)')) expectWhole(named, long.repeat(20), '… (a.example)');
    const address = new URL(`https://a.example/${words.toWellFormed().replaceAll(/[\s?#%]/g, '')}`);
    const shown = shortAddress(address.href).slice('a.example'.length);
    const path = shown.includes('%') ? address.pathname : decodeURI(address.pathname);
    if (shown.endsWith('…')) expectWhole(shown, path);
    const post = { author: null, warning: null, text: long, place: 'X' } as unknown as Post;
    const title = postTitle(post, wordsIn('en')).slice('View on X: '.length);
    expect(title.length).toBeLessThanOrEqual(81);
    if (title.endsWith('…')) expectWhole(title, long);
  });
});
