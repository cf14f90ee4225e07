// Replies of other servers, recorded ones with a few parts that no honest server sends: too long, too many, too deep, of
// another type. The same seed gives the same replies.

const pieces = [
  ...[
    'a',
    ' ',
    '"',
    '&',
    '<',
    '<b>',
    '<a href="https://a.example/">',
    '</p>',
    '&amp',
    ':a:',
    ':',
    '@a',
    '#a ',
  ],
  ...[
    '> ',
    '>\n',
    '**',
    '[a](',
    '\\(',
    '<center>\n',
    '<plain>',
    '`',
    '😀',
    '\ud800',
    '\u202e',
    '\u2069',
    '\0',
  ],
];
const odd = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  '',
  '1e400',
  'Infinity',
  '__proto__',
  'constructor',
  [],
  {},
];
const addresses = [
  "https://a;script-src'self'/",
  'https://*.example/',
  'javascript:alert(1)',
  '//a',
  'https://[::1]/',
];
const keys = [
  '__proto__',
  'constructor',
  'toString',
  'reblog',
  'quote',
  'state',
  'emojis',
  'type',
  '\ud800',
];
const lengths = [10, 1000, 30_000, 300_000];

/** A generator of numbers below a limit (mulberry32): fast, and the same for the same seed. */
export function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

type Random = ReturnType<typeof createRandom>;

/** A copy with about one part of `rate` replaced. */
export function grown(value: unknown, random: Random, rate = 30): unknown {
  if (random(rate) === 0) return replacement(value, random);
  if (Array.isArray(value)) return value.map((item) => grown(item, random, rate));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, grown(part, random, rate)]);
  const extra = random(rate) === 0 ? [[pick(keys, random), value]] : [];
  return Object.fromEntries([...parts, ...extra] as [string, unknown][]);
}

function replacement(value: unknown, random: Random): unknown {
  const length = pick(lengths, random);
  switch (random(7)) {
    case 0:
      return pick(odd, random);
    case 1:
      return pick(addresses, random);
    case 2:
      return Array.from({ length: Math.min(length, 2000) }, () => value);
    case 3:
      return nested(value, random(40));
    case 4:
      return Object.fromEntries(
        Array.from({ length: Math.min(length, 2000) }, (_, at) => [`k${at}`, at]),
      );
    default: {
      const piece = pick(pieces, random);
      return piece.repeat(Math.ceil(length / piece.length));
    }
  }
}

function nested(value: unknown, depth: number): unknown {
  return depth === 0 ? value : { reblog: nested(value, depth - 1), quote: value };
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[random(items.length)] as T;
}
