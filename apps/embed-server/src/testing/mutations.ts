import fc from 'fast-check';

const hostile: unknown[] = [
  null,
  [],
  {},
  0,
  -1,
  1e308,
  true,
  '',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'https://evil.example/"><script>alert(1)</script>',
  '\u0000\u202e\ud800 lone',
  '[x](https://evil.example/"onclick=alert(1)) #<b> @a@b.example',
  '9'.repeat(40),
  ['as:Public', null],
  { type: 'Link', href: 'javascript:alert(1)' },
  [[[]]],
  { __proto__: null, toString: 1 },
];
const leaf = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }), fc.jsonValue());

/** The same value with some parts, leaves or not, replaced by anything that JSON can hold. */
export function mutated(value: unknown, kept: readonly string[] = []): fc.Arbitrary<unknown> {
  const same = Array.isArray(value)
    ? fc.tuple(...value.map((item) => mutated(item)))
    : typeof value === 'object' && value !== null
      ? fc.record(
          Object.fromEntries(
            Object.entries(value).map(([name, part]) => [
              name,
              kept.includes(name) ? fc.constant(part) : mutated(part),
            ]),
          ),
        )
      : fc.constant(value);
  return kept.length > 0
    ? same
    : fc.oneof({ weight: 12, arbitrary: same }, { weight: 1, arbitrary: leaf });
}
