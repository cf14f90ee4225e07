import { publish, sampleAt, type Sample } from '../testing/fediverse.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

let server: TestApp;
let upstream: UpstreamPlayer;
let other: UpstreamPlayer;
let note: Sample;

beforeEach(async () => {
  upstream = await startUpstream();
  other = await startUpstream();
  const allowed = `${upstream.authority},${other.authority}`;
  server = await createTestApp({ OUTBOUND_ALLOW_HOSTS: allowed }, upstream);
  note = at(upstream);
  publish(upstream, note);
  publish(upstream, sampleAt(upstream.origin, 'ap-actor'));
  publish(other, sampleAt(other.origin, 'ap-actor'));
});
afterEach(async () => {
  await server.close();
  await other.close();
});

/** The same note as another host writes it. */
function at({ origin }: UpstreamPlayer): Sample {
  return { ...sampleAt(origin, 'ap-note'), id: `${origin}/ada/notes-of/1`, summary: null };
}

const path = '/blog/on-looms/';
const get = (rest = '', address = upstream.origin + path) =>
  server.app.inject(`/mastodon/${encodeURIComponent(address)}${rest}`);
const codeOf = async (address?: string) => {
  const reply = await get('', address);
  return [reply.statusCode, reply.json().code];
};
const html = { 'content-type': 'text/html; charset=utf-8' };
const activity = { 'content-type': 'application/activity+json' };
const link = (href: unknown, more = 'rel="alternate" type="application/activity+json"') =>
  `<link ${more} href="${String(href)}">`;
const inHeader = (hrefs: readonly string[]) =>
  hrefs.map((href) => `<${href}>; rel="alternate"; type="application/activity+json"`).join(', ');
const head = (inner: string) => `<!doctype html><html><head><title>x</title>${inner}</head><body>`;

describe('a page that names its object', () => {
  it.each<[string, (href: string) => string]>([
    ['in its head', (href) => head(link(href))],
    ['by a relative address', (href) => head(link(new URL(href).pathname))],
    [
      'as JSON-LD',
      (href) =>
        head(
          link(
            href,
            `rel='feed alternate' type='application/ld+json; profile="https://www.w3.org/ns/activitystreams"'`,
          ),
        ),
    ],
    ['after much else', (href) => head(`<style>${'a{}'.repeat(50_000)}</style>${link(href)}`)],
    [
      'after a name that cannot be one',
      (href) => head(link('javascript:1', 'rel="alternate" type="text/html"') + link(href)),
    ],
    [
      'by an address that is relative to another',
      (href) => head('<base href="/"><base href="/x/">' + link(new URL(href).pathname.slice(1))),
    ],
    [
      'beside a base that is no address',
      (href) => head('<base href="https://">' + link(new URL(href).pathname)),
    ],
    ['before two megabytes of words', (href) => `${head(link(href))}${'words '.repeat(350_000)}`],
    [
      'after scripts that are closed',
      (href) =>
        head(`<script><!-- <script> --></script><script>"<!--><script>"</script>${link(href)}`),
    ],
    ['without tags that HTML lets one leave out', (href) => `<title>x</title>${link(href)}<p>`],
  ])('%s', async (_how, page) => {
    upstream.json(path, page(String(note['id'])), 200, html);
    expect((await get()).json().uri).toBe(note['id']);
  });

  it('in a header, also of no HTML', async () => {
    const header = `<${String(note['id'])}>; type="application/ld+json; profile=\"https://www.w3.org/ns/activitystreams\""; rel=alternate`;
    upstream.json(path, '', 200, {
      'content-type': 'text/plain',
      link: header.replaceAll('=\\"', '="'),
    });
    expect((await get()).statusCode).toBe(400);
    server.wait(61);
    const plain = `<${String(note['id'])}>; rel="alternate"; type="application/activity+json"`;
    upstream.json(path, '', 200, { 'content-type': 'text/plain', link: `</a>; rel="x", ${plain}` });
    expect((await get()).json().uri).toBe(note['id']);
  });

  it('in a header of a file that is too large to be read', async () => {
    const plain = `<${String(note['id'])}>; rel="alternate"; type="application/activity+json"`;
    const headers = { 'content-type': 'application/pdf', link: plain };
    upstream.json(path, 'a'.repeat(3_000_000), 200, headers);
    expect((await get()).json().uri).toBe(note['id']);
  });

  it.each<[string, number, unknown]>([
    ['its author', 200, { id: 'ACTOR', type: 'Person' }],
    ['what is gone', 404, {}],
    ['what is broken', 500, {}],
    ['a page', 200, '<p>'],
  ])('behind %s', async (_what, status, body) => {
    const first = '/named/first';
    const json = JSON.stringify(body).replace('ACTOR', upstream.origin + first);
    upstream.json(first, json, status, typeof body === 'string' ? html : activity);
    const both = [first, new URL(String(note['id'])).pathname];
    const pages = [head(both.map((href) => link(href)).join('')), ''];
    for (const [index, page] of pages.entries()) {
      const headers = { ...html, ...(index === 0 ? {} : { link: inHeader(both) }) };
      upstream.json(`${path}${index}`, page, 200, headers);
      expect((await get('', `${upstream.origin}${path}${index}`)).json().uri).toBe(note['id']);
    }
  });

  it('behind three others is not reached, and the first of them counts', async () => {
    const others = [1, 2, 3].map((n) => `/named/${n}`);
    upstream.json('/named/1', {}, 410);
    for (const other of others.slice(1)) upstream.json(other, '<p>', 200, html);
    upstream.json(
      path,
      head([...others, note['id']].map((href) => link(href)).join('')),
      200,
      html,
    );
    expect(await codeOf()).toEqual([404, 'status_not_found']);
    expect(upstream.calls).toEqual([path, ...others]);
  });

  it('is asked for as HTML where it has nothing else', async () => {
    upstream.on(path, ({ headers }, response) => {
      const isAsked = headers.accept?.startsWith('text/html') ?? false;
      response.writeHead(isAsked ? 200 : 406, html).end(head(link(note['id'])));
    });
    expect((await get()).json().uri).toBe(note['id']);
  });

  it('is shown as of the host that serves the object, which is asked', async () => {
    publish(other, { ...at(other), content: '<p>words of another host</p>' });
    upstream.json(path, head(link(`${other.origin}/ada/notes-of/1`)), 200, html);
    const { body } = await get('.amp');
    expect(body).toContain('words of another host');
    expect(body).toContain(`View on ${other.authority}`);
    expect(body).not.toContain(`View on ${upstream.authority}`);
  });

  it('is not believed when it serves the object of another host', async () => {
    upstream.json('/copy', { ...at(other), content: '<p>forged</p>' }, 200, activity);
    upstream.json(path, head(link('/copy')), 200, html);
    publish(other, { ...at(other), content: '<p>true</p>' });
    expect((await get('.amp')).body).toMatch(/true(?!.*forged)/s);
    other.json('/ada/notes-of/1', note, 200, activity);
    server.wait(100_000);
    upstream.json(`${path}2`, head(link('/copy')), 200, html);
    expect(await codeOf(`${upstream.origin}${path}2`)).toEqual([502, 'upstream_malformed']);
  });

  it('is followed once: never from page to page', async () => {
    upstream.json(path, head(link('/second/page')), 200, html);
    upstream.json('/second/page', head(link(path)), 200, html);
    expect(await codeOf()).toEqual([400, 'invalid_status_url']);
    expect(upstream.calls).toEqual([path, '/second/page']);
  });

  it('and leads inside is 502, and reaches nobody', async () => {
    const inside = await startUpstream();
    upstream.json(path, head(link(`${inside.origin}/note`)), 200, html);
    expect(await codeOf()).toEqual([502, 'upstream_malformed']);
    expect(inside.connections()).toBe(0);
    await inside.close();
  });
});

describe('a page that is no status', () => {
  const anyType = 'rel="alternate" type="application/json"';
  it.each<[string, string]>([
    ['an ordinary page', head('') + '<p>news'],
    ['what people wrote in it', `<title>x</title><p>${link('/ada/notes-of/1')}`],
    ['a comment', head(`<!-- ${link('/ada/notes-of/1')} -->`)],
    ['a script', head(`<script>"${link('/ada/notes-of/1')}"</script>`)],
    [
      'a script behind what closes none',
      head(`<script><!-- <script></script>${link('/ada/notes-of/1')}--></script>`),
    ],
    [
      'a script that is never closed',
      head(`<script>1<!--><!--\n<SCRIPT\n</script>${link('/ada/notes-of/1')}</script>`),
    ],
    ['what shows without scripts', head(`<noscript>${link('/ada/notes-of/1')}</noscript>`)],
    ['a name of another type', head(link('/ada/notes-of/1', anyType))],
    [
      'a name of another relation',
      head(link('/ada/notes-of/1', 'rel="canonical" type="application/activity+json"')),
    ],
    [
      'a name too far down',
      head(`<style>${'a'.repeat(600_000)}</style>${link('/ada/notes-of/1')}`),
    ],
    ['an address that is none', head(link('https://['))],
    ['another scheme', head(link('javascript:alert(1)'))],
    ['tags without end', '<meta '.repeat(60_000)],
    ['open tags', '<noscript>'.repeat(60_000)],
  ])('400: %s', async (_what, page) => {
    upstream.json(path, page, 200, html);
    expect(await codeOf()).toEqual([400, 'invalid_status_url']);
    for (const view of ['.amp', '/images/0', '/profile-image'])
      expect((await get(view)).statusCode).toBe(400);
    const oembed = await server.app.inject(
      `/oembed?url=${encodeURIComponent(upstream.origin + path)}`,
    );
    expect([oembed.statusCode, oembed.json().code]).toEqual([404, 'embed_not_found']);
    expect(upstream.calls).toEqual([path]);
  });

  it.each(['Person', 'Group', 'OrderedCollection', 'Playlist', 'Like', ['x'], {}, null])(
    '400: an object of the type %j',
    async (type) => {
      publish(upstream, { ...note, id: upstream.origin + path, type });
      expect(await codeOf()).toEqual([400, 'invalid_status_url']);
    },
  );

  it('is asked again after a minute', async () => {
    upstream.json(path, head(''), 200, html);
    expect((await get()).statusCode).toBe(400);
    upstream.json(path, note, 200, activity);
    expect((await get()).statusCode).toBe(400);
    server.wait(61);
    expect((await get()).statusCode).toBe(200);
  });

  it.each([
    [404, [404, 'status_not_found']],
    [410, [404, 'status_not_found']],
    [403, [503, 'instance_unwilling']],
    [500, [502, 'upstream_failed']],
  ])('its host replies %d', async (status, expected) => {
    upstream.json(path, {}, status);
    expect(await codeOf()).toEqual(expected);
  });

  it('400: an address of this server, which never asks itself', async () => {
    for (const address of [
      'https://embeds.example/x',
      'https://embeds.example/mastodon/https://a.example/b',
    ])
      expect(await codeOf(address)).toEqual([400, 'invalid_status_url']);
  });

  it('is unknown to the playground, which shows what is one', async () => {
    upstream.json(path, head(''), 200, html);
    const show = async (address: string) =>
      (await server.app.inject({ url: '/', query: { url: address } })).body;
    expect(await show(upstream.origin + path)).toContain('role="alert"');
    expect(await show(String(note['id']))).toContain('<embed-mastodon');
  });
});
