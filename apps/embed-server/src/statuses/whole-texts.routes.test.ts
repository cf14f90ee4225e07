import { load } from 'cheerio';
import { publish, sampleAt } from '../testing/fediverse.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

let posts = 0;

/** The text of the page of a note. */
async function textOf(own: object) {
  const { upstream } = server;
  const actor = `${upstream.origin}/ada`;
  const id = `${upstream.origin}/texts/${(posts += 1)}`;
  upstream.reset();
  upstream.on('*', (_request, response) => response.writeHead(404).end());
  publish(upstream, { ...sampleAt(upstream.origin, 'ap-actor'), id: actor });
  publish(upstream, { id, type: 'Note', to: 'as:Public', attributedTo: actor, ...own });
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
