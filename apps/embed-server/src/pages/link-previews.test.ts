import { load } from 'cheerio';
import { playRecording } from '../testing/recorded-upstreams.js';
import { pictures } from '../testing/pictures.js';
import { sendFile } from '../testing/upstream-player.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { recordingNames } from '../testing/recordings.js';
import { linkPreviewReaders, type DiscoveredOembed } from './testing/link-previews.js';
import { absent, parts, withheld } from './testing/readings.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ TWITTER_BEARER_TOKEN: 'recorded', META_ACCESS_TOKEN: 'recorded' });
});
afterAll(() => server.close());
beforeEach(() => {
  server.upstream.reset();
  server.upstream.on('*', sendFile(pictures.png, 'image/png'));
});

const home = 'https://embeds.example';

async function open(path: string, status = 200) {
  const reply = await server.app.inject(path);
  expect(reply.statusCode).toBe(status);
  return reply.rawPayload;
}

/** As the page names it for discovery. */
async function discover(html: Buffer): Promise<DiscoveredOembed | null> {
  const href = load(html)('link[type="application/json+oembed"]').attr('href') ?? '';
  expect(href.startsWith(`${home}/oembed?url=`)).toBe(true);
  const reply = await server.app.inject(href.slice(home.length));
  return reply.statusCode === 200 ? reply.json() : null;
}

/** What each program shows of a page; the upstream's own address stands as `HOST`. */
async function previewsOf(html: Buffer, oembed: DiscoveredOembed | null) {
  return Object.entries(linkPreviewReaders).map(([program, read]) => {
    const preview = read(html, oembed);
    const image = preview?.image?.slice(home.length) ?? null;
    const { authority } = server.upstream;
    const title = preview?.title?.replaceAll(authority, 'HOST');
    return { program, title, description: preview?.description, image, whole: preview?.image };
  });
}

const none = [...absent, ...withheld, ...parts];
const shown = recordingNames().filter((name) => !none.includes(name));

it.each(shown)('%s: every program shows plain words, and no picture but ours', async (name) => {
  const html = await open(playRecording(server.upstream, name));
  for (const preview of await previewsOf(html, await discover(html))) {
    const { program, title, description, image, whole } = preview;
    expect([program, title, description]).toEqual([
      program,
      expect.any(String),
      expect.any(String),
    ]);
    for (const said of [title, description]) {
      expect([program, said]).toEqual([program, expect.stringMatching(/^[^\p{Cc}\ufffd]+$/u)]);
    }
    if (image === null) continue;
    expect(whole).toBe(home + image);
    const picture = await server.app.inject(image);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  }
});

const tables: Record<string, readonly [title: string, description: string, image: string | null]> =
  {
    'tweet-drawn-photos': ['Lena (@lena_hikes)', 'Four from the weekend', '/images/0?size=medium'],
    'mastodon-drawn-boost': [
      'According to HOST: Kai (@kai)',
      'The hut has fresh bread again. #hut',
      '/profile-image',
    ],
    'masto-emoji': [
      'halcy\u200b :icosahedron: (@halcy@HOST)',
      'Content warning: test post for mastodon.py stuff',
      null,
    ],
    'tweet-drawn-sensitive-gif': ['Omar (@omar_draws)', 'Found on the way down', null],
    'bsky-drawn-covered': [
      'Ada (@ada.example.org)',
      'Schöne 🏔️ Grüße von @omar.example.org: example.org/a/very/long/path?to=it #Berge',
      null,
    ],
    'bsky-video-tags': ['', '', '/images/0?size=medium'],
    'video-vimeo-api-v2': [
      'Wie geht eigentlich Softwareentwicklung? (Golo Roden) - enterJS 2017',
      'dpunkt.verlag · Vimeo',
      '/video/vimeo/223099532-poster-image?size=medium',
    ],
    'oembed-tiktok': [
      'Nuestro #AplausoSanitario más sincero. Para todos. Y recuerda, #Qu…',
      'Antena 3 Noticias · TikTok',
      '/thumbnail?size=small',
    ],
  };

it.each(Object.entries(tables))('%s: what the programs show', async (name, [title, words, end]) => {
  const html = await open(playRecording(server.upstream, name));
  const oembed = await discover(html);
  for (const { program, ...preview } of await previewsOf(html, oembed)) {
    // Matrix takes the title of oEmbed, which names the place.
    if (program !== 'Matrix')
      expect([program, preview.title]).toEqual([program, expect.stringContaining(title)]);
    expect([program, preview.description]).toEqual([program, expect.stringContaining(words)]);
    if (end === null) expect([program, preview.image]).toEqual([program, null]);
    else expect([program, preview.image?.endsWith(end)]).toEqual([program, true]);
  }
  const $ = load(html);
  expect($('meta[name=robots]').attr('content')).toBe('noindex');
  expect($('meta[property="og:video"]')).toHaveLength(0);
  expect($('meta[property="og:url"]').attr('content')).toBe($('link[rel=canonical]').attr('href'));
  expect(oembed?.thumbnail_url === undefined || end !== null).toBe(true);
});

it('a post for people who are signed in is a title and the reason, without a picture', async () => {
  const html = await open(playRecording(server.upstream, 'bsky-image-signed-in'), 403);
  for (const { program, title, description, image } of await previewsOf(html, null)) {
    expect([program, title, image]).toEqual([program, 'Bluesky', null]);
    expect(description).toContain('only to people who are signed in');
  }
  expect(load(html)('meta[name=robots]').attr('content')).toBe('noindex');
});
