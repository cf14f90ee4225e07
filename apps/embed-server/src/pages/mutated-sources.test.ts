import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { recordedLines, recordingLogger } from '@triptych/testing';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { mutated } from '../testing/mutations.js';
import { blueskyView, playBlueskyPost } from '../testing/recorded-upstreams.js';
import {
  endpointOf,
  mediaPath,
  oembedAt,
  pagesOf,
  type OembedRecording,
} from '../testing/oembed-providers.js';
import { pictures } from '../testing/pictures.js';
import { sendFile, startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';
import { fragmentFaults } from '../fragments/testing/fragment-faults.js';
import { faults } from './testing/reading.js';

let server: TestApp;
let upstream: UpstreamPlayer;
beforeAll(async () => {
  upstream = await startUpstream();
  const { logger } = recordingLogger();
  server = await createTestApp({ TWITTER_BEARER_TOKEN: 'recorded' }, upstream, { logger });
});
afterAll(async () => {
  await server.settled();
  await server.close();
  await upstream.close();
});

// Each turn has an id of its own: a kept copy would stand in for what fails.
let turn = 0;
const nextId = () => String(1_000_000_000_000_000_000n + BigInt((turn += 1)));
const failing = (...paths: string[]) => paths.forEach((path) => upstream.json(path, {}, 404));

interface Source {
  /** Read when the upstream is there: media URLs point to it. */
  readonly sample: () => unknown;
  /** What the answer is not known by without. */
  readonly kept: readonly string[];
  /** Lets the upstream say it; gives the page's path without `.amp`, and those of the images below it. */
  readonly play: (body: unknown) => readonly [string, ...string[]];
}

const tweetImages = ['/profile-image', '/images/0', '/link-image', '/quoted/images/0'];

const syndicated = (name: string): Source => ({
  sample: () => upstream.fixture(name),
  kept: ['id_str'],
  play(body) {
    upstream.json('/tweet-result', body);
    return [`/tweet/${nextId()}`, ...tweetImages];
  },
});

const ofApi = (name: string): Source => ({
  sample() {
    const { data, ...rest } = upstream.fixture(name) as { data: readonly object[] };
    return { data: data[0], ...rest };
  },
  kept: ['id'],
  play(body) {
    const id = nextId();
    failing('/tweet-result');
    upstream.json(`/2/tweets/${id}`, body);
    return [`/tweet/${id}`, ...tweetImages];
  },
});

/** The name of the post is what was asked for, and is kept in one half; whatever else it is, is refused. */
const ofBluesky = (name: string): Source => ({
  sample: () => blueskyView(upstream.fixture(name)),
  kept: ['uri'],
  play(body) {
    const key = nextId();
    const { uri } = blueskyView(upstream.fixture(name));
    const did = uri.split('/')[2] ?? '';
    const asked = `at://${did}/app.bsky.feed.post/${key}`;
    playBlueskyPost(upstream, isAsked(body, uri) ? { ...body, uri: asked } : body);
    return [`/bluesky/${did}/${key}`, ...tweetImages, '/quoted/profile-image'];
  },
});

function isAsked(body: unknown, uri: string): body is object {
  return typeof body === 'object' && body !== null && 'uri' in body && body.uri === uri;
}

const ofProvider = (name: OembedRecording): Source => ({
  sample: () => oembedAt(upstream.origin, name),
  kept: [],
  play(body) {
    const page = `${pagesOf[name]}/${nextId()}`;
    upstream.json(endpointOf(page), body);
    return [mediaPath(page), '/thumbnail'];
  },
});

const sources: Readonly<Record<string, Source>> = {
  'the syndication endpoint, with a card': syndicated('tweet-syn-card-summary-large-image'),
  'the syndication endpoint, with a quote': syndicated('tweet-syn-quote-tweet'),
  'the syndication endpoint, with a film': syndicated('tweet-drawn-film'),
  'the syndication endpoint, with a poll': syndicated('tweet-drawn-poll'),
  'API v2, with a quote': ofApi('tweet-v2-quote-tweet'),
  'API v2, with a repost': ofApi('tweet-v2-retweet'),
  'API v2, with pictures': ofApi('tweet-v2-tweet-with-photos'),
  "X's oEmbed": {
    sample: () => upstream.fixture('tweet-oembed'),
    kept: ['html'],
    play(body) {
      const id = nextId();
      upstream.json('/tweet-result', {}, 500);
      upstream.json(`/2/tweets/${id}`, {}, 500);
      upstream.json('/oembed', body);
      return [`/tweet/${id}`];
    },
  },
  'Bluesky, with a gallery': ofBluesky('bsky-drawn-gallery'),
  'Bluesky, with a film and tags': ofBluesky('bsky-video-tags'),
  'Bluesky, with a quote and pictures': ofBluesky('bsky-record-with-media'),
  'Bluesky, with a quote and a card': ofBluesky('bsky-drawn-arabic'),
  'Bluesky, with a starter pack': ofBluesky('bsky-drawn-starter-pack'),
  'Bluesky, with a list': ofBluesky('bsky-drawn-list'),
  'an oEmbed provider, with a frame': ofProvider('oembed-codepen'),
  'an oEmbed provider, with a script': ofProvider('oembed-tiktok'),
  'an oEmbed provider, with a photo': ofProvider('oembed-flickr'),
  "Vimeo's own API": {
    sample: () => (upstream.fixture('video-vimeo-api-v2') as { body: unknown }).body,
    kept: ['title'],
    play(body) {
      const id = nextId();
      upstream.json(`/api/v2/video/${id}.json`, body);
      failing('/api/oembed.json');
      return [`/video/vimeo/${id}`, '-poster-image'];
    },
  },
  "Vimeo's oEmbed": {
    sample: () => upstream.fixture('video-vimeo-oembed-2'),
    kept: [],
    play(body) {
      const id = nextId();
      failing(`/api/v2/video/${id}.json`);
      upstream.json('/api/oembed.json', body);
      return [`/video/vimeo/${id}`, '-poster-image'];
    },
  },
  "YouTube's oEmbed": {
    sample: () => upstream.fixture('video-youtube-oembed'),
    kept: [],
    play(body) {
      upstream.json('/oembed', body);
      return [`/video/youtube/${nextId().slice(-11)}`, '-poster-image'];
    },
  },
};

// What nobody threw on purpose; errors of the service have names of their own.
const ownFault = /"type":"(?:Type|Range|Reference|Syntax|URI|)Error"/;

/** Statuses that blame the other server, or say that there is nothing. */
const blameless = [200, 404, 502, 503];

describe.each(Object.entries(sources))('whatever %s says', (_name, { sample, kept, play }) => {
  it('is no fault of ours, and a sound page', async () => {
    let pages = 0;
    const responses = fc.oneof(mutated(sample(), kept), mutated(sample()));
    await fc.assert(
      fc.asyncProperty(responses, async (body) => {
        upstream.reset();
        upstream.on('*', sendFile(pictures.png, 'image/png'));
        const [path, ...images] = play(body);
        for (const rest of ['', '.amp', '.html', ...images]) {
          const response = await server.app.inject(path + rest);
          expect(blameless).toContain(response.statusCode);
          if (response.statusCode !== 200) continue;
          if (rest === '.html') expect(fragmentFaults(response.body)).toEqual([]);
          if (rest !== '.amp') continue;
          pages += 1;
          const contentSecurityPolicy = String(response.headers['content-security-policy']);
          expect(faults({ html: response.body, contentSecurityPolicy })).toEqual([]);
        }
      }),
      propertySize(40),
    );
    expect(pages).toBeGreaterThan(8);
    expect(recordedLines().filter((line) => ownFault.test(line))).toEqual([]);
  });
});
