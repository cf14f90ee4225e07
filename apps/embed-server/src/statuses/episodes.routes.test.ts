import { load } from 'cheerio';
import { type Sample, publish, sampleAt } from '../testing/fediverse.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

let server: TestApp;
let upstream: UpstreamPlayer;
beforeEach(async () => {
  upstream = await startUpstream();
  server = await createTestApp({}, upstream);
  upstream.on('*', (_request, response) => response.writeHead(404).end());
  const podcast = { ...sampleAt(upstream.origin, 'ap-actor'), type: 'Podcast', name: 'On looms' };
  publish(upstream, { ...podcast, id: `${upstream.origin}/@looms` });
});
afterEach(() => server.close());

const path = '/@looms/episodes/the-first-one';

/** Written by us, in the shape that Castopod sends. */
function episode(): Sample {
  const { origin } = upstream;
  return {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: origin + path,
    type: 'PodcastEpisode',
    published: '2025-08-17T12:20:44+00:00',
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    cc: [`${origin}/@looms/followers`],
    attributedTo: `${origin}/@looms`,
    comments: `${origin}${path}/comments`,
    description: {
      type: 'Note',
      mediaType: 'text/markdown',
      content: 'Of **cards**.',
      contentMap: { de: '<p>Of <strong>cards</strong>.</p>' },
    },
    image: { type: 'Image', mediaType: 'image/jpeg', url: `${origin}/media/cover_feed.jpg` },
    audio: {
      id: `${origin}/audio/@looms/the-first-one.mp3`,
      type: 'Audio',
      name: 'Ada &amp; the &quot;loom&quot;',
      size: 1_234_567,
      duration: 1865.4,
      url: {
        href: `${origin}/audio/@looms/the-first-one.mp3`,
        type: 'Link',
        mediaType: 'audio/mpeg',
      },
      transcript: `${origin}/media/t.srt`,
    },
  };
}

const get = (rest = '', at = path) =>
  server.app.inject(`/mastodon/${encodeURIComponent(upstream.origin + at)}${rest}`);
const json = { 'content-type': 'application/json; charset=UTF-8' };

describe('an episode of Castopod', () => {
  it.each([
    ['application/json', 'application/json; charset=UTF-8'],
    ['application/activity+json', 'application/activity+json'],
  ])('is a sound with title, text and cover, as %s', async (_what, type) => {
    upstream.json(path, episode(), 200, { 'content-type': type });
    const { media_attachments: media, ...status } = (await get()).json();
    expect(status).toMatchObject({ uri: upstream.origin + path, language: 'de' });
    expect(media).toMatchObject([
      {
        type: 'audio',
        url: `${upstream.origin}/audio/@looms/the-first-one.mp3`,
        preview_url: `${upstream.origin}/media/cover_feed.jpg`,
      },
    ]);
    const $ = load((await get('.amp')).body);
    expect($('article').text()).toMatch(/On looms.*Ada & the "loom"Of cards\..*31:05/s);
    expect($('.text strong').last().text()).toBe('cards');
    expect($('[data-source]').attr('data-source')).toBe(media[0].url);
    expect($('.sound img').attr('src')).toContain('images/0');
    expect($('audio, video, source')).toHaveLength(0);
  });

  it('has its text where that is Markdown alone', async () => {
    const { description, ...rest } = episode();
    const alone = { ...(description as Sample), contentMap: undefined };
    upstream.json(path, { ...rest, description: alone }, 200, json);
    expect((await get()).json().content).toContain('<p>Of <strong>cards</strong>.</p>');
  });

  it.each<[string, (origin: string) => Sample]>([
    ['of another podcast', (origin) => ({ attributedTo: `${origin}/@cards` })],
    ['with the address of another', (origin) => ({ id: `${origin}/@looms/episodes/two` })],
    ['that is a note', () => ({ type: 'Note', content: 'Forged' })],
  ])('is none when it is JSON %s', async (_what, change) => {
    upstream.json(path, { ...episode(), ...change(upstream.origin) }, 200, json);
    expect((await get()).statusCode).toBe(400);
  });

  it('is none when it is JSON at any other address', async () => {
    for (const at of [
      '/files/@looms/episodes/one',
      '/@looms/episodes/one.json',
      '/@looms/files/one',
    ]) {
      upstream.json(at, { ...episode(), id: upstream.origin + at }, 200, json);
      expect([at, (await get('', at)).statusCode]).toEqual([at, 400]);
    }
  });

  it.each([['{'], ['[]'], ['"an episode"'], ['{"type":"PodcastEpisode"}']])(
    'may be broken: %s',
    async (body) => {
      upstream.json(path, body, 200, json);
      expect([400, 502]).toContain((await get()).statusCode);
    },
  );
});
