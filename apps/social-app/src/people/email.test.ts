import { parseEmail, toEmailKey } from './email.js';

const kelvin = '\u212a';

it.each([
  ['idn@bücher.test', 'idn@xn--bcher-kva.test'],
  ['idn@bücher.test', ' IDN@XN--BCHER-KVA.test'],
  ['idn@bücher.test', 'idn@BÜCHER.test'],
  ['idn@bücher.test', 'idn@bu\u0308cher。test.'],
  ['a.b+c@example.test', 'A.b+C＠EXAMPLE.test'],
  ['a@example.test', 'a@ｅxample．test'],
  ['a@example.test', 'a@example.test.'],
  ['a@straße.test', 'a@STRAẞE.test'],
  ['jos\u00e9@example.test', 'JOSE\u0301@example.test'],
  ['نام@نامه\u200cای.test', 'نام@xn--mgba3gch31f060k.test'],
  // Punycode has no capitals: IDNA makes a sigma of each.
  ['a@βόλοσ.test', 'a@ΒΌΛΟΣ.test'],
])('%s and %s are one address', (one, other) => {
  expect(parseEmail(one)).not.toBeNull();
  expect(parseEmail(other)).not.toBeNull();
  expect(toEmailKey(other)).toBe(toEmailKey(one));
  expect(toEmailKey(toEmailKey(other))).toBe(toEmailKey(one));
});

it.each([
  ['a.b@example.test', 'ab@example.test'],
  ['a+b@example.test', 'a@example.test'],
  ['xn--bcher-kva@example.test', 'bücher@example.test'],
  ['ﬁona@example.test', 'fiona@example.test'],
  ['ｇina@example.test', 'gina@example.test'],
  ['ſam@example.test', 'sam@example.test'],
  ['①one@example.test', '1one@example.test'],
  ['ⅷ@example.test', 'viii@example.test'],
  ['½@example.test', '1⁄2@example.test'],
  ['strauß@example.test', 'strauss@example.test'],
  ['น้ำ@example.test', 'น้ํา@example.test'],
  ['a@straße.test', 'a@strasse.test'],
  ['a@βόλος.test', 'a@βόλοσ.test'],
  ['a@نامه\u200cای.test', 'a@نامهای.test'],
])('%s and %s are two', (one, other) => {
  expect(parseEmail(one)).not.toBeNull();
  expect(parseEmail(other)).not.toBeNull();
  expect(toEmailKey(other)).not.toBe(toEmailKey(one));
});

it.each([
  ...[`${kelvin}elvin@example.test`, '\u2126@example.test', 'ｇina', '@x.test', 'a@', 'a@b@c'],
  ...['a@example.test..', 'a@.test', 'a@-a.test', 'a@a_b.test', 'a@xn--a.test', 'a@x1.test\u200d'],
  ...['a@xn--a-.test', 'a@xn--.test', 'a@b.xn--zz.test'],
  ...['a@x\u00ad1.test', 'a@x\u200b1.test', 'a@x\u202e1.test', 'a@x%31.test', 'a@℀.test', 'a@x.1'],
  ...['a@x.test:80', 'a@x.test/', 'a@x.test?', 'a@x.test#', 'a@x\\test', 'a@[127.0.0.1]'],
  ...['a b@x.test', 'h\u00ad@x.test', 'a\u0000@x.test', '\ud800@x.test'],
  ...['\ufeffa@x.test', 'a@x.test\ufeff', '\u200ba@x.test'],
  ...[`${'a'.repeat(65)}@x.test`, `a@${'a.'.repeat(130)}test`, `a@${'a'.repeat(64)}.test`],
])('%j is no address', (raw) => expect(parseEmail(raw)).toBeNull());

it('an address stays as it was typed, but for its at sign and composed accents', () => {
  expect(parseEmail(' Ann＠BU\u0308CHER.Test ')).toBe('Ann@B\u00dcCHER.Test');
});

it('a name without a dot is a domain, and a million characters are none', () => {
  expect(parseEmail('a@localhost')).toBe('a@localhost');
  expect(parseEmail('a'.repeat(1_000_000))).toBeNull();
});
