import { growthOf, repeated } from '../testing/growth.js';
import { inlineMedia } from './inline-media-mapping.js';

const base = 'https://fedi.example/posts/1';
const urlsOf = (html: string, from: string | null = base) =>
  inlineMedia(html, from).map(({ url }) => url);

describe('pictures in HTML', () => {
  it('are at the address that is written, from where the post is', () => {
    const places = ['a.png', '../b.png', '//cdn.example/c.png', ' /d.png '];
    expect(urlsOf(places.map((place) => `<img src="${place}">`).join(''))).toEqual([
      ...['https://fedi.example/posts/a.png', 'https://fedi.example/b.png'],
      ...['https://cdn.example/c.png', 'https://fedi.example/d.png'],
    ]);
  });

  it('have whole addresses alone where nobody knows where the post is', () => {
    const html = '<img src="/a.png"><img src="https://a.example/b.png">';
    expect(urlsOf(html, null)).toEqual(['https://a.example/b.png']);
  });

  it.each([
    ['100%', null],
    ['auto', null],
    ['640', 640],
    ['640px', 640],
    ['64.5', null],
    ['-5', null],
    ['9'.repeat(400), null],
  ])('that are %s wide are %p pixels', (width, pixels) => {
    expect(inlineMedia(`<img src="/a.png" width="${width}">`, base)).toMatchObject([
      { meta: { original: { width: pixels, height: null } } },
    ]);
  });

  it.each([
    '<img src="',
    '<img ',
    '<img src=x width=1>',
    '<',
    '<b>',
    '<!--',
    '<p><img',
    '<video>',
    '<video src=x>',
    '<audio><source src=x></audio>',
    '<picture><source srcset="x, ">',
    '<img srcset=", , ,">',
    '</b>',
    '"',
  ])('take time that grows with their length: %s', (piece) => {
    const read = (html: string) => inlineMedia(html, base);
    expect(growthOf((size) => `<img>${repeated(piece, size)}`, read, 50_000)).toBeLessThan(3);
  });
});
