import type { Sample } from './fediverse.js';

/** Written by us, in the shapes that programs of the fediverse send; the host is set where they are played. */
const host = 'https://fedi.example';
const everyone = 'https://www.w3.org/ns/activitystreams#Public';

interface Program {
  readonly program: string;
  readonly object: Sample;
  /** What a reader of the page gets, in this order. */
  readonly shown: readonly string[];
}

const base = { to: [everyone], published: '2025-08-17T12:20:44Z' };

function one(program: string, place: string, own: Sample, ...shown: string[]): Program {
  const author = `${host}/${program.toLowerCase().replace(/\W/g, '')}/ada`;
  return { program, object: { id: host + place, attributedTo: author, ...base, ...own }, shown };
}

const note = (content: string) => ({ type: 'Note', content: `<p>${content}</p>` });
const picture = { type: 'Document', mediaType: 'image/png', url: `${host}/media/loom.png` };
const link = { type: 'Link', href: 'https://looms.example/on/cards', mediaType: 'text/html' };
const long = '<p>Cards hold numbers, and numbers hold patterns.</p>'.repeat(60);

export const programs: readonly Program[] = [
  one('Mastodon', '/users/ada/statuses/1', note('words of Mastodon'), 'words of Mastodon'),
  one('GoToSocial', '/users/ada/statuses/01HX', { ...note('words'), attachment: picture }, 'words'),
  one('snac2', '/ada/p/17.1', { ...note('words of snac'), to: everyone, cc: [] }, 'words of snac'),
  one('Mitra', '/objects/0184', note('words of Mitra'), 'words of Mitra'),
  one(
    'Smithereen',
    '/posts/66',
    { ...note('on a wall'), tag: [{ type: 'Mention', href: `${host}/2` }] },
    'on a wall',
  ),
  one(
    'Threads',
    '/ap/users/1/post/2',
    { ...note('woven'), url: 'https://www.elsewhere.example/x' },
    'woven',
  ),
  one(
    'Bonfire',
    '/pub/objects/01HX',
    { ...note('sparks'), name: null, context: `${host}/c` },
    'sparks',
  ),
  one(
    'Hubzilla',
    '/item/5f',
    { ...note('a channel'), name: 'no heading', commentPolicy: 'x' },
    'a channel',
  ),
  one('Discourse', '/ap/object/0a', { ...note('in a topic'), name: 'On looms' }, 'in a topic'),
  one(
    'Lemmy',
    '/post/1',
    { type: 'Page', name: 'A link', attachment: [link], image: picture },
    'A link',
    'looms.example',
    '/on/cards',
  ),
  one(
    'Lemmy',
    '/post/2',
    {
      type: 'Page',
      name: 'A picture',
      attachment: [{ type: 'Link', href: `${host}/pictrs/a.webp` }],
    },
    'A picture',
  ),
  one('Lemmy', '/comment/3', note('I agree'), 'I agree'),
  one(
    'PieFed',
    '/post/4',
    { type: 'Page', name: 'Words', attachment: [{ ...link, name: 'On cards' }] },
    'Words',
    'looms.example',
    'On cards',
  ),
  one(
    'Mbin',
    '/m/l/t/1',
    { type: 'Page', name: 'A thread', summary: 'A thread #looms', content: '<p>its body</p>' },
    'A thread',
    'its body',
  ),
  one('Mbin', '/m/l/p/2', { ...note('a microblog'), summary: null }, 'a microblog'),
  one(
    'NodeBB',
    '/post/3',
    { type: 'Article', name: 'A topic', content: '<p>first post</p>' },
    'A topic',
    'first post',
  ),
  one(
    'Mobilizon',
    '/events/b8',
    {
      type: 'Event',
      name: 'Loom night',
      content: '<p>Bring cards.</p>',
      startTime: '2025-12-11T19:00:00+01:00',
      endTime: '2025-12-11T21:00:00+01:00',
      location: {
        type: 'Place',
        name: 'The mill',
        address: { streetAddress: '1 River Road', addressLocality: 'Derby' },
      },
    },
    'Loom night',
    '2025-12-11, 18:00 – 20:00 UTC',
    'The mill, 1 River Road, Derby',
    'Bring cards.',
  ),
  one(
    'Gancio',
    '/federation/m/1',
    {
      type: 'Event',
      name: 'A gig',
      startTime: '2025-12-11T19:00:00Z',
      location: { name: 'Squat', address: 'Via Roma 1' },
    },
    'A gig',
    '2025-12-11, 19:00 UTC',
    'Squat, Via Roma 1',
  ),
  one(
    'WordPress',
    '/?p=8',
    { type: 'Article', name: 'On looms', summary: '<p>An excerpt.</p>', content: long },
    'On looms',
    'An excerpt.',
  ),
  one(
    'Ghost',
    '/.ghost/activitypub/article/3',
    { type: 'Article', name: 'A letter', content: long, to: 'as:Public' },
    'A letter',
    'numbers hold patterns',
    '…',
    'Show more',
  ),
  one(
    'WriteFreely',
    '/api/posts/a',
    { type: 'Article', name: 'A blog', content: '<p>short</p>' },
    'A blog',
    'short',
  ),
  one(
    'PeerTube',
    '/videos/watch/1',
    {
      type: 'Video',
      name: 'A film',
      mediaType: 'text/markdown',
      content: 'line\n\n'.repeat(200),
      duration: 'PT1M5S',
      url: [
        {
          type: 'Link',
          mediaType: 'video/mp4',
          href: `${host}/media/720.mp4`,
          height: 720,
          width: 1280,
        },
      ],
    },
    'A film',
    'line',
    '…',
    'Show more',
    '1:05',
  ),
  one(
    'Castopod',
    '/@looms/posts/9',
    {
      type: 'Audio',
      name: 'An episode',
      url: [{ type: 'Link', mediaType: 'audio/mpeg', href: `${host}/a.mp3` }],
    },
    'An episode',
    'Play audio',
  ),
  one(
    'Pleroma',
    '/objects/q',
    { type: 'Question', content: 'Which?', oneOf: [{ name: 'Warp' }, { name: 'Weft' }] },
    'Which?',
    'Warp',
    'Weft',
  ),
  one('Friendica', '/objects/f', note('much '.repeat(1500)), 'much', 'Show more', 'much'),
  one(
    'Pixelfed',
    '/p/ada/1',
    { ...note(''), type: 'Image', url: `${host}/media/a.png`, name: 'A card' },
    'A card',
  ),
];
