import { toEmbettyTweet } from '../embetty/embetty-tweet-mapping.js';
import { growthOf } from '../testing/growth.js';
import { toTweetJson } from './tweet-json-mapping.js';
import { toTweet } from './tweets.js';
import type { TweetSource } from './tweet.js';

const filled = (length: number, part: string) => part.repeat(length / part.length);
const posted = (text: string) => ({ id_str: '1', text });

/** As many as the limits let in of the longest text. */
const places = (size: number) =>
  Array.from({ length: size / 100 }, (_, at) => ({ text: 'ab', indices: [at * 7, at * 7 + 6] }));

const tagged = (size: number) => ({
  ...posted(filled(size, '&lt;ab ')),
  entities: { hashtags: places(size), symbols: places(size) },
});

const linked = (size: number, part: string) => {
  const urls = places(size).map((place) => ({ ...place, url: 'https://t.co/a' }));
  return { ...posted(filled(size, part)), entities: { urls, media: urls } };
};

const html = (paragraph: string) => ({ id: '1', html: `<blockquote><p lang="en">${paragraph}` });

type Case = readonly [string, TweetSource, (size: number) => unknown];

/** The worst that each mapping may meet. */
const worst: readonly Case[] = [
  ['escaped characters', 'syndication', (size) => posted(filled(size, '&amp;'))],
  ['half-written escapes', 'syndication', (size) => posted(filled(size, '&am'))],
  ['nothing but space', 'syndication', (size) => posted(filled(size, ' '))],
  ['a tag for each word', 'syndication', tagged],
  ['links on one another', 'syndication', (size) => linked(size, '&lt;ab ')],
  ['links to media at the end', 'syndication', (size) => linked(size, ' ')],
  [
    'links without entities',
    'api',
    (size) => ({ data: { id: '1', text: filled(size, 'https://t.co/a ') } }),
  ],
  [
    'one endless link',
    'api',
    (size) => ({ data: { id: '1', text: `https://t.co/${filled(size, 'a')}` } }),
  ],
  ['opened tags', 'oembed', (size) => html(filled(size, '<a '))],
  ['unended tags', 'oembed', (size) => html(filled(size, '<br'))],
  ['opened links', 'oembed', (size) => html(filled(size, '<a href="https://a.example">b'))],
  ['links in links', 'oembed', (size) => html(filled(size / 2, '<a>b') + filled(size / 2, '</a>'))],
  ['tags closed that were never open', 'oembed', (size) => html(filled(size, '<b></i>'))],
  ['paragraphs', 'oembed', (size) => html(filled(size, '<p>'))],
  ['line breaks', 'oembed', (size) => html(filled(size, '<br>'))],
];

// Characters. Of long posts half the limit: lists of this length and of twice it lie in memory of the same kind, where those of
// some 16,000 items are moved from one to another, which looks like growth.
const sizes = { syndication: 50_000, api: 50_000, oembed: 10_000 };

it.each(worst)('%s of %s: twice as much takes at most thrice as long', (_what, source, bodyOf) => {
  const map = (body: unknown) => {
    toTweetJson({ source, body });
    return toEmbettyTweet(toTweet({ source, body }));
  };
  expect(growthOf(bodyOf, map, sizes[source])).toBeLessThan(3);
});
