import { readable } from './readable-text.js';

it.each([
  '',
  ' ',
  '\u00a0',
  '\u200b',
  '\u200d\ufe0f',
  '\u3164',
  '\u2800',
  '\t\n',
  '\u202e',
  '\u00ad',
])('%j is read by nobody', (text) => {
  expect(readable(text)).toBeNull();
});

it.each(['a', ' · ', '👩‍👩', '・', '\u0301', '\u{1fae9}', '\u3164a'])('%j is', (text) => {
  expect(readable(text)).toBe(text);
});
