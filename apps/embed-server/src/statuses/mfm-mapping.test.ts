import { growthOf, repeated } from '../testing/growth.js';
import { mfmToHtml, shortcodesIn } from './mfm-mapping.js';

const html = (mfm: string) => mfmToHtml(mfm, 'https://m.example', 'm.example');
const link = (href: string, words: string) => `<a href="${href}">${words}</a>`;

describe("Misskey's markup", () => {
  it.each([
    ['**a** <b>b</b> __c d__', '<b>a</b> <b>b</b> <b>c d</b>'],
    ['*a b* _c_ <i>d</i> ***e***', '<i>a b</i> <i>c</i> <i>d</i> e'],
    ['~~a~~ <s>b</s> <small>c</small>', '<s>a</s> <s>b</s> <small>c</small>'],
    ['**a ~~b *c* b~~ a**', '<b>a <s>b <i>c</i> b</s> a</b>'],
    ['snake_case_name 3*4*5', 'snake_case_name 3*4*5'],
    ['`a **b**` \\(x^2\\)', '<code>a **b**</code> <code>x^2</code>'],
    ['`a\nb` \\(c\nd\\)', '`a<br>b` \\(c<br>d\\)'],
    ['<plain>**a** @b</plain>', '**a** @b'],
    ['$[spin.speed=2s a $[x2 **b**]]', 'a <b>b</b>'],
    ['$[ruby **a** b]', '<ruby><b>a</b><rp>(</rp><rt>b</rt><rp>)</rp></ruby>'],
    ['$[ruby a]', 'a'],
    [':not_a_mark_: :a:', ':not_a_mark_: :a:'],
    ['**a', '**a'],
    ['<b>a **b</b> c**', '<b>a **b</b> c**'],
    ['~~a\nb~~', '~~a<br>b~~'],
    ['**a\nb**', '<b>a<br>b</b>'],
    ['**** <b></b>', '**** &lt;b&gt;&lt;/b&gt;'],
    ['a < b & "c"', 'a &lt; b &amp; &quot;c&quot;'],
  ])('%j within a line', (mfm, inner) => {
    expect(html(mfm)).toBe(`<p>${inner}</p>`);
  });

  it.each([
    ['@bob a@b', `${link('https://m.example/@bob', '@bob')} a@b`],
    ['@bob@x.example.', `${link('https://x.example/@bob', '@bob@x.example')}.`],
    ['@bob.', `${link('https://m.example/@bob', '@bob')}.`],
    ['@-bob @.. @bob@-', '@-bob @.. @bob@-'],
    [
      '#a #織機 #123 a#b',
      `${link('https://m.example/tags/a', '#a')} ${link('https://m.example/tags/%E7%B9%94%E6%A9%9F', '#織機')} #123 a#b`,
    ],
    [
      '#a(b)c #d(e',
      `${link('https://m.example/tags/a(b)c', '#a(b)c')} ${link('https://m.example/tags/d', '#d')}(e`,
    ],
    [
      'see https://a.example/b_(c), ok',
      `see ${link('https://a.example/b_(c)', 'https://a.example/b_(c)')}, ok`,
    ],
    ['(https://a.example/b).', `(${link('https://a.example/b', 'https://a.example/b')}).`],
    ['<https://a.example/ä>', link('https://a.example/%C3%A4', 'https://a.example/ä')],
    ['[a **b** @c](https://a.example/)', link('https://a.example/', 'a b @c')],
    ['?[a](https://a.example/)', link('https://a.example/', 'a')],
    ['[a [b](https://a.example/)', `[a ${link('https://a.example/', 'b')}`],
    ['[a @b] c', `[a ${link('https://m.example/@b', '@b')}] c`],
    ['[a](javascript:alert(1))', '[a](javascript:alert(1))'],
    ['[a\nb](https://a.example/)', `[a<br>b](${link('https://a.example/', 'https://a.example/')})`],
  ])('%j as links', (mfm, inner) => {
    expect(html(mfm)).toBe(`<p>${inner}</p>`);
  });

  it.each([
    ['> a\n> b\nc', '<blockquote><p>a<br>b</p></blockquote><p>c</p>'],
    ['> > a', '<blockquote><blockquote><p>a</p></blockquote></blockquote>'],
    ['>\na', '<p>&gt;</p><p>a</p>'],
    ['a\n```js\nb\n\nc\n```\nd', '<p>a</p><pre><code>b\n\nc</code></pre><p>d</p>'],
    ['```\nnever closed', '<p>```<br>never closed</p>'],
    ['\\[\nx\n\\]', '<pre><code>x</code></pre>'],
    ['\\[x\\] and more', '<p>\\[x\\] and more</p>'],
    ['<center>\n**a**\n</center>\nb', '<p><b>a</b></p><p>b</p>'],
    ['<center>a</center> b', '<p>&lt;center&gt;a&lt;/center&gt; b</p>'],
    ['**a** [search]', '<p>**a** [search]</p>'],
    ['a\r\n\r\nb', '<p>a</p><p>b</p>'],
  ])('%j as blocks', (mfm, blocks) => {
    expect(html(mfm)).toBe(blocks);
  });

  it('without end is text that stands as it is written', () => {
    const long = '**a** '.repeat(10_000);
    expect(html(long)).toBe(`<p>${long.trim()}</p>`);
    const deep = `${'<b>'.repeat(500)}a`;
    expect(html(deep)).toBe(`<p>${'&lt;b&gt;'.repeat(500)}a</p>`);
    const nested = html(`${'$[x2 '.repeat(30)}a${']'.repeat(30)}`);
    expect(nested).toBe(`<p>${'$[x2 '.repeat(10)}a${']'.repeat(10)}</p>`);
    expect(html(`${'>'.repeat(30)} a`).match(/<blockquote>/g)).toHaveLength(8);
  });

  it('is cut where its links grow without end', () => {
    const far = `https://${'a'.repeat(60)}.example`;
    const grown = mfmToHtml(repeated('@a ', 30_000), far, 'm.example');
    expect([grown.length < 300_000, grown.endsWith('…</p>')]).toEqual([true, true]);
  });
});

describe('twice the text takes about twice the time', () => {
  const opened = [
    ...[
      '<center>\n',
      '\\(',
      '\\[\n',
      '<plain>',
      '[',
      '[a](',
      '$[x ',
      '$[ruby ',
      '**',
      '***',
      '~~',
      '`',
      '`\n',
    ],
    ...[
      '<b>',
      '<i><b>',
      '</b>',
      '@a',
      '@',
      '@a@',
      '#a(',
      '#「',
      '#',
      ':a',
      ':',
      'http://a(',
      '[http://a](http://a',
    ],
    ...[
      '> ',
      '>\n',
      '> a\n',
      '```\n',
      '```',
      '_a',
      '__a',
      '*a',
      'a search\n',
      '<http://',
      '<https://a ',
      '@a@b.',
      '.-',
    ],
    ...[
      '<s>\n',
      '[a\n',
      ']',
      'a\n\n',
      '\n ',
      ' ',
      '&',
      '[**',
      '[a](http://b)',
      '<<',
      '`´',
      '<center>a</center>x\n',
    ],
  ];
  it.each(opened)('%j', (piece) => {
    const growth = growthOf((size) => `a${repeated(piece, size)}a`, html, 16_000);
    expect(growth).toBeLessThan(3);
  });

  it.each([':a', ':', ':a:', ':a: ', ':aaaaaaaaaa'])('names of emoji in %j', (piece) => {
    const growth = growthOf((size) => repeated(piece, size), shortcodesIn, 50_000);
    expect(growth).toBeLessThan(3);
  });
});
