import { load } from 'cheerio';
import { readFileSync, writeFileSync } from 'node:fs';
import { linkPreviewReaders, type DiscoveredOembed } from './pages/testing/link-previews.js';
import { pathOf } from './pages/testing/reading.js';
import { pictures } from './testing/pictures.js';
import { mediaPath } from './testing/oembed-providers.js';
import { playRecording } from './testing/recorded-upstreams.js';
import { createTestApp, type TestApp } from './testing/test-app.js';
import { sendFile } from './testing/upstream-player.js';

/** Where posts come from, and a recording of each that has pictures where the source tells any; the page of what needs none. */
const networks: readonly (readonly [network: string, recording: string])[] = [
  ['X, as its own embeds are fed', 'tweet-drawn-photos'],
  ['X, API v2', 'tweet-v2-tweet-with-photos'],
  ['X, oEmbed (text alone)', 'tweet-oembed'],
  ['Mastodon and what speaks its API', 'mastodon-drawn-films'],
  ['Akkoma, Pleroma', 'akkoma-drawn-quote'],
  ['Misskey', 'misskey-note'],
  ['ActivityPub: a note', 'ap-note'],
  ['ActivityPub: an article', 'ap-article'],
  ['ActivityPub: a poll', 'ap-question'],
  ['ActivityPub: a video (PeerTube)', 'ap-video'],
  ['Bluesky', 'bsky-drawn-gallery'],
  ['YouTube', 'video-youtube-oembed'],
  ['Vimeo', 'video-vimeo-api-v2'],
  ['Facebook', '/video/facebook/10156049485672318.amp'],
  ['CodePen', 'oembed-codepen'],
  ['Dailymotion', 'oembed-dailymotion'],
  ['Flickr', 'oembed-flickr'],
  ['Instagram (with a token)', 'oembed-instagram'],
  ['Reddit', 'oembed-reddit'],
  ['SoundCloud', 'oembed-soundcloud'],
  ['Spotify', 'oembed-spotify'],
  ['TED', 'oembed-ted'],
  ['Threads (with a token)', 'oembed-threads'],
  ['TikTok', 'oembed-tiktok'],
  ['Twitch', `${mediaPath('https://www.twitch.tv/videos/1234567890')}.amp`],
  ['another oEmbed provider, a link alone', 'oembed-link'],
];

const home = 'https://embeds.example';
const file = new URL('../../../docs/networks.md', import.meta.url);

const tokens = { TWITTER_BEARER_TOKEN: 'recorded', META_ACCESS_TOKEN: 'recorded' };

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp(tokens);
});
afterEach(() => server.close());

async function ask(path: string) {
  const { statusCode, headers, body } = await server.app.inject(path);
  const type = String(headers['content-type']).split(';')[0] ?? '';
  return { type: statusCode === 200 ? type : `${statusCode}`, body };
}

const yes = (isThere: boolean) => (isThere ? 'yes' : 'no');

/** Every picture of the page, all of which are ours. */
async function pictureCell(page: string): Promise<string> {
  const $ = load(page);
  const sources = [...$('img')].map(({ attribs }) => pathOf($, attribs['src']));
  if (sources.length === 0) return '–';
  const types = await Promise.all(sources.map(async (source) => (await ask(source)).type));
  return yes(types.every((type) => type.startsWith('image/')));
}

function previewCell(page: string, oembed: DiscoveredOembed | null): string {
  const previews = Object.values(linkPreviewReaders).map((read) => read(Buffer.from(page), oembed));
  if (!previews.every((preview) => preview?.title && preview.description)) return 'no';
  return previews.every((preview) => preview?.image) ? 'text, picture' : 'text';
}

async function rowOf(network: string, recording: string): Promise<readonly string[]> {
  server.upstream.reset();
  server.upstream.on('*', sendFile(pictures.png, 'image/png'));
  const isPage = recording.startsWith('/');
  const path = isPage ? recording : playRecording(server.upstream, recording);
  const json = await ask(path.replace('.amp', ''));
  const page = await ask(path);
  const fragment = await ask(path.replace('.amp', '.html'));
  const href = load(page.body)('link[type="application/json+oembed"]').attr('href') ?? '';
  const oembed = await ask(href.slice(home.length));
  const isOembed = oembed.type === 'application/json';
  return [
    network,
    yes(json.type === 'application/json'),
    yes(page.type === 'text/html' && load(page.body)('main').length === 1),
    await pictureCell(page.body),
    yes(isOembed && JSON.parse(oembed.body).type !== 'link'),
    yes(fragment.type === 'text/html' && fragment.body.includes('shadowrootmode')),
    previewCell(page.body, isOembed ? JSON.parse(oembed.body) : null),
  ];
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(rows[0]!), rule, ...rows.slice(1).map(line)].join('\n');
}

it('docs/networks.md says what each network gives in each form; UPDATE_NETWORKS=1 writes it', async () => {
  const rows = [['network', 'JSON', 'page', 'pictures', 'oEmbed', 'fragment', 'preview in chats']];
  for (const [network, recording] of networks) {
    // Twitch has no endpoint to play, and stands in the bundled registry alone.
    const isBundled = network === 'Twitch';
    const played = server;
    if (isBundled) server = await createTestApp({ OEMBED_PROVIDERS: '' }, played.upstream);
    rows.push([...(await rowOf(network, recording))]);
    if (isBundled) await server.stop();
    server = played;
  }
  expect(rows.filter((row) => row.includes('no'))).toEqual([]);
  const written = readFileSync(file, 'utf8');
  const document = written.replace(/^\|[^]*\|$/m, () => tableOf(rows));
  if (process.env['UPDATE_NETWORKS'] === '1') writeFileSync(file, document);
  else expect(written).toBe(document);
});
