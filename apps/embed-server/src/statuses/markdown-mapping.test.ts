import { markdownToHtml } from './markdown-mapping.js';

describe('Markdown as HTML', () => {
  it.each([
    [
      '**bold** and *italic*, __too__ _so_',
      '<p><strong>bold</strong> and <em>italic</em>, <strong>too</strong> <em>so</em></p>',
    ],
    ['***both***', '<p><strong><em>both</em></strong></p>'],
    ['*a **b** c*', '<p><em>a <strong>b</strong> c</em></p>'],
    ['one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>'],
    [
      'Made of:\n- warp\n- *weft*\n\nNo more',
      '<p>Made of:</p><ul><li>warp</li><li><em>weft</em></li></ul><p>No more</p>',
    ],
    ['3. three\n4. four', '<ol start="3"><li>three</li><li>four</li></ol>'],
    [
      '# Looms\n## Cards\nwords',
      '<p><strong>Looms</strong></p><p><strong>Cards</strong></p><p>words</p>',
    ],
    [
      '![A loom](https://looms.example/a.png) !',
      '<p><a href="https://looms.example/a.png">A loom</a> !</p>',
    ],
    ['#looms #cards', '<p>#looms #cards</p>'],
    [
      '**[the _cards_](https://looms.example/a_b_c)**',
      '<p><strong><a href="https://looms.example/a_b_c">the <em>cards</em></a></strong></p>',
    ],
    [
      '[cards](https://looms.example/ "Their page")',
      '<p><a href="https://looms.example/">cards</a></p>',
    ],
    [
      'https://looms.example/_a_/*b*',
      '<p><a href="https://looms.example/_a_/*b">https://looms.example/_a_/*b</a>*</p>',
    ],
    [
      '*a [b* c](https://looms.example/) d*',
      '<p><em>a <a href="https://looms.example/">b* c</a> d</em></p>',
    ],
  ])('%j', (markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html);
  });

  it.each([
    [
      'snake_case_names and 2*3*4 = 24 and a * b * c',
      '<p>snake_case_names and 2<em>3</em>4 = 24 and a * b * c</p>',
    ],
    ['**open, *crossed** over*', '<p><strong>open, *crossed</strong> over*</p>'],
    ['\\*as written\\* 1. no list', '<p>*as written* 1. no list</p>'],
    ['<b onclick=x>&amp;', '<p>&lt;b onclick=x&gt;&amp;amp;</p>'],
    ['-5 degrees\n---', '<p>-5 degrees<br>---</p>'],
    ['****', '<p>****</p>'],
    ['', ''],
  ])('is none: %j', (markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html);
  });

  it.each([
    '*a ',
    '**a_b ',
    '_',
    '- ',
    '1. ',
    '[',
    '[a](',
    '\\*',
    '# ',
    '\n\n*',
    '[_a](https://a.example/) ',
  ])('takes time that is linear: %j', (piece) => {
    const start = performance.now();
    markdownToHtml(piece.repeat(100_000 / piece.length));
    expect(performance.now() - start).toBeLessThan(1500);
  });
});
