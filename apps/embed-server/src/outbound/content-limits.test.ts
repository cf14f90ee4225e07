import {
  anything,
  deepest,
  host,
  html,
  listOf,
  mapOf,
  mostValues,
  name,
  object,
  requireModest,
  text,
  withinLimit,
} from './content-limits.js';
import { count, date, entryOf, isHost, webUrl } from './untrusted.js';
import { ContentRefused } from './upstream.errors.js';

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;

describe('a value within its limit', () => {
  it('is the same value', () => {
    const limit = object({ id: name(5), words: text(5), names: listOf(2, name(5)) });
    const value = { id: '1', words: 'short', names: ['a', 'b'], other: { deep: [1, null, true] } };
    expect(withinLimit(value, limit)).toBe(value);
  });
});

describe('a value beyond its limit', () => {
  it.each([
    ['a text is cut, with an ellipsis', text(5), 'longer words', 'long…'],
    ['a cut leaves no half letter', text(3), 'a😀b', 'a…'],
    ['HTML is cut before a tag', html(12), '<p>one <b class="x">two</b>', '<p>one …'],
    ['a name is left out', name(5), 'longer', null],
    ['a list is cut to its first items', listOf(2, text(9)), ['a', 'b', 'c'], ['a', 'b']],
    ['an item has the limit of its list', listOf(2, name(1)), ['aa', 'b'], [null, 'b']],
    ['one item may stand for a list of one', listOf(2, name(1)), 'aa', null],
    ['an object keeps its first keys', mapOf(1, text(9)), { a: 'b', c: 'd' }, { a: 'b' }],
    ['a number is finite', anything, JSON.parse('[1e400]'), [null]],
    ['a lone surrogate is replaced', text(9), 'a\ud800b', 'a\ufffdb'],
    ['so is one of a key', anything, { 'a\udc00': 1 }, { 'a\ufffd': 1 }],
    ['an odd type meets the limits of its own', name(5), [['longer']], [['longer']]],
  ])('%s', (_what, limit, value, expected) => {
    expect(withinLimit(value, limit)).toEqual(expected);
  });

  it('leaves a field named __proto__ a field', () => {
    const value = JSON.parse(
      '{"__proto__": {"visibility": "public"}, "words": "too long"}',
    ) as object;
    const kept = withinLimit(value, object({ words: text(3) })) as Record<string, unknown>;
    expect([Object.getPrototypeOf(kept), kept['visibility']]).toEqual([
      Object.prototype,
      undefined,
    ]);
    expect(JSON.stringify(kept)).toBe('{"__proto__":{"visibility":"public"},"words":"to…"}');
  });

  it.each([
    ['too deep', anything, nested(deepest + 1)],
    ['no host name', host, 'a;script-src'],
  ])('is refused: %s', (_what, limit, value) => {
    expect(() => withinLimit(value, limit)).toThrow(ContentRefused);
  });

  it('at the greatest depth passes', () => {
    const value = nested(deepest);
    expect(withinLimit(value, anything)).toBe(value);
  });
});

describe('JSON, before it is parsed', () => {
  const scan = (json: string) => requireModest(Buffer.from(json));

  it.each([
    ['brackets within', '['.repeat(deepest) + ']'.repeat(deepest)],
    ['brackets in strings', JSON.stringify({ a: '[{,'.repeat(mostValues), b: '"[\\"[' })],
    ['no JSON, which the parser says', '"never closed'],
  ])('passes: %s', (_what, json) => {
    expect(() => scan(json)).not.toThrow();
  });

  it.each([
    ['8000 deep', '['.repeat(8000)],
    ['objects 8000 deep', '{"a":'.repeat(8000)],
    ['too many values', `[${'0,'.repeat(mostValues)}0,0]`],
    ['a string with an escaped quote before the depth', `["\\"",${'['.repeat(deepest)}`],
  ])('is refused: %s', (_what, json) => {
    expect(() => scan(json)).toThrow(ContentRefused);
  });
});

describe('a reader of untrusted JSON', () => {
  it.each([
    ['-1', null],
    ['1e400', null],
    [1e300, null],
    ['Infinity', null],
    ['9'.repeat(100), null],
    ['640', 640],
    [0, 0],
  ])('count of %j is %j', (value, expected) => {
    expect(count(value)).toBe(expected);
  });

  it.each(['+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', 'x', '', '1'.repeat(1000)])(
    'date of %j is none',
    (value) => {
      expect(date(value)).toBeNull();
    },
  );

  it.each([
    ['a.example', true],
    ['a.example:8080', true],
    ['xn--bcher-kva.example.', true],
    ['bücher.example', true],
    ['127.0.0.1:80', true],
    ['[2001:db8::1]:80', true],
    ['localhost', true],
    ['a_b.example', true],
    ['', false],
    ['a..example', false],
    ["a.example;script-src'self'", false],
    ['*.example', false],
    ['a,b.example', false],
    ['a b', false],
    [`${'a'.repeat(64)}.example`, false],
    ['a.'.repeat(200), false],
  ])('%j as a host: %j', (value, expected) => {
    expect(isHost(value)).toBe(expected);
  });

  it.each([
    "https://a.example;script-src'self'/",
    'https://*.example/',
    `https://a/${'a'.repeat(5000)}`,
  ])('no web address: %s', (value) => {
    expect(webUrl(value)).toBeNull();
  });

  it.each(['constructor', '__proto__', 'toString', 'c', 1, null])('no entry under %j', (key) => {
    expect(entryOf({ a: 'b' }, key)).toBeNull();
  });
});
