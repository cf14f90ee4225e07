import { createTestApp, type TestApp } from '../testing/test-app.js';
import { growthOf, repeated } from '../testing/growth.js';
import { endpointOf, mediaPath } from '../testing/oembed-providers.js';
import { pictures } from '../testing/pictures.js';
import { sendFile } from '../testing/upstream-player.js';
import { faults } from '../pages/testing/reading.js';
import { parsePlayer } from './parse-player.js';
import { loadProviders } from './providers.files.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
beforeEach(() => server.upstream.reset());
afterAll(() => server.closeAsForeseen());

let serial = 0;
/** A page of its own, since failures are remembered. */
function nextPage(): string {
  serial += 1;
  return `https://codepen.io/a/pen/${serial}`;
}

const honest = { version: '1.0', type: 'rich', title: 'a', width: 640, height: 400 };
const frame = (src: string, more = '') => `<iframe src="${src}" ${more}></iframe>`;

async function pageOf(reply: unknown) {
  const page = nextPage();
  server.upstream.json(endpointOf(page), reply);
  const { statusCode, body, headers } = await server.app.inject(`${mediaPath(page)}.amp`);
  return {
    statusCode,
    body,
    contentSecurityPolicy: String(headers['content-security-policy']),
    page,
  };
}

async function jsonOf(reply: unknown) {
  const page = nextPage();
  server.upstream.json(endpointOf(page), reply);
  const { statusCode, ...response } = await server.app.inject(mediaPath(page));
  return { statusCode, json: response.json<Record<string, unknown>>() };
}

it('shows a player of the provider', async () => {
  const { body } = await pageOf({ ...honest, html: frame('https://codepen.io/a/embed/b') });
  expect(body).toContain('data-play="sandbox" data-source="https://codepen.io/a/embed/b"');
});

it.each([
  ['twice', frame('https://codepen.io/a') + frame('https://codepen.io/a')],
  [
    'for those without scripts',
    `${frame('https://codepen.io/a')}<noscript>${frame('https://codepen.io/a')}</noscript>`,
  ],
])('shows a player that stands there %s', async (_what, html) => {
  expect((await pageOf({ ...honest, html })).body).toContain('data-source="https://codepen.io/a"');
});

it('knows a type in capitals, and a picture without a scheme', async () => {
  const html = frame('https://codepen.io/a');
  const { json } = await jsonOf({ ...honest, type: 'Video', html, thumbnail_url: '//b.example/c' });
  expect(json).toMatchObject({ type: 'video', thumbnail_url: 'https://b.example/c' });
});

it('names the picture of a page that has no player', async () => {
  const thumbnail = 'https://shots.codepen.io/a.png';
  const sized = { thumbnail_url: thumbnail, thumbnail_width: 320, thumbnail_height: 240 };
  const page = await pageOf({ ...honest, title: 'A loom', html: '<p>None</p>', ...sized });
  expect(faults({ html: page.body, ...page })).toEqual([]);
  expect(page.body).toMatch(/<a class="media one"[^>]*><img [^>]*alt="A loom"/);
});

it.each([
  ['of another host', frame('https://evil.example/')],
  ['of a host that ends alike', frame('https://evilcodepen.io/')],
  ['of a host that begins alike', frame('https://codepen.io.evil.example/')],
  ['behind a name', frame('https://codepen.io@evil.example/')],
  ['with a name', frame('https://a:b@codepen.io/')],
  ['at a port', frame('https://codepen.io:8443/')],
  ['without TLS', frame('http://codepen.io/')],
  ['that is a script', frame('javascript:alert(1)')],
  ['that is a script, with a line break', frame('java&#10;script:alert(1)')],
  ['that is data', frame('data:text/html,a')],
  ['that is a blob', frame('blob:https://codepen.io/1')],
  ['of a private address', frame('https://10.0.0.1/')],
  ['of our own', frame('https://embeds.example/media/a.amp')],
  ['without a scheme', frame('/media/a.amp')],
  [
    'with a document of its own',
    frame('https://codepen.io/a', 'srcdoc="<script>alert(1)</script>"'),
  ],
  ['that ends the policy', frame("https://codepen.io;script-src'self'/")],
  ['that is not alone', frame('https://codepen.io/a') + frame('https://codepen.io/b')],
  ['among a thousand', frame('https://codepen.io/a').repeat(1000)],
  ['behind a thousand tags', '<b>'.repeat(1000) + frame('https://codepen.io/a')],
  ['in a comment', `<!-- ${frame('https://codepen.io/a')} -->`],
  ['in a script', `<script>${frame('https://codepen.io/a')}</script>`],
  ['that has no address', '<iframe></iframe>'],
  ['that is longer than an address', frame(`https://codepen.io/${'a'.repeat(3000)}`)],
])('a frame %s becomes no player', async (_name, html) => {
  const found = await pageOf({ ...honest, html });
  expect(found.statusCode).toBe(200);
  expect(found.body).not.toContain('data-source');
  expect(found.contentSecurityPolicy).not.toContain('frame-src');
  expect(found.body).toContain(`href="${found.page}"`);
  expect(faults({ html: found.body, ...found })).toEqual([]);
});

const script = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

it('shows scripts as text, wherever they stand', async () => {
  const found = await pageOf({
    ...honest,
    title: script,
    author_name: script,
    author_url: 'javascript:alert(1)',
    provider_name: script,
    provider_url: 'javascript:alert(1)',
    thumbnail_url: 'javascript:alert(1)',
    html: `${script}${frame('https://codepen.io/a', `onload="alert(1)" name='${script}'`)}`,
  });
  expect(faults({ html: found.body, ...found })).toEqual([]);
  expect(found.body).not.toContain('javascript:');
  expect(found.body).toContain('data-source="https://codepen.io/a"');
});

it('names the provider as the registry does', async () => {
  const { body } = await pageOf({
    ...honest,
    provider_name: 'Your bank',
    html: frame('https://codepen.io/a'),
  });
  expect(body).not.toContain('Your bank');
  expect(body).toContain('CodePen');
});

it.each([
  ['of no known type', { ...honest, type: 'script' }],
  ['without a type', { version: '1.0', title: 'a' }],
  ['whose type is a name of the language', { ...honest, type: '__proto__' }],
  ['of another version', { ...honest, version: '2.0' }],
  ['that is a list', [honest]],
  ['that is null', 'null'],
  ['that is a page', pictures.html.toString()],
  ['that is nested too deep', '['.repeat(100_000)],
  ['of too many values', JSON.stringify(Array.from({ length: 50_000 }, () => 1))],
])('a reply %s is 502', async (_name, reply) => {
  const { statusCode, json } = await jsonOf(reply);
  expect([statusCode, json['code']]).toEqual([502, 'upstream_malformed']);
});

it('a reply of ten megabytes is 502', async () => {
  const { statusCode, json } = await jsonOf({ ...honest, html: 'a'.repeat(10_000_000) });
  expect([statusCode, json['code']]).toEqual([502, 'response_too_large']);
});

it('drops what is of another type, and cuts what is too long', async () => {
  const { json } = await jsonOf({
    ...{ version: 1, type: 'video', html: frame('https://codepen.io/a'), title: { a: 1 } },
    ...{ author_name: 'a'.repeat(100_000), author_url: ['https://a.example'], cache_age: '60.5' },
    ...{ thumbnail_url: 'https://a.example/a.png', thumbnail_width: -1, thumbnail_height: 20 },
    ...{ width: '100%', height: '360', secret: 1, ['__proto__']: 2, url: 'https://a.example/' },
  });
  expect(json).toEqual({
    ...{ type: 'video', version: '1.0', html: frame('https://codepen.io/a') },
    author_name: `${'a'.repeat(499)}…`,
    ...{ provider_name: 'CodePen', provider_url: 'https://codepen.io', cache_age: 60 },
    ...{ thumbnail_url: 'https://a.example/a.png', height: 360 },
  });
});

it.each([
  ['a photo without an address', { type: 'photo', html: 'a' }],
  ['a photo at a script', { type: 'photo', url: 'javascript:alert(1)' }],
  ['a video without HTML', { type: 'video', url: 'https://a.example/' }],
  ['HTML of more than 64 KiB', { type: 'rich', html: 'a'.repeat(70_000) }],
])('%s is a link', async (_name, reply) => {
  const { json } = await jsonOf({ version: '1.0', title: 'a', ...reply });
  expect(json).toEqual({
    ...{ type: 'link', version: '1.0', title: 'a' },
    ...{ provider_name: 'CodePen', provider_url: 'https://codepen.io' },
  });
});

it('asks no other host on the word of a provider', async () => {
  const page = nextPage();
  const { hostname, port } = new URL(server.upstream.origin);
  server.upstream.on(endpointOf(page), (_request, response) =>
    response.writeHead(302, { location: `http://localhost:${port}/elsewhere` }).end(),
  );
  expect(hostname).toBe('127.0.0.1');
  const own = await createTestApp(
    { OUTBOUND_ALLOW_HOSTS: `127.0.0.1:${port},localhost:${port}` },
    server.upstream,
  );
  const { statusCode, ...reply } = await own.app.inject(mediaPath(page));
  await own.stop();
  expect([statusCode, reply.json<{ code: string }>().code]).toEqual([502, 'redirect_refused']);
  expect(server.upstream.calls.filter((call) => call.includes('elsewhere'))).toEqual([]);
});

it.each(['http://10.0.0.1/a.png', 'https://169.254.169.254/latest', 'http://[::1]/a.png'])(
  'a thumbnail at %s is not fetched',
  async (thumbnail_url) => {
    const page = nextPage();
    server.upstream.json(endpointOf(page), {
      ...honest,
      html: frame('https://codepen.io/a'),
      thumbnail_url,
    });
    const { statusCode } = await server.app.inject(`${mediaPath(page)}/thumbnail`);
    expect([400, 502]).toContain(statusCode);
  },
);

it('a thumbnail that is a page is not sent', async () => {
  const page = nextPage();
  const { origin } = server.upstream;
  server.upstream.json(endpointOf(page), {
    ...honest,
    type: 'link',
    thumbnail_url: `${origin}/media/a`,
  });
  server.upstream.on('/media/a', sendFile(pictures.html, 'image/png'));
  const { statusCode } = await server.app.inject(`${mediaPath(page)}/thumbnail`);
  expect(statusCode).toBe(502);
});

describe('the work is linear in the HTML', () => {
  const page = 'https://codepen.io/a/pen/b';
  const provider = loadProviders(undefined, () => false)(new URL(page));
  if (provider === null) throw new Error('no provider');
  it.each([
    ...['<b>', '<', '<iframe', '<iframe ', '<!--', '<b a=', '&', '<script>', '</b>', '<b/>'],
    ...['<a b="', "<a b='", '<![CDATA[', '<?', '<iframe src="a">', '<title>'],
  ])('%j', (piece) => {
    const work = (html: string) => parsePlayer(html, page, provider);
    expect(growthOf((size) => repeated(piece, size), work, 500_000)).toBeLessThan(3);
  });
});
