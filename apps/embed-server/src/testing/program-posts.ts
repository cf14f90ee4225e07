import { type Program, everyone, host, one } from './program.js';

const note = (content: string) => ({ type: 'Note', content: `<p>${content}</p>` });
const picture = { type: 'Document', mediaType: 'image/png', url: `${host}/media/loom.png` };
const link = { type: 'Link', href: 'https://looms.example/on/cards', mediaType: 'text/html' };

/** Notes, questions, pages and pictures. */
export const posts: readonly Program[] = [
  one('Mastodon', '/users/ada/statuses/1', note('words of Mastodon'), 'words of Mastodon'),
  one('GoToSocial', '/users/ada/statuses/01HX', { ...note('words'), attachment: picture }, 'words'),
  one('snac2', '/ada/p/17.1', { ...note('words of snac'), to: everyone, cc: [] }, 'words of snac'),
  one(
    'Owncast',
    '/federation/pZ1',
    {
      ...note('I am live'),
      audience: everyone,
      attachment: {
        type: 'Image',
        content: 'Live <b>stream</b> preview &amp; more',
        url: `${host}/preview.gif?us=1`,
      },
    },
    'I am live',
  ),
  one(
    'Castopod',
    '/@looms/posts/6f0c6e3e-52b1-4a02-9a0f-6a1b3a0b6a11',
    {
      ...note(''),
      content: '<a href="https://fedi.example/@looms/episodes/one">One</a><br/><p>is out</p>',
      replies: `${host}/@looms/posts/6f0c6e3e/replies`,
      cc: [`${host}/@looms/followers`],
    },
    'One',
    'is out',
  ),
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
    { ...note('a channel'), name: 'Its heading', commentPolicy: 'x' },
    'Its heading',
    'a channel',
  ),
  one(
    'Discourse',
    '/ap/object/0a',
    { ...note('in a topic'), name: 'On looms' },
    'On looms',
    'in a topic',
  ),
  one(
    'lotide',
    '/apub/posts/46',
    { ...note(''), name: 'A card', summary: 'A card', attachment: picture, sensitive: false },
    'A cardAug',
  ),
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
  one(
    'Mbin',
    '/m/l/t/3',
    { type: 'Page', name: 'No words', summary: 'No words #looms', content: null },
    'No words#looms',
  ),
  one('Mbin', '/m/l/p/2', { ...note('a microblog'), summary: null }, 'a microblog'),
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
  one(
    'Akkoma',
    '/objects/poll',
    {
      type: 'Question',
      content: 'Which loom?',
      anyOf: [],
      oneOf: [
        { type: 'Note', name: 'Hand', replies: { totalItems: 3, type: 'Collection' } },
        { type: 'Note', name: 'Power', replies: { totalItems: 1, type: 'Collection' } },
      ],
    },
    'Which loom?',
    'Hand',
    '75%',
    'Power',
  ),
  one(
    'lotide',
    '/apub/posts/9',
    { type: 'Page', name: 'A loom?', summary: 'A loom?', url: 'https://films.example/watch?v=1' },
    'A loom?',
    'films.example',
    '/watch?v=1',
  ),
  one(
    'Iceshrimp',
    '/notes/a1',
    { ...note('a quoted one'), attachment: [{ ...picture, sensitive: true }] },
    'a quoted one',
    'Sensitive',
  ),
];
