import { growthOf, repeated } from '../testing/growth.js';
import { markdownToHtml } from './markdown-mapping.js';

describe('Markdown as HTML', () => {
  it.each([
    [
      '**bold** and *italic*, __too__ _so_',
      '<p><strong>bold</strong> and <em>italic</em>, <strong>too</strong> <em>so</em></p>',
    ],
    ['***both***', '<p><em><strong>both</strong></em></p>'],
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
      'Two ![A loom](https://looms.example/a.png) ![](https://looms.example/b.png)',
      '<p>Two <img src="https://looms.example/a.png" alt="A loom"> <img src="https://looms.example/b.png" alt=""></p>',
    ],
    ['~~warp~~ **~~weft~~**', '<p><s>warp</s> <strong><s>weft</s></strong></p>'],
    [
      'Looms:\n\n| Loom | Year |\n|:--|--:|\n| ~~Jacquard~~ | 1804 |\n\nwords',
      '<p>Looms:</p><table><thead><tr><th>Loom</th><th>Year</th></tr></thead>' +
        '<tbody><tr><td><s>Jacquard</s></td><td>1804</td></tr></tbody></table><p>words</p>',
    ],
    ['#looms #cards', '<p>#looms #cards</p>'],
    [
      '**[the _cards_](https://looms.example/a_b_c)**',
      '<p><strong><a href="https://looms.example/a_b_c">the <em>cards</em></a></strong></p>',
    ],
    [
      '[cards](https://looms.example/ "Their page")',
      '<p><a href="https://looms.example/" title="Their page">cards</a></p>',
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
    ['\\*as written\\* 1. no list', '<p>*as written* 1. no list</p>'],
    ['<b onclick=x>&amp;', '<p>&lt;b onclick=x&gt;&amp;</p>'],
    ['-5 degrees\n---', '<p>-5 degrees<br>---</p>'],
    ['****', '<p>****</p>'],
    ['a | b and ~c~ and ~~ d ~~', '<p>a | b and ~c~ and ~~ d ~~</p>'],
    ['a | b\n--|', '<p>a | b<br>--|</p>'],
    [
      '[a](javascript:alert(1)) ![a](data:text/html,a)',
      '<p>[a](javascript:alert(1)) ![a](data:text/html,a)</p>',
    ],
    ['looms.example', '<p>looms.example</p>'],
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
    '> ',
    '```',
    '&amp;',
    '~~',
    '~~a_',
    '|',
    '|a\n|-\n',
  ])('takes time that grows with its length: %j', (piece) => {
    expect(growthOf((size) => repeated(piece, size), markdownToHtml, 50_000)).toBeLessThan(3);
  });
});
