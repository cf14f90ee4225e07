// Values that break what takes them for harmless: as JSON, most of them nearly as long as a body may be, and as text of an address.

/** Bytes: a body may have 64 KiB, and something stands around each value. */
const room = 60_000;
const filledWith = (piece: string) => piece.repeat(room / Buffer.byteLength(piece));
const listOf = (item: string) => `[${filledWith(`${item},`)}${item}]`;

/** What ends a pattern, a segment or a word, many times, and what is not as long as it looks. */
const texts = [
  ...['', '\0', '\ud800', '__proto__'],
  ...[' ', 'a@', '\u0301'].map((piece) => filledWith(piece).slice(0, room / 3)),
];

const numbers = ['-1', '1.5', '1e999', '9'.repeat(room), '2147483648', '9223372036854775808'];

const deep = (open: string, inner: string, close: string) => {
  const depth = room / (open.length + close.length);
  return open.repeat(depth) + inner + close.repeat(depth);
};

const manyMembers = Array.from({ length: room / 12 }, (_, n) => [`m${n}`, 0] as const);

const name = (json: string) => `${json.slice(0, 12)} of ${json.length}`;

type Named = readonly [name: string, json: string];

/** What is of another type breaks a schema in one way, however it looks, unless it is walked into or compared. */
const ofAnyType: readonly Named[] = [
  ['null', 'null'],
  ['a deep list', deep('[', '', ']')],
  ['a deep object', deep('{"a":', '0', '}')],
  ['a list of equal numbers', listOf('0')],
  ['members of every object', '{"toString":1,"valueOf":1,"toJSON":1,"then":1,"length":-1}'],
];

const ofType: Readonly<Record<string, readonly Named[]>> = {
  string: texts.map((text): Named => [name(JSON.stringify(text)), JSON.stringify(text)]),
  integer: numbers.map((json): Named => [name(json), json]),
  object: [
    ['many members', JSON.stringify(Object.fromEntries(manyMembers))],
    ['__proto__', '{"__proto__":{"x":1}}'],
    ['a constructor', '{"constructor":{"prototype":{"x":1}}}'],
  ],
};

/**
 * Values for a place, each with a name for who reads of it.
 *
 * @param sample what the schema takes there
 */
export function hostileJson(sample: unknown): readonly Named[] {
  if (Array.isArray(sample))
    return [...ofAnyType, ['a list of valid items', listOf(JSON.stringify(sample[0]))]];
  const type = typeof sample === 'number' ? 'integer' : typeof sample;
  return [...ofAnyType, ...(ofType[type] ?? [])];
}

/** As they stand in a path or a query, encoded, and short enough for the router. */
export const hostileParts: readonly string[] = [
  ...['%00', '%ed%a0%80', '[a][b]', '1e999', '%CC%81'.repeat(600)],
];

/** As they may stand in a header. */
export const hostileHeaders: readonly string[] = [
  '',
  '\xff',
  '"a",'.repeat(2000),
  ' a'.repeat(4000),
];
