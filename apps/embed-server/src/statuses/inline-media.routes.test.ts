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
    ['the sign of a site', { content: image('class="kg-bookmark-icon"') }],
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

  it('is behind what the post attaches itself, and in the JSON too', async () => {
    const attachment = { type: 'Image', url: 'https://fedi.example/media/b.png', name: 'B' };
    const get = play({ attachment, content: image('alt="A"') });
    expect((await shownBy(get)).alts).toEqual(['B', 'A']);
    expect((await get()).json().media_attachments).toHaveLength(2);
    const lead = { type: 'Article', image: { ...attachment, name: 'Lead' }, content: image() };
    expect((await shownBy(play(lead))).alts).toEqual(['Lead', 'Image 2 of 2']);
    const many = Array.from({ length: 9 }, (_, at) => image('', `${at}.png`)).join('');
    expect((await shownBy(play({ attachment, content: many }))).alts).toHaveLength(5);
  });

  it.each<[string, string, string]>([
    ['itself', '/media/b.png', '/media/b.png'],
    ['a smaller copy', '/media/b-1024x683.png', '/media/b.png'],
    ['the whole of a smaller copy', '/media/b.png', '/media/b-300x200.png'],
    ['a scaled copy', '/media/b-scaled.png?w=300&ssl=1', '/media/b.png'],
    ['a copy at another host', 'https://i0.wp.com/fedi.example/media/b.png', '/media/b.png'],
    ['a copy of a forum', '/u/optimized/1X/b_2_690x388.png', '/u/original/1X/b.png'],
    ['a copy of a letter', '/images/size/w600/2026/b.png', '/images/2026/b.png'],
    [
      'a copy of an album',
      '/photo/0123456789abcdef0123456789abcdef-2.png',
      '/photo/0123456789abcdef0123456789abcdef-0.png',
    ],
  ])('is none where the post attaches %s', async (_what, written, attached) => {
    const attachment = { type: 'Image', url: `https://fedi.example${attached}`, name: 'B' };
    const content = `<p>x</p>${image('alt="A"', written)}`;
    expect((await shownBy(play({ attachment, content }))).alts).toEqual(['B']);
  });

  it.each<[string, string, string]>([
    ['in another place', '/other/b.png', '/media/b.png'],
    ['of another number', '/show?id=2&w=9', '/show?id=1&w=9'],
    ['of a longer name', '/media/bb.png', '/b.png'],
  ])('is shown beside one that is attached %s', async (_what, written, attached) => {
    const url = `https://fedi.example${attached}`;
    const attachment = { type: 'Image', url, name: 'B', mediaType: 'image/png' };
    const content = image('alt="A"', written);
    expect((await shownBy(play({ attachment, content }))).alts).toEqual(['B', 'A']);
  });

  it.each<[string, string]>([
    ['a script of its page loads', '<img src="/blank.gif" data-src="/media/a.png">'],
    ['another script loads', '<img src="data:image/gif;base64,AA" data-lazy-src="/media/a.png">'],
    ['is there in sizes', '<img srcset="/media/a.png 300w, /media/b.png 900w">'],
    [
      'is there in kinds',
      '<picture><source srcset="/media/a.png"><source srcset="/b.png"><img></picture>',
    ],
  ])('is shown that %s', async (_what, content) => {
    const { paths } = await shownBy(play({ type: 'Article', content }));
    expect(paths).toHaveLength(1);
    expect((await server.app.inject(paths[0] ?? '')).statusCode).toBe(200);
  });

  it('is shown where the text is Markdown', async () => {
    const content = 'x ![A loom](/media/a.png "t") y';
    const mediaType = 'text/markdown';
    const { $, alts } = await shownBy(play({ mediaType, content }));
    expect([alts, $('.text').text()]).toEqual([['A loom'], 'x  y']);
    const source = { content, mediaType };
    expect((await shownBy(play({ content: undefined, source }))).alts).toEqual(['A loom']);
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
