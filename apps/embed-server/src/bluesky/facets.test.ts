import { growthOf } from '../testing/growth.js';
import { textWithLinks } from './facets.js';

const link = (byteStart: unknown, byteEnd: unknown, uri: unknown = 'https://a.example/') => ({
  index: { byteStart, byteEnd },
  features: [{ $type: 'app.bsky.richtext.facet#link', uri }],
});
const linked = (text: string, facets: unknown) =>
  textWithLinks(text, facets).map((piece) => (piece.link ? [piece.text] : piece.text));

// ✓ has three bytes, 😀 four.
const text = '✓ 😀 go';

describe('facets', () => {
  it('count bytes', () => {
    expect(linked(text, [link(9, 11)])).toEqual(['✓ 😀 ', ['go']]);
    expect(linked(text, [link(9, 11), link(0, 3), link(4, 8)])).toEqual([
      ['✓'],
      ' ',
      ['😀'],
      ' ',
      ['go'],
    ]);
  });

  it.each([
    ['inside of a letter', [link(1, 3), link(4, 6), link(5, 8)]],
    ['out of range', [link(9, 12), link(-1, 3), link(100, 200), link(0, 2 ** 53)]],
    ['reversed or empty', [link(11, 9), link(3, 3)]],
    [
      'no numbers',
      [link('9', '11'), link(0.5, 3), link(null, 3), link(Number.NaN, 3), {}, null, 7],
    ],
    ['to nowhere', [link(9, 11, 'javascript:alert(1)'), link(9, 11, 'at://a'), link(9, 11, 7)]],
    ['no list', 'none'],
  ])('are left out where they are %s', (_what, facets) => {
    expect(linked(text, facets)).toEqual([text]);
  });

  it('do not overlap: the first one counts', () => {
    expect(linked('abcdef', [link(2, 5), link(0, 3), link(3, 4)])).toEqual([['abc'], ['d'], 'ef']);
  });

  it('have the first feature that is known', () => {
    const did = 'did:plc:drawnada2222222222222222';
    const features = [
      { $type: 'of.nobody', uri: 'https://b.example/' },
      { $type: 'app.bsky.richtext.facet#mention', did: 'did:key:x' },
      { $type: 'app.bsky.richtext.facet#mention', did },
      { $type: 'app.bsky.richtext.facet#tag', tag: 'a' },
    ];
    const [piece] = textWithLinks('@a', [{ index: { byteStart: 0, byteEnd: 2 }, features }]);
    expect(piece).toEqual({ text: '@a', link: { kind: 'mention', did } });
  });

  it('keep every letter, lone surrogates replaced', () => {
    const pieces = textWithLinks('a\ud800b', [link(0, 1)]);
    expect(pieces.map((piece) => piece.text).join('')).toBe('a\ufffdb');
  });

  it('take time in proportion to their number', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => link(at, at + 1));
    const read = (facets: unknown[]) => textWithLinks('a'.repeat(facets.length), facets);
    expect(growthOf(many, read, 20_000)).toBeLessThan(3);
  });
});
