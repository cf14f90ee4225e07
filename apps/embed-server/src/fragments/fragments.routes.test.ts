import { load } from 'cheerio';
import { gzipSync } from 'node:zlib';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { pictures } from '../testing/pictures.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import { sendFile } from '../testing/upstream-player.js';
import { pathOf } from '../pages/testing/reading.js';
import { readings, withheld } from '../pages/testing/readings.js';
import { fragmentFaults, publicUrl, readFragment } from './testing/fragment-faults.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({
    TWITTER_BEARER_TOKEN: 'recorded',
    META_ACCESS_TOKEN: 'recorded',
  });
});
afterAll(() => server.close());
beforeEach(() => {
  server.upstream.reset();
  server.upstream.on('*', sendFile(pictures.png, 'image/png'));
});

const play = (name: string) => playRecording(server.upstream, name).replace('.amp', '.html');

/** Words, without white space and without what a page has for its script alone. */
const letters = (text: string) => text.replace(/[\s\u200b]+/g, '');

describe.each(Object.keys(readings))('%s', (name) => {
  it('is one sound element that says what the page says', async () => {
    const path = play(name);
    const fragment = await server.app.inject(path);
    expect([fragment.statusCode, fragment.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(fragmentFaults(fragment.body)).toEqual([]);
    expect(fragment.rawPayload.length).toBeLessThanOrEqual(15_000);
    expect(gzipSync(fragment.rawPayload).length).toBeLessThanOrEqual(6_000);
    const page = load((await server.app.inject(path.replace('.html', '.amp'))).body);
    page('script, h1.hidden').remove();
    const shown = load(readFragment(fragment.body)('template').html() ?? '');
    for (const $ of [page, shown]) $('.below .soft').remove();
    expect(letters(shown('.fragment').text())).toBe(letters(page('main').text()));
    const pathsOf = ($: typeof page) =>
      $('img')
        .toArray()
        .map((one) => pathOf($, $(one).attr('src')?.replace(publicUrl, '')));
    expect(pathsOf(shown)).toEqual(pathsOf(page));
  });
});

it.each(withheld)('%s is a problem, since nobody bakes a refusal into a page', async (name) => {
  const reply = await server.app.inject(play(name));
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    403,
    'application/problem+json; charset=utf-8',
  ]);
});

it('has a language and a theme, names of what it is made of, a tag, codings, and readers of any origin', async () => {
  const path = play('tweet-syn-card-summary-large-image');
  const headers = { 'accept-encoding': 'br', origin: 'https://site.example' };
  const reply = await server.app.inject({ url: `${path}?theme=dark&lang=de`, headers });
  expect(reply.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'content-encoding': 'br',
    'surrogate-key': expect.stringMatching(/^tweet-/),
    etag: expect.stringMatching(/-br"$/),
    'content-security-policy': expect.stringContaining(`style-src ${publicUrl};`),
  });
  const plain = await server.app.inject(`${path}?theme=dark&lang=de`);
  const $ = load(readFragment(plain.body)('template').html() ?? '');
  expect($('.fragment').attr()).toMatchObject({ lang: 'de', 'data-theme': 'dark', dir: 'ltr' });
  expect($('.source').text()).toBe('Auf X ansehen');
  const again = await server.app.inject({
    url: `${path}?theme=dark&lang=de`,
    headers: { 'if-none-match': String(plain.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
});

it('names pictures, sheet and links by the path of the public address as well', async () => {
  const below = await createTestApp(
    { PUBLIC_URL: 'https://site.example/embeds/' },
    server.upstream,
  );
  const reply = await below.app.inject(play('tweet-drawn-film'));
  expect(fragmentFaults(reply.body, 'https://site.example/embeds')).toEqual([]);
  await below.stop();
});

it('of a video leads to its host, and offers no player', async () => {
  const reply = await server.app.inject(play('video-youtube-oembed'));
  const $ = load(readFragment(reply.body)('template').html() ?? '');
  expect($('.play').attr('href')).toMatch(/^https:\/\/www\.youtube\.com\/watch\?v=/);
  expect($('h1, [role=heading]')).toHaveLength(0);
  expect($('.below .soft').last().text()).toBe('View on YouTube');
});

it('has a sheet that every site may load, of any version', async () => {
  const sheet = await server.app.inject('/fragment.css?v=old');
  expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([
    200,
    'text/css; charset=utf-8',
  ]);
  expect(sheet.headers['access-control-allow-origin']).toBe('*');
  expect(sheet.body).not.toMatch(/\drem|:root|body\{|url\(|@import/);
});

/** A tweet of Ada in reply to her other one, as the syndication API has it. */
function playTweets(): string {
  server.upstream.on('/tweet-result', (_request, response, url) => {
    const id = url.searchParams.get('id') ?? '';
    const user = { id_str: '7', name: 'Ada', screen_name: 'ada' };
    const link = { in_reply_to_status_id_str: '7001', in_reply_to_screen_name: 'ada' };
    const tweet = { __typename: 'Tweet', id_str: id, text: `Words of ${id}`, user };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(id === '7002' ? { ...tweet, ...link } : tweet));
  });
  return '/tweet/7002.html?thread=1';
}

it.each([
  ['bsky-drawn-thread', play],
  ['mastodon-drawn-thread', play],
  ['two tweets', playTweets],
])('%s: a thread by its own address, and by any that oEmbed knows', async (name, start) => {
  const path = start(name);
  const list = await server.app.inject(path);
  const alone = await server.app.inject(path.replace('?thread=1', ''));
  expect([list, alone].map(({ body }) => fragmentFaults(body))).toEqual([[], []]);
  const postsIn = ({ body }: { body: string }) =>
    readFragment(body)('template')
      .html()
      ?.match(/<article/g)?.length;
  expect(postsIn(alone)).toBe(1);
  expect(postsIn(list)).toBeGreaterThan(1);
  const ask = async (address: string, query = '') => {
    const url = encodeURIComponent(publicUrl + address);
    const reply = await server.app.inject(`/oembed?url=${url}&html=fragment${query}`);
    return reply.json<{ html: string }>().html;
  };
  const bare = path.replace('?thread=1', '');
  expect(await ask(bare)).toBe(alone.body);
  expect(await ask(bare, '&thread=1')).toBe(list.body);
  expect(await ask(path)).toBe(list.body);
});

it('a thread is asked for of what has none, and it is given as it is', async () => {
  const path = play('video-youtube-oembed');
  const url = encodeURIComponent(publicUrl + path);
  const reply = await server.app.inject(`/oembed?url=${url}&html=fragment&thread=1`);
  expect(fragmentFaults(reply.json<{ html: string }>().html)).toEqual([]);
});

it('of a video is one for every start that no player knows', async () => {
  const path = play('video-youtube-oembed');
  const long = await server.app.inject(`${path}?start=${'9'.repeat(65)}`);
  expect(long.body).toBe((await server.app.inject(path)).body);
});
