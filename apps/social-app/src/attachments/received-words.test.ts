import { fileNameOf } from './received-words.js';

it.each([
  ['plan.pdf', 'plan.pdf'],
  [`${'a'.repeat(251)}.txt`, `${'a'.repeat(196)}.txt`],
  [`${'\u{1f389}'.repeat(251)}.jpeg`, `${'\u{1f389}'.repeat(195)}.jpeg`],
  ['a'.repeat(255), 'a'.repeat(200)],
  [`a.${'b'.repeat(253)}`, `a.${'b'.repeat(198)}`],
  [`.${'b'.repeat(253)}`, `.${'b'.repeat(199)}`],
  ['photo\u202egpj.exe', 'photo gpj.exe'],
  ['two\nlines.txt', 'two lines.txt'],
  ['\n', null],
])('%j is called %j', (name, called) => {
  expect(fileNameOf(name, 200)).toBe(called);
});
