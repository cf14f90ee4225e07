import { load } from 'cheerio';
import { playRecording } from '../testing/recorded-upstreams.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

const site = 'https://embeds.example';

const ask = async (path: string, query: object = {}) => {
  const url = site + path;
  return (await server.app.inject({ url: '/oembed', query: { url, ...query } })).json();
};

const frameOf = async (path: string) => {
  const reply = await ask(path);
  const frame = load(reply.html)('iframe');
  return { reply, src: frame.attr('src') ?? '', height: Number(frame.attr('height')) };
};

it.each([
  ['bsky-drawn-thread', 'Post by Ada on Bluesky', 'embed-bluesky', 'href'],
  ['mastodon-drawn-thread', /^Post by Lena :sunny: on 127/, 'embed-mastodon', 'status'],
])(
  '%s: a thread, by the address of its page alone, in a frame as high as all of its posts',
  async (name, title, element, attribute) => {
    const page = playRecording(server.upstream, name);
    const [alone, whole] = [await frameOf(page.replace(/\.amp.*/, '')), await frameOf(page)];
    expect([alone, whole].map(({ src }) => src.endsWith('.amp?thread=1'))).toEqual([false, true]);
    expect(whole.height).toBeGreaterThan(alone.height + 250);
    expect(whole.reply.title).toEqual(
      typeof title === 'string' ? title : expect.stringMatching(title),
    );
    expect(whole.reply.height).toBe(whole.height);
    const { body } = await server.app.inject(whole.src.slice(site.length));
    expect(load(body)('.thread > li')).toHaveLength(4);
    const script = load((await ask(page, { html: 'script' })).html)(element);
    expect([script.attr('thread'), typeof script.attr(attribute)]).toEqual(['', 'string']);
  },
);
