import { event, oddTimes, told } from './odd-times.js';
import { host } from './program.js';

// Objects of ActivityPub as no program of ours would write them, and some do.

const picture = { type: 'Image', url: `${host}/m/a.png` };
const link = (path: string, mediaType?: string, more: object = {}) => ({
  type: 'Link',
  href: host + path,
  mediaType,
  ...more,
});
const html = link('/page', 'text/html');
export const note = (more: object) => ({ type: 'Note', content: '<p>words</p>', ...more });
const attached = (...attachment: unknown[]) => note({ attachment });
const sound = (more: object) => ({ type: 'Audio', name: 'T', content: 'words', ...more });
export const question = (...oneOf: unknown[]) => ({ type: 'Question', content: 'words', oneOf });
const media = (type: string, path: string, more: object = {}) => ({
  media_attachments: [{ type, url: host + path, ...more }],
});
const described = { media_attachments: [{ description: 'a loom' }] };
const choices = { poll: { options: [{ title: 'warp' }, { title: 'weft' }] } };
const quoting = {
  quote: { state: 'accepted', quoted_status: { content: '<p>the quoted</p>' } },
};

/** What is sent, and what is told of it. */
export const oddObjects: readonly (readonly [what: string, own: object, told: object])[] = [
  [
    'texts in lists, by language',
    { type: 'Note', contentMap: { de: ['<p>x</p>'] } },
    { content: '<p>x</p>', language: 'de' },
  ],
  ['a name by language', { type: 'Article', nameMap: { de: 'T' }, content: '<p>x</p>' }, told('x')],
  [
    'a media type in capitals',
    note({ mediaType: 'Text/HTML; charset=utf-8' }),
    { content: '<p>words</p>' },
  ],
  [
    'the media type of a file',
    { type: 'Video', name: 'T', mediaType: 'video/mp4', content: '<p>x</p>' },
    told('x'),
  ],
  [
    'what was written alone',
    { type: 'Note', source: { content: '**x**', mediaType: 'text/markdown' } },
    { content: '<p><strong>x</strong></p>' },
  ],
  [
    'words that are plain, written alone',
    { type: 'Note', source: { content: 'a < b' } },
    { content: '<p>a &lt; b</p>' },
  ],
  [
    'a warning in HTML',
    note({ summary: '<p>cake &amp; more</p>' }),
    { spoiler_text: 'cake & more' },
  ],
  [
    'a warning in words that are bold',
    note({ summary: '<b>cake</b> &amp; more' }),
    { spoiler_text: 'cake & more' },
  ],
  ['a warning of a line', note({ summary: 'cake<br/>more' }), { spoiler_text: 'cake more' }],
  ['a warning with signs', note({ summary: 'a < b & c > d' }), { spoiler_text: 'a < b & c > d' }],
  ['a description by language', attached({ ...picture, nameMap: { en: 'a loom' } }), described],
  [
    'a description by language as a summary',
    attached({ ...picture, summaryMap: { en: 'a loom' } }),
    described,
  ],
  ['a description in lists', attached({ ...picture, name: ['a loom', 'x'] }), described],
  [
    'a picture of a type in capitals',
    attached({ type: 'Document', mediaType: 'Image/PNG', url: `${host}/m/a` }),
    media('image', '/m/a'),
  ],
  [
    'a picture behind its page',
    attached({ type: 'Image', url: [html, link('/m/a.png', 'image/png', { width: 9 })] }),
    media('image', '/m/a.png', { meta: { original: { width: 9 } } }),
  ],
  [
    'a post that is a picture behind its page',
    { type: 'Image', url: [html, link('/m/a.png', 'image/png')] },
    media('image', '/m/a.png'),
  ],
  [
    'a film in several sizes',
    attached({
      type: 'Document',
      url: [240, 720, 2160].map((height) => link(`/m/${height}.mp4`, 'video/mp4', { height })),
    }),
    media('video', '/m/720.mp4'),
  ],
  [
    'a film behind its playlist',
    attached({
      type: 'Video',
      url: [link('/m/a.m3u8', 'application/x-mpegURL'), link('/m/b.mp4', 'video/mp4')],
    }),
    media('video', '/m/b.mp4'),
  ],
  [
    'pictures in a collection',
    note({ attachment: { type: 'Collection', items: [picture] } }),
    media('image', '/m/a.png'),
  ],
  [
    'pictures in an ordered collection',
    attached({ type: 'OrderedCollection', orderedItems: [picture] }),
    media('image', '/m/a.png'),
  ],
  [
    'a picture at a relative address',
    attached({ type: 'Image', url: '/m/a.png' }),
    media('image', '/m/a.png'),
  ],
  [
    'a list of relative addresses',
    { type: 'Article', name: 'T', image: ['/m/a.png'] },
    media('image', '/m/a.png'),
  ],
  ['a page at a relative address', note({ url: '/@ada/1' }), { url: `${host}/@ada/1` }],
  [
    'a page that is attached as one',
    attached({ type: 'Page', url: `${host}/page`, name: 'Looms' }),
    { card: { url: `${host}/page`, title: 'Looms' } },
  ],
  [
    'an article that is attached',
    attached({ type: 'Article', url: `${host}/page`, name: 'Looms' }),
    { card: { title: 'Looms' } },
  ],
  [
    'authors at other hosts',
    note({ attributedTo: ['https://other.example/eve', `${host}/ada`] }),
    { account: { id: `${host}/ada` } },
  ],
  ['a quote that is a Link', note({ quote: { type: 'Link', href: `${host}/quoted` } }), quoting],
  [
    'a quote by all its names',
    note(
      Object.fromEntries(
        ['quote', 'quoteUrl', 'quoteUri', '_misskey_quote'].map((name) => [name, `${host}/quoted`]),
      ),
    ),
    quoting,
  ],
  ['choices that are words', question('warp', 'weft'), choices],
  ['choices that are contents', question({ content: '<p>warp</p>' }, { content: 'weft' }), choices],
  [
    'choices by language',
    question({ nameMap: { en: 'warp' } }, { nameMap: { en: 'weft' } }),
    choices,
  ],
  ['choices of a note', { ...question('warp', 'weft'), type: 'Note' }, choices],
  [
    'a time without a zone',
    event({ startTime: '2026-12-11T19:00:00', endTime: '2026-12-11T20:00:00' }),
    told('2026-12-11, 19:00 – 20:00'),
  ],
  [
    'a time with the zone beside it',
    event({ startTime: '2026-12-11T19:00:00', timezone: 'Europe/Berlin' }),
    told('2026-12-11, 19:00 Europe/Berlin'),
  ],
  ['a day', event({ startTime: '2026-12-11', timezone: 'Europe/Berlin' }), told('2026-12-11')],
  [
    'days',
    event({ startTime: '2026-12-11', endTime: '2026-12-13' }),
    told('2026-12-11 – 2026-12-13'),
  ],
  [
    'an event that is attached',
    attached({ type: 'Event', url: `${host}/page`, name: 'Looms' }),
    { card: { title: 'Looms' } },
  ],
  [
    'the cover of an album',
    sound({
      url: link('/m/a.mp3', 'audio/mpeg'),
      track: { type: 'Track', album: { type: 'Album', image: picture } },
    }),
    media('audio', '/m/a.mp3', { preview_url: `${host}/m/a.png` }),
  ],
  [
    'a place by language',
    event({ location: { type: 'Place', nameMap: { en: 'The mill' } } }),
    told('The mill'),
  ],
  [
    'a place that is an address',
    event({ location: 'https://calls.example/7' }),
    told('<a href="https://calls.example/7">https://calls.example/7</a>'),
  ],
  [
    'a sound that is an address',
    sound({ url: `${host}/m/a.mp3` }),
    { ...media('audio', '/m/a.mp3'), url: 'SELF' },
  ],
  [
    'a sound of mere bytes',
    sound({ url: [html, link('/m/a.mp3', 'application/octet-stream')] }),
    { ...media('audio', '/m/a.mp3'), url: `${host}/page` },
  ],
  [
    'a film that is an address',
    { type: 'Video', name: 'T', url: `${host}/m/a.mp4` },
    media('video', '/m/a.mp4'),
  ],
  [
    'a film that is its page',
    { type: 'Video', name: 'T', url: `${host}/watch/1` },
    { media_attachments: [], url: `${host}/watch/1` },
  ],
  [
    'a length in days',
    sound({ duration: 'P0DT0H1M5S', url: link('/m/a.mp3', 'audio/mpeg') }),
    media('audio', '/m/a.mp3', { meta: { original: { duration: 65 } } }),
  ],
  [
    'a mention of a name with a sign',
    note({ tag: { type: 'Mention', name: '@Ada @ the mill', href: `${host}/x` } }),
    { mentions: [] },
  ],
  [
    'a title of emoji alone',
    { type: 'Note', name: '🧵' },
    { content: '<p><strong>🧵</strong></p>' },
  ],
  [
    'a title of emoji that its words hold',
    note({ name: '🧵', content: '<p>a 🧵</p>' }),
    { content: '<p>a 🧵</p>' },
  ],
  [
    'an end that is its beginning',
    event({ startTime: '2026-12-11T19:00:00Z', endTime: '2026-12-11T19:00:00Z' }),
    told('2026-12-11, 19:00 UTC'),
  ],
  [
    'a file without a type',
    attached({ mediaType: 'audio/ogg', url: `${host}/m/a` }),
    media('audio', '/m/a'),
  ],
  [
    'a link without a type',
    attached({ href: `${host}/page`, name: 'Looms' }),
    { card: { title: 'Looms' } },
  ],
  [
    'a film without a media type',
    attached({ type: 'Document', url: `${host}/m/a.mp4` }),
    media('video', '/m/a.mp4'),
  ],
  [
    'a picture of mere bytes',
    attached({ type: 'Image', mediaType: 'application/octet-stream', url: `${host}/m/a` }),
    media('image', '/m/a'),
  ],
  [
    'mere bytes',
    attached({ type: 'Document', mediaType: 'application/octet-stream', url: `${host}/m/a` }),
    media('unknown', '/m/a'),
  ],
  [
    'a context of nothing',
    note({ '@context': [[{ a: null }], 7, 'x'.repeat(50_000)] }),
    { content: '<p>words</p>' },
  ],
  [
    'nothing at all',
    {
      type: 'Note',
      content: null,
      contentMap: null,
      name: null,
      tag: null,
      url: null,
      source: 'x',
    },
    { content: '' },
  ],
  [
    'tags that are none',
    note({ tag: ['#a', null, 3, { type: 'Emoji', name: ':a:', icon: [`${host}/e.png`] }] }),
    { emojis: [{ shortcode: 'a' }] },
  ],
  ...oddTimes,
];
