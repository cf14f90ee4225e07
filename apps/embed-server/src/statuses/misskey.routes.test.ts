import { load } from 'cheerio';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { publish, sampleAt, type Sample } from '../testing/fediverse.js';

let server: TestApp;
let note: Sample;
let url: string;

beforeEach(async () => {
  server = await createTestApp();
  note = sampleAt(server.upstream.origin, 'misskey-note');
  url = `${server.upstream.origin}/notes/9xmjn8abcd`;
});
afterEach(() => server.closeAsForeseen());

const api = '/api/notes/show';
const play = (change: Sample = {}) => server.upstream.json(api, { ...note, ...change });
const get = (rest = '') => server.app.inject(`/mastodon/${encodeURIComponent(url)}${rest}`);
const page = async () => load((await get('.amp')).body);

describe('a note of Misskey', () => {
  it("is asked for by its id and given in the shape of Mastodon's Status", async () => {
    let asked = '';
    server.upstream.on(api, (request, response) => {
      request.on('data', (piece: Buffer) => (asked += piece.toString()));
      request.on('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(note));
      });
    });
    const reply = await get();
    expect([reply.statusCode, asked]).toEqual([200, '{"noteId":"9xmjn8abcd"}']);
    expect(reply.json()).toMatchObject({
      visibility: 'unlisted',
      sensitive: true,
      url,
      account: { acct: 'ada' },
      media_attachments: [{ type: 'image', description: 'A loom' }],
      poll: { votes_count: 4, multiple: true },
      replies_count: 2,
      reblogs_count: 3,
      favourites_count: 9,
      reblog: null,
      quote: null,
    });
  });

  it('is shown with live links, mentions and hashtags, and its markup without the motion', async () => {
    play();
    const $ = await page();
    const { origin, authority } = server.upstream;
    const links = $('.text a')
      .toArray()
      .map((one) => $(one).attr('href'));
    expect(links).toEqual([
      `${origin}/@bob`,
      'https://other.example/@eve',
      'https://a.example/loom?x=1&y=2',
      'https://b.example/',
      `${origin}/tags/%E7%B9%94%E6%A9%9F`,
    ]);
    expect($('.text').text()).toMatch(/織機second line\s*third$/);
    expect($('.text b').text()).toBe('line');
    expect($('.text img.emoji').attr('alt')).toBe(':blobcat:');
    expect($('header .name img.emoji').attr('alt')).toBe(':cog:');
    expect($('header').text()).toContain(`@ada@${authority}`);
    expect($('article').text()).toContain(`@bob@${authority}`);
  });

  it.each([
    ['> wise\n> words\nmine', '<blockquote><p>wise<br>words</p></blockquote><p>mine</p>'],
    ['```js\nlet a;\n\nlet b;\n```', '<pre><code>let a;\n\nlet b;</code></pre>'],
    ['**bold** ~~not~~ `so`', '<p><b>bold</b> <s>not</s> <code>so</code></p>'],
    ['$[x2 $[fg.color=f00 red]] <center>', '<p>red &lt;center&gt;</p>'],
    ['$[ruby 織機 しょっき]', '<p><ruby>織機<rp>(</rp><rt>しょっき</rt><rp>)</rp></ruby></p>'],
    ['<plain>**as it is** @bob</plain>', '<p>**as it is** @bob</p>'],
    ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
  ])('%j becomes HTML', async (text, html) => {
    play({ text });
    expect((await get()).json().content).toBe(html);
  });

  it('does not let endless brackets keep the parser busy', async () => {
    play({ text: '['.repeat(5000) });
    expect((await get()).json().content).toBe(`<p>${'['.repeat(5000)}</p>`);
  });

  it.each([
    ['a list', [{ name: 'blobcat', url: 'https://e.example/b.png' }]],
    ['an object', { blobcat: 'https://e.example/b.png' }],
  ])('knows emoji told as %s', async (_name, emojis) => {
    play({ emojis });
    expect((await get()).json().emojis[0]).toMatchObject({ url: 'https://e.example/b.png' });
  });

  it('that only renotes is a boost; with words of its own it quotes', async () => {
    const renote = { ...note, id: '9x', text: 'original', cw: 'careful' };
    const bare = { text: null, files: [], poll: null };
    play({ ...bare, renote, renoteId: '9x' });
    let $ = await page();
    expect([$('.post > .soft').first().text(), $('summary').text()]).toEqual([
      expect.stringContaining('boosted'),
      expect.stringContaining('careful'),
    ]);
    play({ renote, renoteId: '9x' });
    server.wait(601);
    $ = await page();
    expect($('article article').text()).toContain('original');
  });

  it.each([
    ['for followers', { visibility: 'followers' }],
    ['for some', { visibility: 'specified' }],
    ['of unknown visibility', { visibility: undefined }],
    ['hidden', { isHidden: true }],
    ['renoting a hidden one', { text: null, files: [], poll: null, renote: { isHidden: true } }],
  ])('404: %s', async (_name, change) => {
    play(change);
    expect((await get()).statusCode).toBe(404);
  });

  it('404: unknown', async () => {
    server.upstream.json(api, { error: { code: 'NO_SUCH_NOTE' } }, 400);
    expect((await get()).json().code).toBe('status_not_found');
    expect(server.upstream.calls).toEqual([api]);
  });

  it.each([
    ['wants an account', 403],
    ['has no such API', 404],
    ['refuses POST', 405],
  ])('is asked for by ActivityPub where the host %s', async (_name, status) => {
    server.upstream.json(api, {}, status);
    const { origin } = server.upstream;
    publish(server.upstream, { ...sampleAt(origin, 'ap-note'), id: url });
    publish(server.upstream, sampleAt(origin, 'ap-actor'));
    expect((await get()).json().uri).toBe(url);
    expect(server.upstream.calls).toEqual([api, '/notes/9xmjn8abcd', '/users/ada']);
  });
});
