import { load } from 'cheerio';
import { publishNote, type Sample } from '../testing/fediverse.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

let posts = 0;

/** The text of the page of a note. */
async function textOf(own: Sample) {
  const { upstream } = server;
  upstream.reset();
  upstream.on('*', (_request, response) => response.writeHead(404).end());
  const id = publishNote(upstream, `/texts/${(posts += 1)}`, own);
  const page = await server.app.inject(`/mastodon/${encodeURIComponent(id)}.amp`);
  expect(page.statusCode).toBe(200);
  return load(page.body)('.text');
}

const inMarkdown = (content: string) => ({ content, mediaType: 'text/markdown' });
const levels = Array.from({ length: 15 }, (_, at) => at);

describe('a text in Markdown', () => {
  it.each([
    ['lists', levels.map((at) => `${'  '.repeat(at)}- word${at}.`).join('\n')],
    ['lists on one line', `${'- '.repeat(15)}${levels.map((at) => `word${at}.`).join(' ')}`],
    ['quotations', levels.map((at) => `${'> '.repeat(2 * at)}word${at}.`).join('\n\n')],
  ])('is whole behind %s in each other', async (_what, markdown) => {
    const text = (await textOf(inMarkdown(`first\n\n${markdown}\n\nlast`))).text();
    expect(levels.filter((at) => !text.includes(`word${at}.`))).toEqual([]);
    expect(text).toMatch(/^first.*last$/s);
  });
});

describe('a table in Markdown', () => {
  const table = (rows: string) => `first\n\n| Loom | Year |\n| :--- | ---: |\n${rows}\n\nlast`;

  it.each<[string, Sample]>([
    ['as the text', inMarkdown(table('| ~~Jacquard~~ | 1804 |'))],
    [
      'as what was written alone',
      { source: { mediaType: 'text/markdown', content: table('| ~~Jacquard~~ | 1804 |') } },
    ],
  ])('has a row on a line, and words that are struck, %s', async (_what, own) => {
    const text = await textOf(own);
    expect(text.find('s').text()).toBe('Jacquard');
    text.find('p').before('\n').after('\n');
    expect(text.text().trim().split(/\n+/)).toEqual([
      ...['first', 'Loom | Year', 'Jacquard | 1804', 'last'],
    ]);
  });

  it.each([
    ['more cells than columns', '| a | b | c |', 'a | b'],
    ['fewer', '| a |', 'a | '],
    ['a bar in code', '| `a \\| b` | c |', 'a | b | c'],
    ['HTML', '| <img src=x> | <b>b</b> |', '<img src=x> | <b>b</b>'],
    ['no row', '', 'last'],
  ])('with %s loses no word around it', async (_what, row, shown) => {
    const text = (await textOf(inMarkdown(table(row)))).text();
    expect(text).toMatch(/^first.*last$/s);
    expect(text).toContain(shown);
  });

  it('of thousands of empty cells is no longer than a page may be', async () => {
    const wide = `${'|x'.repeat(5000)}|\n${'|-'.repeat(5000)}|\n${'|a\n'.repeat(9000)}`;
    expect((await textOf(inMarkdown(wide))).text().length).toBeLessThan(15_000);
  });
});

describe('a text in HTML', () => {
  const linesOf = async (content: string) => {
    const text = await textOf({ content });
    text.find('p').before('\n').after('\n');
    return text.text().trim().split(/\n+/);
  };

  it('has a row of a table on a line', async () => {
    const rows = '<tr><th>Loom</th><th>Year</th></tr><tr><td>Jacquard</td><td>1804</td></tr>';
    expect(await linesOf(`<p>first</p><table><tbody>${rows}</tbody></table><p>last</p>`)).toEqual([
      ...['first', 'Loom | Year', 'Jacquard | 1804', 'last'],
    ]);
  });

  it.each([
    '<dl><dt>a</dt><dd>b</dd></dl><p>c</p>',
    '<section>a</section><article>b</article><address>c</address>',
    '<p>a</p><figure><img src="/a.png"><figcaption>b</figcaption></figure><p>c</p>',
    '<details><summary>a</summary>b</details><footer>c</footer>',
  ])('has apart what stands apart: %s', async (content) => {
    expect(await linesOf(content)).toEqual(['a', 'b', 'c']);
  });

  it('has the emoji that are pictures of its program', async () => {
    const smile = '<img class="wp-smiley emoji" src="/a.png" alt="🙂">';
    expect((await textOf({ content: `<p>warp ${smile}</p>` })).text()).toBe('warp 🙂');
    const picture = '<img src="/a.png" alt="A loom">';
    expect((await textOf({ content: `<p>warp ${picture}</p>` })).text()).toBe('warp ');
  });

  it('has links that are relative to it', async () => {
    const links = ['/about', '../up', '//looms.example/a', '#note', 'javascript:alert(1)', ''];
    const text = await textOf({ content: links.map((one) => `<a href="${one}">x</a>`).join('') });
    const hrefs = text.find('a').map((_at, link) => load(link)('a').attr('href'));
    const { origin } = server.upstream;
    expect(hrefs.toArray()).toEqual([
      ...[`${origin}/about`, `${origin}/up`, `${origin}/texts/${posts}#note`],
    ]);
  });

  it('has code that keys can scroll', async () => {
    const text = await textOf({ content: '<pre><code>a</code></pre>' });
    expect(text.find('pre').attr('tabindex')).toBe('0');
  });
});
