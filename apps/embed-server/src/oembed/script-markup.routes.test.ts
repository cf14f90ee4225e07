import { load } from 'cheerio';
import { playRecording } from '../testing/recorded-upstreams.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp({ META_ACCESS_TOKEN: 'recorded' });
});
afterEach(() => server.close());

async function ask(name: string, more: Record<string, string> = {}) {
  const url = `https://embeds.example${playRecording(server.upstream, name)}`;
  const reply = await server.app.inject({
    url: '/oembed',
    query: { url, html: 'script', ...more },
  });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ html: string; type: string; height: number }>();
}

describe('GET /oembed?html=script', () => {
  it.each([
    ['tweet-drawn-photos', 'embed-tweet', 'Four from the weekend', 'Post by Lena on X'],
    ['bsky-drawn-gallery', 'embed-bluesky', 'All twenty ridges.', 'Post by Ada on Bluesky'],
    ['mastodon-drawn-boost', 'embed-mastodon', 'The hut has fresh bread again.', 'According to'],
    ['video-vimeo-api-v2', 'embed-video', 'dpunkt.verlag', 'Wie geht eigentlich'],
    ['oembed-tiktok', 'embed-media', 'Antena 3 Noticias', 'TikTok'],
  ])('200: the words of %s in <%s>, and the script of this server', async (name, tag, ...words) => {
    const $ = load((await ask(name)).html, null, false);
    const element = $(`${tag} > blockquote`);
    for (const said of words) expect(element.text()).toContain(said);
    expect(element.find('a').attr('href')).toMatch(/^https?:\/\//);
    expect($('script').attr()).toEqual({ type: 'module', src: 'https://embeds.example/embed.js' });
    expect($('iframe,style,[style],[onload]')).toHaveLength(0);
  });

  it('200: behind a warning, the warning alone', async () => {
    const $ = load((await ask('masto-emoji')).html);
    expect($('blockquote p').text()).toBe('test post for mastodon.py stuff');
  });

  it('200: hands the preferences on, and escapes what a post says', async () => {
    const tweet = server.upstream.fixture('tweet-syn-photo') as { id_str: string };
    server.upstream.json('/tweet-result', {
      ...tweet,
      text: '<script>alert(1)</script> "&amp;',
      entities: {},
      display_text_range: [0, 40],
    });
    const query = {
      url: `https://x.com/a/status/${tweet.id_str}`,
      html: 'script',
      theme: 'dark',
      lang: 'de',
    };
    const { html } = (await server.app.inject({ url: '/oembed', query })).json<{ html: string }>();
    const $ = load(html, null, false);
    expect($('script')).toHaveLength(1);
    expect($('p').text()).toContain('<script>alert(1)</script>');
    expect($('embed-tweet').attr()).toMatchObject({ theme: 'dark', lang: 'de' });
  });

  it('200: a frame where anything else is asked for', async () => {
    expect((await ask('tweet-drawn-photos', { html: 'frame' })).html).toMatch(/^<iframe /);
  });
});
