import { load } from 'cheerio';
import { faults, pathOf } from '../pages/testing/reading.js';
import { publishNote, type Sample } from '../testing/fediverse.js';
import { pictures } from '../testing/pictures.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile } from '../testing/upstream-player.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

let posts = 0;
const words = (number: number) => '<p>words of looms</p>'.repeat(number);

/** A post whose pictures are at the player, and the replies to its address. */
function play(own: Sample) {
  const { upstream, app } = server;
  upstream.reset();
  upstream.on('*', (_request, response) => response.writeHead(404).end());
  upstream.on('/media/a.png', sendFile(pictures.png, 'image/png'));
  const here = JSON.parse(
    JSON.stringify(own).replaceAll('https://fedi.example', upstream.origin),
  ) as Sample;
  const id = publishNote(upstream, `/posts/${(posts += 1)}`, here);
  return (rest = '') => app.inject(`/mastodon/${encodeURIComponent(id)}${rest}`);
}

async function shownBy(get: ReturnType<typeof play>) {
  const page = await get('.amp');
  expect(page.statusCode).toBe(200);
  const contentSecurityPolicy = String(page.headers['content-security-policy']);
  expect(faults({ html: page.body, contentSecurityPolicy })).toEqual([]);
  expect(page.body.length).toBeLessThan(15_000);
  const $ = load(page.body);
  const shown = $('.media img').toArray();
  return {
    $,
    alts: shown.map((one) => $(one).attr('alt')),
    paths: shown.map((one) => pathOf($, $(one).attr('src'))),
  };
}

const image = (more = '', place = '/media/a.png') => `<img src="${place}" ${more}>`;

describe('a picture among the words of a post', () => {
  it.each<[string, Sample]>([
    ['an article', { type: 'Article', name: 'T', content: `${words(9)}${image()}` }],
    ['an article that is cut', { type: 'Article', content: `${words(99)}${image()}` }],
    ['an article with an excerpt', { type: 'Article', summary: 'short', content: image() }],
    ['a page', { type: 'Page', name: 'T', content: `<p>x</p>${image()}` }],
    ['an event', { type: 'Event', name: 'T', content: image() }],
    ['a note', { content: `<p>x ${image()}</p>` }],
    ['a note that is it alone', { content: image() }],
    ['a figure', { content: `<figure>${image()}<figcaption>x</figcaption></figure>` }],
    ['a link', { content: `<p>x <a href="https://a.example/">${image()}</a></p>` }],
    ['a text by language', { content: undefined, contentMap: { en: image() } }],
    ['a whole address', { content: image('', 'https://fedi.example/media/a.png') }],
    ['an element in capitals', { content: '<IMG SRC="/media/a.png">' }],
    [
      'no script',
      { content: `${image('', 'data:image/gif;base64,AA')}<noscript>${image()}</noscript>` },
    ],
    ['itself twice', { content: image() + image() }],
    [
      'a link to a page',
      { attachment: { type: 'Link', href: 'https://a.example/' }, content: image() },
    ],
  ])('is shown as one that is attached: in %s', async (_what, own) => {
    const get = play(own);
    const { alts, paths } = await shownBy(get);
    expect([alts, paths.length]).toEqual([['Image'], 1]);
    const picture = await server.app.inject(paths[0] ?? '');
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    const fragment = await get('.html');
    expect(fragment.body).toContain('/images/0');
    expect((await get('.amp')).body).toMatch(/property="og:image" content="[^"]*images\/0/);
  });

  it('has the description and the size that it is written with', async () => {
    const get = play({ content: image('alt="A loom" width="800" height="600px"') });
    const { $, alts } = await shownBy(get);
    expect(alts).toEqual(['A loom']);
    expect($('.media img').attr()).toMatchObject({ width: '800', height: '600' });
    expect((await get()).json().media_attachments).toMatchObject([{ type: 'image' }]);
  });

  it('is shown beside the card of a link, which stays', async () => {
    const attachment = { type: 'Link', href: 'https://a.example/', name: 'Looms' };
    const page = await shownBy(play({ type: 'Page', name: 'T', attachment, content: image() }));
    expect(page.$('a.card')).toHaveLength(1);
    const note = await shownBy(play({ attachment, content: image() }));
    expect(note.$('.text a').attr('href')).toBe('https://a.example/');
  });

  it('is one of four at most, whatever there are', async () => {
    const many = Array.from({ length: 500 }, (_, at) => image('', `/media/${at}.png`)).join('');
    const { paths } = await shownBy(play({ type: 'Article', content: many }));
    expect(paths.map((path) => path.replace(/.*images/, ''))).toEqual(['/0', '/1', '/2', '/3']);
  });

  it('is covered where the post is sensitive, and behind its warning', async () => {
    const sensitive = await shownBy(play({ sensitive: true, content: image() }));
    expect(sensitive.$('details .media img')).toHaveLength(1);
    const warned = await shownBy(play({ summary: 'cake', content: image() }));
    expect(warned.$('details .media img')).toHaveLength(1);
  });

  it.each<[string, Sample]>([
    ['an emoji', { content: image('class="emoji" alt="🙂"') }],
    ['a counter of visits', { content: image('width="1" height="1"') }],
    ['a portrait', { content: image('width="48"') }],
    ['unseen', { content: image('style="display: none"') + image('hidden', '/media/b.png') }],
    ['of no address', { content: '<img alt="a"><img src=""><img src=" ">' }],
    ['of no web', { content: image('', 'javascript:alert(1)') + image('', 'data:image/png,x') }],
    ['in a comment', { content: `<!-- ${image()} -->` }],
    ['words of a script', { content: `<script>"${image()}"</script>` }],
    ['escaped', { content: '&lt;img src="/media/a.png"&gt;' }],
    ['an attribute', { content: `<p title='${image()}'>x</p>` }],
    ['cut off', { content: '<p>x</p><img src="/media/a.png"' }],
    ['behind all that is read', { content: 'x'.repeat(100_000) + image() }],
    ['behind tags without end', { content: '<b>'.repeat(6000) + image() }],
    ['in plain text', { mediaType: 'text/plain', content: image() }],
  ])('is none where it is %s', async (_what, own) => {
    expect((await shownBy(play({ ...own, type: 'Article', name: 'T' }))).alts).toEqual([]);
  });

  it('is none beside what the post attaches itself, of which it may be a copy', async () => {
    const attachment = { type: 'Image', url: 'https://fedi.example/media/b.png', name: 'B' };
    expect((await shownBy(play({ attachment, content: image() }))).alts).toEqual(['B']);
    const lead = { type: 'Article', image: { ...attachment, name: 'Lead' }, content: image() };
    expect((await shownBy(play(lead))).alts).toEqual(['Lead']);
  });

  it('is shown as well where an instance sends it, whose JSON stays what it is', async () => {
    const { upstream, app } = server;
    upstream.reset();
    const status = upstream.fixture('mastodon-drawn-quote') as Sample;
    const sent = { ...status, id: '9', quote: null, media_attachments: [], card: null };
    const content = `<p>x</p>${image('', `${upstream.origin}/media/a.png`)}`;
    upstream.json('/api/v1/statuses/9', { ...sent, content });
    const get = (rest = '') =>
      app.inject(`/mastodon/${encodeURIComponent(`${upstream.origin}/@a/9`)}${rest}`);
    expect((await shownBy(get)).alts).toEqual(['Image']);
    expect((await get()).json()).toMatchObject({ media_attachments: [], content });
  });
});
