import { preferredLanguage } from './languages.js';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['nl, fr;q=0.4, ja;q=0.7', 'ja'],
  ['AR-EG', 'ar'],
  ['de;q=0, es;q=0.1', 'es'],
  ['de;q=2, fr;q=x', 'en'],
  ['*', 'en'],
  ['dex, germane', 'en'],
  [`${'x,'.repeat(300)}de`, 'en'],
])('of %j the language is %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
