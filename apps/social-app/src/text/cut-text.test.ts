import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { cutText, firstGraphemes } from './cut-text.js';

const family = '👩\u200d👩\u200d👧';
const flag = '🇳🇱';
const marked = 'e\u0301\u0323';
const parts = [
  'x',
  ' ',
  '\r\n',
  '😀',
  '👍🏽',
  '❤\ufe0f',
  family,
  flag,
  marked,
  '한',
  '\u1112\u1161\u11ab',
  'क्षि',
  '🏴\u{e0067}\u{e0062}\u{e007f}',
  '\u0301',
  '\u200d',
  '🇳',
];
const written = fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((all) => all.join(''));
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemes = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);
const lengthOf = (text: string) => Array.from(text).length;

it.each([
  ['a family', family, 3],
  ['a flag', flag, 1],
  ['a letter with marks', marked, 2],
  ['a colour of skin', '👍🏽', 1],
  ['a heart with a colour', '❤\ufe0f', 1],
])('%s that does not fit whole is left out', (_name, one, inside) => {
  expect(cutText(`12${one}end`, 2 + inside + 1)).toBe('12…');
  expect(cutText(`12${one}`, 2 + lengthOf(one))).toBe(`12${one}`);
  expect(cutText(`12${one}end`, 2 + lengthOf(one) + 1)).toBe(`12${one}…`);
});

it('of a cluster that is longer than all the room, nothing is left', () => {
  expect(cutText(`e${'\u0301'.repeat(300)}`, 200)).toBe('…');
  expect(firstGraphemes(`e${'\u0301'.repeat(300)}`, 200)).toBe('');
});

it('whatever is written, what is kept are its first whole graphemes, and as many as fit', () => {
  fc.assert(
    fc.property(written, fc.integer({ min: 1, max: 60 }), (text, most) => {
      const cut = cutText(text, most);
      if (lengthOf(text) <= most) return expect(cut).toBe(text);
      const kept = cut.slice(0, -1);
      expect(cut).toBe(`${kept}…`);
      const all = graphemes(text);
      const count = graphemes(kept).length;
      expect(kept).toBe(all.slice(0, count).join(''));
      expect(lengthOf(cut)).toBeLessThanOrEqual(most);
      expect(lengthOf(kept + all[count])).toBeGreaterThan(most - 1);
    }),
    propertySize(300),
  );
});
