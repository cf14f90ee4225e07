import { load } from 'cheerio';
import type { Sample } from '../testing/fediverse.js';
import { blueskyView, playBlueskyPost, playRecording } from '../testing/recorded-upstreams.js';
import { pictures } from '../testing/pictures.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile } from '../testing/upstream-player.js';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.closeAsForeseen());

const did = 'did:plc:drawnada2222222222222222';
const rkey = '3kdrawngallry';
const page = `https://bsky.app/profile/${did}/post/${rkey}`;
const asked = '/xrpc/app.bsky.feed.getPostThread';

const ask = (address: string, rest = '') =>
  server.app.inject(`/bluesky/${encodeURIComponent(address)}${rest}`);

const view = (name: string) => blueskyView(server.upstream.fixture(name));
const play = (post: unknown) => playBlueskyPost(server.upstream, post);
const playGallery = (more: object = {}) => play({ ...view('bsky-drawn-gallery'), ...more });

describe('GET /bluesky/:postUrl', () => {
  it.each([
    page,
    `${page}/`,
    `${page}?ref_src=embed#a`,
    `https://bsky.app/profile/Ada.Example.org/post/${rkey}`,
    `https://www.bsky.app/profile/@ada.example.org/post/${rkey}`,
    `https://bsky.app/profile/${encodeURIComponent(did)}/post/${rkey}`,
    `at://${did}/app.bsky.feed.post/${rkey}`,
    `at://ada.example.org/app.bsky.feed.post/${rkey}`,
    `ada.example.org/${rkey}`,
    `${did}/${rkey}`,
  ])('200: %s, encoded, raw and with merged slashes', async (address) => {
    playGallery();
    const sent = await ask(address);
    expect([sent.statusCode, sent.json().author.displayName]).toEqual([200, 'Ada']);
    const raw = address.replace(/[?#].*/, '');
    for (const path of [raw, raw.replace('//', '/')]) {
      expect((await server.app.inject(`/bluesky/${path}`)).body).toBe(sent.body);
      const ofPage = await server.app.inject(`/bluesky/${path.replace(/\/$/, '')}.amp`);
      expect([ofPage.statusCode, ofPage.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
    }
    const actor = /did/.test(address) ? did : 'ada.example.org';
    expect(server.upstream.calls).toEqual([
      `${asked}?${new URLSearchParams({ uri: `at://${actor}/app.bsky.feed.post/${rkey}`, depth: '0', parentHeight: '0' }).toString()}`,
    ]);
  });

  it.each([
    'https://bsky.app/profile/ada.example.org',
    'https://bsky.app/profile/ada.example.org/feed/a',
    `https://bsky.app/profile/did:key:abc/post/${rkey}`,
    `https://bsky.app/profile/did:plc:short/post/${rkey}`,
    `https://bsky.app/profile/did:web:a%2Fb/post/${rkey}`,
    `https://bsky.app/profile/did:web:a.example%3A8080/post/${rkey}`,
    `https://bsky.app/profile/localhost/post/${rkey}`,
    `https://bsky.app/profile/a.b.1/post/${rkey}`,
    `https://bsky.app/profile/a.invalid/post/${rkey}`,
    `https://bsky.app/profile/ada.example.org/post/a%2F..%2Fb`,
    `https://bsky.app/profile/ada.example.org/post/%2e%2e`,
    `https://bsky.app/profile/ada.example.org/post/${'a'.repeat(513)}`,
    `https://bsky.app.evil.example/profile/ada.example.org/post/${rkey}`,
    `https://bsky.app:8443/profile/ada.example.org/post/${rkey}`,
    `https://ada@bsky.app/profile/ada.example.org/post/${rkey}`,
    `at://${did}/app.bsky.graph.list/${rkey}`,
    `at://${did}`,
    'nothing',
  ])('400, and nobody is asked: %s', async (address) => {
    const reply = await ask(address);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_post_url']);
    expect(server.upstream.calls).toEqual([]);
  });

  it.each([
    ['NotFound', 404],
    ['InvalidRequest', 502],
    [{}, 502],
  ])('a 400 that says %j is %i', async (error, status) => {
    server.upstream.json(asked, { error, message: 'Post not found' }, 400);
    for (const rest of ['', '.amp', '/images/0', '/quoted/profile-image']) {
      expect((await ask(page, rest)).statusCode).toBe(status);
    }
  });

  it.each([
    { $type: 'app.bsky.feed.defs#notFoundPost' },
    { $type: 'app.bsky.feed.defs#blockedPost' },
  ])('404: %j', async (thread) => {
    server.upstream.json(asked, { thread });
    const reply = await ask(page);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'bluesky_post_not_found']);
  });

  it.each([429, 503])('503 with Retry-After: the service says %i', async (status) => {
    server.upstream.json(asked, {}, status, { 'retry-after': '40' });
    const reply = await ask(page);
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '40']);
  });

  it.each<[string, object]>([
    ['of another key', { uri: `at://${did}/app.bsky.feed.post/3kotherotherr` }],
    ['in a collection of another kind', { uri: `at://${did}/app.bsky.feed.like/${rkey}` }],
    [
      'of another author',
      { uri: `at://did:plc:drawnomar222222222222222/app.bsky.feed.post/${rkey}` },
    ],
    ['whose author is somebody else', { author: { did: 'did:plc:drawnomar222222222222222' } }],
    ['without an author', { author: null }],
    ['that is none', { uri: 7 }],
  ])('502: a reply about a post %s', async (_what, forged) => {
    playGallery(forged);
    for (const rest of ['', '.amp', '/images/0']) {
      expect((await ask(page, rest)).statusCode).toBe(502);
    }
  });

  it('502: by handle, a reply about who does not have it', async () => {
    playGallery();
    expect((await ask(`https://bsky.app/profile/omar.example.org/post/${rkey}`)).statusCode).toBe(
      502,
    );
  });
});

describe('the pictures', () => {
  it.each([
    ['bsky-drawn-gallery', '/profile-image', 'avatarada'],
    ['bsky-drawn-gallery', '/images/19', 'feed_fullsize'],
    ['bsky-drawn-gallery', '/images/19?size=small', 'feed_thumbnail'],
    ['bsky-video-tags', '/images/0', '/video.bsky.app/'],
    ['bsky-drawn-arabic', '/quoted/profile-image', 'avatarada'],
    ['bsky-drawn-arabic', '/quoted/link-image', 'cardsunrise'],
    ['bsky-drawn-starter-pack', '/images/0', 'packridge'],
    ['bsky-drawn-list', '/profile-image', 'avatar'],
  ])('of %s: %s, through this server', async (name, path, expected) => {
    const amp = playRecording(server.upstream, name);
    server.upstream.on('*', sendFile(pictures.png, 'image/png'));
    const reply = await server.app.inject(amp.replace('.amp', path));
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png']);
    expect(server.upstream.calls[1]).toContain(expected);
  });

  it.each(['/images/20', '/link-image', '/quoted/images/0', '/quoted/profile-image'])(
    '404: %s of a gallery of twenty',
    async (path) => {
      playGallery();
      expect((await ask(page, path)).statusCode).toBe(404);
    },
  );
});

describe('a card that a label is about', () => {
  it.each([
    ['bsky-drawn-card', 'external', 'Sunrise times'],
    ['bsky-drawn-feed', 'record', 'All'],
  ])('is shown without its picture: %s', async (name, part, title) => {
    const { uri, embed, ...rest } = view(name) as ReturnType<typeof view> & { embed: Sample };
    const avatar = 'https://cdn.bsky.app/img/avatar/plain/a';
    const labels = [{ ...optOut, val: 'porn' }];
    const card = { avatar, ...(embed[part] as Sample), labels };
    play({ ...rest, uri, embed: { ...embed, [part]: card } });
    const $ = load((await ask(uri, '.amp')).body);
    expect($('a.card').text()).toContain(title);
    expect($('a.card img')).toHaveLength(0);
    expect((await ask(uri, '/link-image')).statusCode).toBe(404);
  });
});

const optOut = { src: did, val: '!no-unauthenticated', cts: '2026-01-01T00:00:00.000Z' };

describe('an author who wants to be seen by people who are signed in alone', () => {
  it.each(['bsky-image-signed-in', 'bsky-gallery-signed-in'])(
    '403: %s, as a page that says so, and nothing of the post anywhere',
    async (name) => {
      const path = playRecording(server.upstream, name);
      const { text } = view(name).record as { text: string };
      const amp = await server.app.inject(`${path}?lang=de`);
      expect([amp.statusCode, amp.headers['content-type']]).toEqual([
        403,
        'text/html; charset=utf-8',
      ]);
      expect(amp.headers['content-security-policy']).toContain("default-src 'none'");
      const $ = load(amp.body);
      expect($('.post').text()).toContain('nur Menschen zeigen, die bei Bluesky angemeldet sind');
      expect($('a.source').attr('href')).toMatch(/^https:\/\/bsky\.app\/profile\/did:plc:/);
      expect(amp.body).not.toContain(text);
      for (const rest of ['', '/images/0', '/profile-image']) {
        const reply = await server.app.inject(path.replace('.amp', rest));
        expect([reply.statusCode, reply.json().code]).toEqual([403, 'bluesky_post_withheld']);
      }
      const oembed = await server.app.inject({
        url: '/oembed',
        query: { url: decodeURIComponent(path.slice('/bluesky/'.length, -'.amp'.length)) },
      });
      expect(oembed.statusCode).toBe(403);
      expect(server.upstream.calls).toHaveLength(1);
    },
  );

  it('200: who took the wish back is shown again', async () => {
    const author = {
      ...view('bsky-drawn-gallery').author,
      labels: [optOut, { ...optOut, neg: true }],
    };
    playGallery({ author });
    expect((await ask(page)).statusCode).toBe(200);
  });

  it('is left out where others quote them, in the page, the JSON and the pictures', async () => {
    const path = playRecording(server.upstream, 'bsky-drawn-arabic');
    const post = JSON.parse(JSON.stringify(view('bsky-drawn-arabic')));
    post.embed.record.author.labels = [optOut];
    play(post);
    const [json, amp] = [
      await server.app.inject(path.replace('.amp', '')),
      await server.app.inject(path),
    ];
    expect([json.statusCode, amp.statusCode]).toEqual([200, 200]);
    for (const { body } of [json, amp]) expect(body).not.toContain('Up before the sun');
    expect(load(amp.body)('.post .post').text()).toBe(
      'The quoted post is shown only to people who are signed in',
    );
    expect(
      (await server.app.inject(path.replace('.amp', '/quoted/profile-image'))).statusCode,
    ).toBe(404);
  });
});

describe('labels', () => {
  const label = (val: string, more: object = {}) => [
    { src: 'did:plc:ar7c4by46qjdydhdevvrndac', val, ...more },
  ];
  const ofAuthor = (val: string) => ({
    author: { ...view('bsky-drawn-gallery').author, labels: label(val) },
  });
  const amp = async (more: object) => {
    playGallery(more);
    return load((await ask(page, '.amp')).body);
  };

  it.each(['porn', 'sexual', 'nudity', 'graphic-media', 'gore'])(
    '%s covers the pictures',
    async (val) => {
      const $ = await amp({ labels: label(val) });
      expect([$('details .media img').length, $('.text').text()]).toEqual([
        20,
        'All twenty ridges.',
      ]);
      expect($('details .text')).toHaveLength(0);
    },
  );

  it('covers a film as it covers pictures, also by the word of its author', async () => {
    const path = playRecording(server.upstream, 'bsky-video-tags');
    const post = view('bsky-video-tags');
    play({ ...post, record: { ...post.record, labels: { values: [{ val: 'sexual' }] } } });
    const $ = load((await server.app.inject(path)).body);
    expect($('details a.play')).toHaveLength(1);
  });

  it('!warn covers all of it, of the post or its author', async () => {
    expect((await amp({ labels: label('!warn') }))('details .text')).toHaveLength(1);
    server.wait(600);
    await server.settled();
    const $ = load(
      (await (playGallery(ofAuthor('!warn')), server.wait(700), ask(page, '.amp'))).body,
    );
    expect($('details .text')).toHaveLength(1);
  });

  it.each([
    ['of the post', () => ({ labels: label('!hide') })],
    ['of its author', () => ofAuthor('!hide')],
  ])('404: !hide %s', async (_whose, more) => {
    playGallery(more());
    expect((await ask(page, '.amp')).statusCode).toBe(404);
  });

  it.each<[string, object]>([
    ['taken back', { neg: true }],
    ['over', { exp: '2020-01-01T00:00:00.000Z' }],
  ])('changes nothing when it is %s', async (_what, more) => {
    const $ = await amp({ labels: [...label('porn', more), ...label('of-nobody')] });
    expect([$('details').length, $('.media img').length]).toEqual([0, 20]);
  });

  it('of an author covers the face', async () => {
    expect((await amp(ofAuthor('porn')))('.avatar')).toHaveLength(0);
    expect((await ask(page, '/profile-image')).statusCode).toBe(404);
  });
});
