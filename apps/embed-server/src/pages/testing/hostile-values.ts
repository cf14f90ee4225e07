import fc from 'fast-check';
import { film, photo, statusMedia, tweet } from './samples.js';

/** Text that would leave its place, had it not been escaped. */
export const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></style></script><svg/onload=alert(1)>',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://x.com/',
  'data:text/html,<script>alert(1)</script>',
  'https://evil.example/"><script>alert(1)</script>',
  'https://evil.example/v.mp4 javascript:alert(1)',
  "https://evil.example/; script-src *; frame-src 'self'",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<a href="java&#10;script:alert(1)">x</a><a href=" javascript:alert(1)">y</a>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<p class="quote-inline" style="x" onclick="y">z</p><base href="//evil.example"><meta http-equiv=refresh content=0>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '\u0000\u202e\ud800 lone',
  '../../../etc/passwd',
  ...['', ' \u00a0', '\u200b', '\u3164', '<a href="https://a.example/">\u200b</a>'],
];

const strings = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }), fc.webUrl());
const numbers = fc.oneof(
  fc.constantFrom(0, -1, 1e308, 0.1, Number.NaN, Infinity, -0, 2 ** 53),
  fc.double(),
);
const dates = fc.oneof(fc.constant(new Date(Number.NaN)), fc.date());

/** The same shape with any number of its leaves replaced by hostile values of the same type, but for those of the names in `closed`. */
export function mutated<T>(value: T, closed: readonly string[], key = ''): fc.Arbitrary<T> {
  const wild = (replacement: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: replacement });
  const grown = () => {
    if (closed.includes(key)) return fc.constant(value);
    if (typeof value === 'string') return wild(strings);
    if (typeof value === 'number') return wild(numbers);
    if (typeof value === 'boolean') return fc.boolean();
    if (value instanceof Date) return wild(dates);
    if (Array.isArray(value))
      return fc.tuple(...value.map((item: unknown) => mutated(item, closed)));
    if (value === null || typeof value !== 'object') return fc.constant(value);
    const parts = Object.entries(value).map(([name, part]) => [name, mutated(part, closed, name)]);
    return fc.record(Object.fromEntries(parts) as Record<string, fc.Arbitrary<unknown>>);
  };
  return grown() as fc.Arbitrary<T>;
}

const link = { url: 'https://t.co/a', expandedUrl: 'https://a.example/', displayUrl: 'a.example' };
const image = { url: 'https://pbs.twimg.com/card_img/1', width: 800, height: 419, alt: 'Logo' };
/** A tweet with all parts. */
export const fullTweet = tweet({
  text: 'Hi @bob #tag $SYM https://t.co/a and more words',
  entities: [
    { kind: 'mention', name: 'bob', start: 3, end: 7 },
    { kind: 'hashtag', name: 'tag', start: 8, end: 12 },
    { kind: 'cashtag', name: 'SYM', start: 13, end: 17 },
    { kind: 'url', ...link, start: 18, end: 32 },
  ],
  media: [photo({ alt: 'alt' }), film],
  card: {
    url: 'https://a.example/',
    title: 't',
    description: 'd',
    domain: 'a',
    size: 'large',
    image,
  },
  poll: { options: [{ label: 'a', votes: 1 }], total: 2, endsAt: new Date(0), final: false },
  replyTo: { username: 'bob', tweetId: '1' },
  isLongCut: true,
});

/** All parts of a status. */
export const fullStatus = {
  contentHtml: '<p>Hello <a href="https://a.example/">a.example</a> :cog:</p>',
  emojis: [{ shortcode: 'cog', url: 'https://files.social.example/cog.png' }],
  spoiler: 'warning :cog:',
  media: [
    statusMedia({ alt: 'alt', focus: { x: 0.3, y: -1 } }),
    statusMedia({
      kind: 'video',
      playUrl: 'https://files.social.example/f.mp4',
      durationSeconds: 3,
    }),
    statusMedia({ kind: 'audio', playUrl: 'https://files.social.example/f.ogg', alt: 'birds' }),
    statusMedia({ kind: 'unknown', alt: 'a map' }),
  ],
  poll: {
    options: [{ label: 'a :cog:', votes: 1 }],
    votes: 2,
    voters: 2,
    multiple: true,
    expired: false,
    endsAt: { at: new Date(0), isDay: false },
  },
  card: {
    url: 'https://a.example/',
    title: 't',
    description: 'd',
    providerName: 'p',
    authorName: 'a',
    imageUrl: 'https://a.example/i.png',
    imageAlt: 'alt',
    width: 400,
    height: 200,
  },
};
