import { load } from 'cheerio';
import { faults, pathOf } from '../pages/testing/reading.js';
import { publishNote } from '../testing/fediverse.js';
import { pictures } from '../testing/pictures.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile } from '../testing/upstream-player.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

let posts = 0;

async function shown(content: string) {
  const { upstream, app } = server;
  upstream.reset();
  upstream.on('*', (_request, response) => response.writeHead(404).end());
  upstream.on('/media/poster.png', sendFile(pictures.png, 'image/png'));
  const id = publishNote(upstream, `/films/${(posts += 1)}`, { type: 'Article', content });
  const get = (rest = '') => app.inject(`/mastodon/${encodeURIComponent(id)}${rest}`);
  const page = await get('.amp');
  const contentSecurityPolicy = String(page.headers['content-security-policy']);
  expect(faults({ html: page.body, contentSecurityPolicy })).toEqual([]);
  const $ = load(page.body);
  const played = $('[data-play]').toArray();
  return {
    $,
    policy: contentSecurityPolicy,
    fragment: (await get('.html')).body,
    words: $('.text').text().trim(),
    played: played.map((one) => [$(one).attr('data-play'), $(one).attr('data-source')]),
  };
}

const here = (path: string) => server.upstream.origin + path;

describe('a film or sound among the words of a post', () => {
  it.each<[string, string, [string, string]]>([
    ['<video src="/media/a.mp4"></video>', 'x', ['video', '/media/a.mp4']],
    ['<audio controls src="/media/a.mp3"></audio>', 'x', ['audio', '/media/a.mp3']],
    [
      '<figure><video src="a.webm"></video><figcaption>of looms</figcaption></figure>',
      'xof looms',
      ['video', '/films/a.webm'],
    ],
    [
      '<video><source src="/media/a.webm"><source src="/media/a.mp4"></video>',
      'x',
      ['video', '/media/a.mp4'],
    ],
    ['<audio><source src="/media/a.ogg"></audio>', 'x', ['audio', '/media/a.ogg']],
    ['<video src="/media/a.mp3"></video>', 'x', ['audio', '/media/a.mp3']],
    [
      '<video src="/media/a.mp4">Your browser plays <a href="/media/a.mp4">no films</a>.</video>',
      'x',
      ['video', '/media/a.mp4'],
    ],
    ['<video src="/media/a.mp4">', 'x', ['video', '/media/a.mp4']],
  ])('is played after a press: %s', async (html, words, [kind, file]) => {
    const film = await shown(`<p>x</p>${html}`);
    expect(film.played).toEqual([[kind, here(file)]]);
    expect(film.words).toBe(words);
    expect(film.policy).toMatch(/media-src [^;]*127\.0\.0\.1/);
    expect(film.fragment).toContain(here(file));
  });

  it('has its poster, by way of this server, its size and its name', async () => {
    const poster = 'poster="/media/poster.png" width="640" height="360" title="A loom"';
    const { $ } = await shown(`<p>x</p><video src="/media/a.mp4" ${poster}></video>`);
    const picture = $('.media img');
    expect(picture.attr()).toMatchObject({ width: '640', height: '360' });
    expect($('.media').html()).toContain('A loom');
    const path = pathOf($, picture.attr('src'));
    expect((await server.app.inject(path)).headers['content-type']).toBe('image/png');
  });

  it.each([
    '<video hidden src="/media/a.mp4"></video>',
    '<video src="javascript:alert(1)"></video>',
    '<video></video>',
    '<source src="/media/a.mp4">',
  ])('is none: %s', async (html) => {
    expect((await shown(`<p>x</p>${html}`)).played).toEqual([]);
  });
});

describe('a page of somebody else among the words of a post', () => {
  it.each([
    [
      '<iframe src="https://films.example/embed/7" title="A loom"></iframe>',
      'A loom (films.example)',
    ],
    ['<iframe src="https://films.example/embed/7"></iframe>', 'films.example/embed/7'],
    ['<iframe src="https://films.example/embed/7">no frames', 'no frames (films.example)'],
  ])('is a link: %s', async (html, words) => {
    const page = await shown(`<p>x</p>${html}`);
    expect(page.$('.text a').attr('href')).toBe('https://films.example/embed/7');
    expect(page.words).toBe(`x${words}`);
  });

  it.each([
    '<iframe src="https://count.example/" width="1" height="1"></iframe>',
    '<iframe src="https://count.example/" style="display:none"></iframe>',
    '<iframe src="javascript:alert(1)" title=""></iframe>',
    '<iframe></iframe>',
    '<a href="javascript:x"><iframe src="https://a.example/"></iframe></a>',
  ])('is none: %s', async (html) => {
    expect((await shown(`<p>x</p>${html}`)).$('.text a')).toHaveLength(0);
  });
});
