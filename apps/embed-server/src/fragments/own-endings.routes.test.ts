import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  server.upstream.on('*', (_request, response, url) => {
    const id = `${server.upstream.origin}${url.pathname}`;
    const note = { '@context': 'https://www.w3.org/ns/activitystreams', type: 'Note', id };
    const content = `<p>of ${url.pathname}</p>`;
    const to = 'https://www.w3.org/ns/activitystreams#Public';
    const actor = { type: 'Person', id: `${server.upstream.origin}/ada`, preferredUsername: 'ada' };
    response.writeHead(200, { 'content-type': 'application/activity+json' });
    response.end(JSON.stringify({ ...note, content, to, attributedTo: actor }));
  });
});
afterAll(() => server.close());

const types = { JSON: 'application/json; charset=utf-8', HTML: 'text/html; charset=utf-8' };

/** Each spelling of an address, and what stands behind it in a path. */
const spellings: Readonly<Record<string, (address: string) => string>> = {
  encoded: encodeURIComponent,
  raw: (address) => address,
  merged: (address) => address.replace('://', ':/'),
};

describe.each(Object.entries(spellings))('an address that is %s', (_name, spell) => {
  it.each([
    ['/blog/a', '', 'JSON', '/blog/a'],
    ['/blog/a', '.html', 'HTML', '/blog/a'],
    ['/blog/a.html', '.html', 'HTML', '/blog/a.html'],
    ['/blog/a.html', '.amp', 'HTML', '/blog/a.html'],
    ['/blog/a.html.html', '.html', 'HTML', '/blog/a.html.html'],
    ['/blog/a.amp', '.html', 'HTML', '/blog/a.amp'],
    // Without more behind it, what ends like this is the fragment of a shorter address.
    ['/blog/b.html', '', 'HTML', '/blog/b'],
  ] as const)('%s with %s is %s of %s', async (page, ending, type, of) => {
    const reply = await server.app.inject(
      `/mastodon/${spell(server.upstream.origin + page)}${ending}`,
    );
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, types[type]]);
    expect(reply.body).toContain(`of ${of}<`);
  });

  it.each(['.html', '.amp', '.html.html', '.HTML'])(
    'with an encoded dot in %s is whole',
    async (ending) => {
      const encoded = ending.replace(/\.(?=[a-z]+$)/i, '%2E');
      for (const dot of [encoded, encoded.replace('%2E', '%2e'), `${encoded}/`]) {
        const path = `/mastodon/${spell(`${server.upstream.origin}/whole/a`)}${dot}`;
        const reply = await server.app.inject(path);
        expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, types.JSON]);
        expect(reply.body).toContain(`of /whole/a${ending}<`);
      }
    },
  );
});

it('and oEmbed reads its own addresses alike', async () => {
  const own = `https://embeds.example/mastodon/${encodeURIComponent(`${server.upstream.origin}/c`)}`;
  for (const [ending, of] of [
    ['.html', '/c'],
    ['%2Ehtml', '/c.html'],
    ['.html.html', '/c.html'],
  ]) {
    const url = encodeURIComponent(own + ending);
    const reply = await server.app.inject(`/oembed?url=${url}&html=script`);
    expect(reply.json<{ html: string }>().html).toContain(`of ${of}<`);
  }
});
