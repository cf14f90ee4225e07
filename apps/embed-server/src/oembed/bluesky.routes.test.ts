import { load } from 'cheerio';
import { playRecording } from '../testing/recorded-upstreams.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

const ask = (url: string) => server.app.inject({ url: '/oembed', query: { url } });

describe('GET /oembed', () => {
  it('200: a post on Bluesky, by its addresses and that of its page', async () => {
    const path = playRecording(server.upstream, 'bsky-drawn-gallery');
    const page = decodeURIComponent(path.slice('/bluesky/'.length, -'.amp'.length));
    const [, did = '', key = ''] = /profile\/(.+)\/post\/(.+)$/.exec(page) ?? [];
    const uri = `at://${did}/app.bsky.feed.post/${key}`;
    for (const url of [
      page,
      uri,
      `https://embeds.example${path}`,
      `https://embeds.example/bluesky/${uri}`,
    ]) {
      const reply = (await ask(url)).json();
      expect(load(reply.html)('iframe').attr('src')).toBe(`https://embeds.example${path}`);
      expect(reply).toMatchObject({
        type: 'rich',
        title: 'Post by Ada on Bluesky',
        author_name: 'Ada',
        author_url: `https://bsky.app/profile/${did}`,
        provider_name: 'Bluesky',
        provider_url: 'https://bsky.app',
      });
    }
    const found = load((await server.app.inject(path)).body)(
      'link[type="application/json+oembed"]',
    );
    expect(new URL(found.attr('href') ?? '').searchParams.get('url')).toBe(page);
  });

  it.each([
    'https://bsky.app/',
    'https://bsky.app/profile/a.example.org/feed/a',
    'at://did:key:a/b/c',
  ])('404, and nobody is asked: %s', async (url) => {
    expect((await ask(url)).json().code).toBe('embed_not_found');
    expect(server.upstream.calls).toEqual([]);
  });
});
