import { propertySize } from '@triptych/testing/property-size';
import { load, type CheerioAPI } from 'cheerio';
import fc from 'fast-check';
import { toBlueskyPost } from '../bluesky/bluesky-mapping.js';
import type { BlueskyPost } from '../bluesky/bluesky-post.js';
import { readFragment } from '../fragments/testing/fragment-faults.js';
import type { Media } from '../media/media-item.js';
import { renderBlueskyPage } from '../pages/bluesky-page.js';
import { renderMediaPage } from '../pages/media-page.js';
import type { Page } from '../pages/page.js';
import { readable } from '../pages/readable-text.js';
import { renderStatusPage } from '../pages/status-page.js';
import { fullStatus, fullTweet } from '../pages/testing/hostile-values.js';
import { nameless } from '../pages/testing/nameless.js';
import {
  film,
  options,
  quotedStatus,
  status,
  statusOptions,
  statusUrl,
  tweet,
  video,
} from '../pages/testing/samples.js';
import { blanked } from '../pages/testing/unseen-values.js';
import { renderTweetPage } from '../pages/tweet-page.js';
import { renderVideoPage } from '../pages/video-page.js';
import { blueskyView } from '../testing/recorded-upstreams.js';
import { recording } from '../testing/recordings.js';
import {
  describeBlueskyPost,
  describeStatus,
  describeTweet,
  describeVideo,
} from './describe-embed.js';
import { describeMedia } from './describe-media.js';
import { embedFrame, embedScript } from './oembed-markup.js';

// Whatever an upstream says in letters that nobody sees: nothing that a reader finds by its name is without one.

const limits = { ...options, most: { width: 658, height: 3000 } };

interface Shown {
  readonly page: Page;
  readonly oembed: Pick<ReturnType<typeof describeTweet>, 'about' | 'quotation' | 'fragment'>;
}

/** What has a name, or is one. */
const named = [
  ...[
    'title',
    'h1',
    'summary',
    'button',
    'header bdi.name',
    '.card .title',
    '.poll li > span:first-child',
  ],
  ...['blockquote a', '.source', '.length', 'label', 'footer a'],
].join();

function unnamed($: CheerioAPI): string[] {
  const texts = $(named)
    .toArray()
    .filter((one) => readable($(one).text()) === null && $(one).find('img').length === 0);
  const labels = $('[aria-label], [title], meta[content]').toArray();
  const values = labels.flatMap((one) => {
    const value = $(one).attr('aria-label') ?? $(one).attr('title') ?? $(one).attr('content') ?? '';
    return readable(value) === null ? [`label ${$.html(one)}`] : [];
  });
  return [...nameless($), ...texts.map((one) => `no words ${$.html(one)}`), ...values];
}

function faultsOf({ page, oembed }: Shown): string[] {
  const { about, quotation, fragment } = oembed;
  const content = readFragment(fragment(limits));
  const inner = load(content('template').html() ?? '', null, false);
  const fields = Object.entries(about).filter(([, value]) => typeof value === 'string');
  const blank = fields.filter(([, value]) => readable(String(value)) === null);
  const preferences = { lang: undefined, theme: undefined };
  const element = { name: 'embed-tweet', attributes: {} } as never;
  const markup = [
    embedFrame('https://embeds.example/a', about.title, { width: 1, height: 1 }),
    embedScript({ element, preferences, quotation, publicUrl: 'https://embeds.example' }),
  ];
  return [
    ...unnamed(load(page.html)),
    ...unnamed(content),
    ...unnamed(inner),
    ...markup.flatMap((html) => unnamed(load(html))),
    ...blank.map(([name]) => `oEmbed ${name}`),
    ...(readable(quotation.source) === null ? ['the source of a quotation'] : []),
  ];
}

function alwaysNamed<T>(sample: T, closed: readonly string[], show: (value: T) => Shown): void {
  fc.assert(
    fc.property(blanked(sample, closed), (value) => {
      expect(faultsOf(show(value))).toEqual([]);
    }),
    propertySize(10),
  );
}

it('a tweet', () => {
  const sample = {
    ...fullTweet,
    quoted: tweet({ media: [film] }),
    repost: { id: '5', author: fullTweet.author },
  };
  const closed = ['kind', 'source', 'size', 'avatarShape', 'verified', 'id'];
  alwaysNamed(sample as typeof fullTweet, closed, (value) => ({
    page: renderTweetPage(value, options),
    oembed: describeTweet(value, limits),
  }));
});

it('a status', () => {
  const links =
    '<p>A <a href="https://a.example/">\u3164</a> <a href="https://b.example/">#\u2800</a></p>';
  const sample = status({
    ...{ ...fullStatus, quoted: quotedStatus({ ...fullStatus, contentHtml: links }) },
    boostedBy: status().author,
    replyTo: { acct: 'bob@b.example', url: 'https://b.example/@bob' },
  });
  alwaysNamed(sample, ['kind', 'host', 'statusUrl'], (value) => {
    const found = {
      value: () => value,
      statusUrl,
      copy: { about: '', body: Buffer.alloc(0) },
      maxAge: 1,
    };
    return { page: renderStatusPage(value, statusOptions), oembed: describeStatus(found, limits) };
  });
});

it.each(['bsky-drawn-arabic', 'bsky-drawn-covered', 'bsky-drawn-starter-pack', 'bsky-video-tags'])(
  'a Bluesky post like %s',
  (name) => {
    const sample = toBlueskyPost(blueskyView(recording(name))) as BlueskyPost;
    const closed = ['kind', 'verified', 'cover', 'quoteGap', 'did', 'rkey'];
    const address = { actor: 'ada.example.org', rkey: '3kaaa' };
    alwaysNamed(sample, closed, (value) => ({
      page: renderBlueskyPage(value, { ...options, address }),
      oembed: describeBlueskyPost(
        { value: () => value, address, copy: { about: '', body: Buffer.alloc(0) }, maxAge: 1 },
        limits,
      ),
    }));
  },
);

it.each(['youtube', 'vimeo', 'facebook'] as const)('a film on %s', (host) => {
  alwaysNamed(video({ host }), ['host', 'id', 'url'], (value) => ({
    page: renderVideoPage(value, { ...options, parameters: {} }),
    oembed: describeVideo({ value: () => value, copy: null, maxAge: 1 }, limits, {
      start: null,
      hash: null,
    }) as never,
  }));
});

it.each(['video', 'photo', 'link', 'rich'] as const)('a page of a provider, %s', (type) => {
  const media: Media = {
    ...{
      type,
      title: 'Talk',
      author: 'Ada',
      authorUrl: 'https://a.example/ada',
      provider: 'Films',
    },
    ...{ providerUrl: 'https://a.example/', page: 'https://a.example/1', width: 400, height: 300 },
    player: type === 'video' ? { address: 'https://a.example/player', parents: null } : null,
    ...{ pictures: ['https://a.example/1.jpg'], thumbnail: { width: 400, height: 300 } },
  };
  alwaysNamed(media, ['type', 'provider'], (value) => ({
    page: renderMediaPage(value, options),
    oembed: describeMedia(value, limits),
  }));
});
