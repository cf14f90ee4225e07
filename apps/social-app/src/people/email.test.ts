import { parseEmail, toEmailKey } from './email.js';

it.each([
  ['idn@bücher.test', 'idn@xn--bcher-kva.test'],
  ['idn@bücher.test', ' IDN@XN--BCHER-KVA.test'],
  ['a.b+c@example.test', 'A.b+C＠EXAMPLE.test'],
])('%s and %s are one address', (one, other) => {
  expect(parseEmail(one)).not.toBeNull();
  expect(parseEmail(other)).not.toBeNull();
  expect(toEmailKey(other)).toBe(toEmailKey(one));
});

it.each([
  ['a.b@example.test', 'ab@example.test'],
  ['a+b@example.test', 'a@example.test'],
  ['xn--bcher-kva@example.test', 'bücher@example.test'],
])('%s and %s are two', (one, other) => {
  expect(toEmailKey(other)).not.toBe(toEmailKey(one));
});
