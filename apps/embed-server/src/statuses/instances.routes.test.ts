import { load } from 'cheerio';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { publish, sampleAt } from '../testing/fediverse.js';
import { pictures } from '../testing/pictures.js';
import { sendFile } from '../testing/upstream-player.js';

let server: TestApp;
let url: string;

beforeEach(async () => {
  server = await createTestApp();
  url = `${server.upstream.origin}/@halcy/110446223051565765`;
});
afterEach(() => server.closeAsForeseen());

const api = '/api/v1/statuses/110446223051565765';
const get = (path: string) => server.app.inject({ url: `/mastodon/${path}` });

describe('an instance whose REST API is not the one to ask', () => {
  const html = { 'content-type': 'text/html' };
  it.each([
    ['closed to strangers', 401, {}],
    ['forbidden', 403, html],
    ['not there', 404, html],
    ['not there, in JSON', 404, { 'content-type': 'application/json' }],
    ['a page', 200, html],
  ])('is asked by ActivityPub: %s', async (_name, status, headers) => {
    const { origin } = server.upstream;
    server.upstream.json(api, '<html>', status, headers);
    const note = { ...sampleAt(origin, 'ap-note'), id: url };
    publish(server.upstream, note);
    publish(server.upstream, sampleAt(origin, 'ap-actor'));
    const response = await get(encodeURIComponent(`${url}/embed`));
    expect([response.statusCode, response.json().uri]).toEqual([200, url]);
  });

  it.each([
    [404, 'Record not found'],
    [404, 'Not Found'],
    [410, 'Gone'],
  ])('is not asked again after a plain %i', async (status, error) => {
    server.upstream.json(api, { error }, status);
    expect((await get(url)).statusCode).toBe(404);
    expect(server.upstream.calls).toEqual([api]);
  });

  it("is not asked again after Mastodon's own 404, whatever its words", async () => {
    server.upstream.json(api, { error: 'Nicht gefunden' }, 404, { server: 'Mastodon' });
    expect((await get(url)).statusCode).toBe(404);
    expect(server.upstream.calls).toEqual([api]);
  });

  it.each([{ message: 'Route not found', error: 'Not Found' }, { detail: 'Not Found' }, {}, null])(
    'is absent when ActivityPub says so after a 404 in JSON: %j',
    async (body) => {
      server.upstream.json(api, body, 404);
      const page = new URL(url).pathname;
      server.upstream.json(page, { type: 'Tombstone' }, 410);
      const reply = await get(url);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'status_not_found']);
      expect(server.upstream.calls).toEqual([api, page]);
    },
  );

  it('is absent when it is neither here nor there', async () => {
    server.upstream.json(api, '<html>', 404, html);
    server.upstream.json(new URL(url).pathname, '<html>', 200, html);
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe('a status with parts that differ by software', () => {
  const status = () => server.upstream.fixture('masto-cw-text') as object;
  const page = async (change: object) => {
    server.upstream.json(api, { ...status(), spoiler_text: '', ...change });
    return load((await get(`${encodeURIComponent(url)}.amp`)).body);
  };
  const quoted = { id: '2', content: '<p>the quoted</p>', account: { acct: 'bob' } };

  it("shows Akkoma's whole status in `quote`", async () => {
    const $ = await page({ quote: { ...quoted, visibility: 'public' } });
    expect($('article article').text()).toContain('the quoted');
    expect($('article article').text()).toContain(`@bob@${server.upstream.authority}`);
  });

  it.each([
    ...['pending', 'rejected', 'revoked', 'deleted', 'unauthorized', 'muted_account'].map(
      (state) => ({ state, quoted_status: quoted }),
    ),
    { ...quoted, visibility: 'private' },
    { state: 'accepted', quoted_status: { ...quoted, account: { suspended: true } } },
    { state: 'accepted', quoted_status_id: '2' },
  ])('shows no other quote: %j', async (quote) => {
    expect((await page({ quote }))('article article')).toHaveLength(0);
  });

  it('shows who boosted, with emoji that this server lends', async () => {
    const { origin } = server.upstream;
    const account = {
      acct: 'eve',
      display_name: 'Eve :star:',
      emojis: [{ shortcode: 'star', static_url: `${origin}/media/star.png` }],
    };
    const $ = await page({ account, reblog: status() });
    expect($('.post > .soft').first().text()).toContain('Eve');
    const image = $('.post > .soft img.emoji').attr('src');
    server.upstream.on('/media/star.png', sendFile(pictures.png, 'image/png'));
    expect((await server.app.inject(image!)).statusCode).toBe(200);
  });

  it.each([
    ['ar', 'ar'],
    ['pt-BR', 'pt-BR'],
    ['en_US', undefined],
    ['und', undefined],
    ['"><script>', undefined],
    ['', undefined],
    [7, undefined],
  ])('marks the text as %j only when that is a language', async (language, lang) => {
    const $ = await page({ language });
    expect($('.text').attr('lang')).toBe(lang);
    expect($('.text').attr('dir')).toBe('auto');
  });
});
