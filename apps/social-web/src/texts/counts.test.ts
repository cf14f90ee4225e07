import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';

// The catalogues count by themselves, as the browser's own rules do.
const numbers = [...Array(220).keys(), 999, 1_000, 1_002, 1_003, 1_011, 1_111];

it.each(Object.entries({ en, de, fr, es }))('counts in %s as the language does', (code, texts) => {
  const rules = new Intl.PluralRules(code);
  const formOf = (n: number) => texts.chats.unread(n).replace(/^\d+ /, '');
  const [one, other] = [formOf(1), formOf(2)];
  expect(one).not.toBe(other);
  for (const n of numbers) {
    expect([n, formOf(n)]).toEqual([n, rules.select(n) === 'one' ? one : other]);
  }
});

it('is counted in Arabic with the form that the language has for the number', () => {
  const rules = new Intl.PluralRules('ar');
  const formOf = (n: number) => ar.chats.unread(n).replace(/^\d+ /, '');
  const examples = { one: formOf(1), two: formOf(2), few: formOf(3), many: formOf(11) };
  expect(new Set(Object.values(examples)).size).toBe(4);
  for (const n of numbers) {
    const category = rules.select(n);
    const form = category in examples ? (category as keyof typeof examples) : 'many';
    expect([n, formOf(n)]).toEqual([n, examples[form]]);
  }
});
