import { toDisplayName } from './display-name.js';

it.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['  Ada \t\n  Lovelace ', 'Ada Lovelace'],
  ['\u202eAda\u0000', 'Ada'],
  ['A\u200eda\u061c', 'Ada'],
  ['نرگس می\u200cرویم', 'نرگس می\u200cرویم'],
  ['👩\u200d👩\u200d👧 ❤\ufe0f', '👩\u200d👩\u200d👧 ❤\ufe0f'],
  ['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '🏴'],
  ['नमस्ते', 'नमस्ते'],
  [`Z${'\u0301'.repeat(300)}algo`, `Z${'\u0301'.repeat(8)}algo`],
  ['n'.repeat(300), 'n'.repeat(200)],
  [`${'n'.repeat(198)}👩\u200d👩\u200d👧`, 'n'.repeat(198)],
  ['\ud800Ada', '\ufffdAda'],
  ['@ada', 'ada'],
  [' ＠ @ada@home', 'ada@home'],
  ['7', '7'],
  ['.', '.'],
])('%j is shown as %j', (given, shown) => {
  expect(toDisplayName(given)).toBe(shown);
});

it('of a text without end its beginning is read, of which no character is cut in two', () => {
  expect(toDisplayName(`Ada${' '.repeat(4092)}😀`)).toBe('Ada 😀');
  expect(toDisplayName(`Ada${' '.repeat(4093)}😀`)).toBe('Ada');
});

it.each([
  ['no character', ''],
  ['a sign of handles alone', '@ @'],
  ['spaces', ' \u00a0\u3000\u2028'],
  ['a zero-width space', '\u200b'],
  ['joiners', '\u200c\u200d\u200d'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['the empty Braille pattern', '\u2800\u2800'],
  ['a combining mark', '\u0301\u0302'],
  ['a variation selector', '\ufe0f\u{e0100}'],
  ['a byte order mark and a word joiner', '\ufeff\u2060'],
  ['a Mongolian vowel separator', '\u180e'],
  ['tags', '\u{e0041}\u{e0042}'],
  ['invisible operators', '\u2061\u2062\u2063\u2064'],
  ['private use', '\ue000\u{f0000}'],
])('is no name: %s', (_what, text) => {
  expect(toDisplayName(text)).toBeNull();
});
