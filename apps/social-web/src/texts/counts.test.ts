import { ar } from './ar.js';
import { en } from './en.js';

// The catalogues count by themselves, as the browser's own rules do.
const numbers = [...Array(220).keys(), 999, 1_000, 1_002, 1_003, 1_011, 1_111];

it.each(numbers)('%i is counted in English as the language does', (n) => {
  const isOne = new Intl.PluralRules('en').select(n) === 'one';
  expect(en.chats.unread(n)).toBe(`${n} ${isOne ? 'unread message' : 'unread messages'}`);
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
