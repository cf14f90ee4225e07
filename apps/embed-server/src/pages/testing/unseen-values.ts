import fc from 'fast-check';

/** Letters of no ink, of no width, and parts of letters without the letter. */
const unseen = [
  ...['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800', '\u00ad', '\u180e', '\u034f', '\u061c'],
  ...[
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\ufe0f',
    '\ufe0e',
    '\u{e0100}',
    '\u{e0067}',
  ],
  ...[
    '\u{e0020}\u{e007f}',
    '\u{1d173}',
    '\u17b4',
    '\u00a0',
    '\u2003',
    '\u3000',
    '\u2028',
    ' ',
    '\n',
  ],
];
const blanks = fc.array(fc.constantFrom(...unseen), { maxLength: 4 }).map((all) => all.join(''));

const isAddress = (value: string) => /^(https?:|at:|did:)/.test(value);

/** The same shape with any number of its texts replaced by some that nobody sees, but for those of the names in `closed`. */
export function blanked<T>(value: T, closed: readonly string[], key = ''): fc.Arbitrary<T> {
  const parts = (): fc.Arbitrary<unknown> => {
    if (typeof value === 'string' && !closed.includes(key) && !isAddress(value))
      return fc.oneof(fc.constant(value), blanks);
    if (Array.isArray(value))
      return fc.tuple(...value.map((item: unknown) => blanked(item, closed, key)));
    if (value === null || typeof value !== 'object' || value instanceof Date)
      return fc.constant(value);
    const all = Object.entries(value).map(([name, part]) => [name, blanked(part, closed, name)]);
    return fc.record(Object.fromEntries(all) as Record<string, fc.Arbitrary<unknown>>);
  };
  return parts() as fc.Arbitrary<T>;
}
