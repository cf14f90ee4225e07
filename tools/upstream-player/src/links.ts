import { oembedPages } from './oembed-providers.js';

/** One thing to look at: a path of embed-server and what it shows. */
export interface Link {
  readonly title: string;
  readonly path: string;
  /** The name of its picture in docs/embeds.md, where it has one. */
  readonly picture?: string | undefined;
}

type Row = readonly [title: string, place: string, picture?: string];

/** By id. */
const tweets: readonly Row[] = [
  ['a tweet with a photo', '1641086480675225601', 'tweet-photo'],
  ['a tweet with four photos', '1990000000000000003', 'tweet-photos'],
  ['a tweet with a film, edited', '1990000000000000001', 'tweet-film'],
  ['a tweet with a sensitive GIF', '1990000000000000005', 'tweet-gif'],
  ['a tweet with a poll', '1990000000000000002', 'tweet-poll'],
  ['a quoted tweet', '1641895049427550208', 'tweet-quote'],
  ['a tweet with a link card', '1629262255744503809', 'tweet-card'],
  ['a tweet with a player card', '1990000000000000006', 'tweet-player'],
  ['a long reply', '1990000000000000004', 'tweet-long'],
  ['a tweet of API v2, with pictures', '1293593516040269825'],
  ['a tweet of API v2 that quotes', '1328399838128467969'],
  ['a tweet of API v2, reposted', '1229851574555508737', 'tweet-repost'],
  ['a tweet of oEmbed, text alone', '436461658601713664', 'tweet-text'],
  ['a deleted tweet (404)', '1628832338187636740'],
];

/** By the path at their instance. */
const statuses: readonly Row[] = [
  ['a status with two pictures', '/@lena/116000000000000001', 'status-pictures'],
  ['a status with a link card', '/@omar/116000000000000002', 'status-card'],
  ['a status with film, picture and sound', '/@omar/116000000000000003', 'status-films'],
  ['a status in Arabic, with a poll', '/@samira/116000000000000004', 'status-arabic'],
  ['a boost', '/@lena/116000000000000006', 'status-boost'],
  ['a poll of several choices', '/@halcy/110446383900387196', 'status-poll'],
  ['a content warning', '/@cookie_mumbles/109472499431799134', 'status-warning'],
  ['custom emoji and a GIF', '/@halcy/110446223051565765', 'status-emoji'],
  ['a status that quotes', '/@h4lcy/115044073088181107', 'status-quote'],
  ['a quote on Akkoma', '/notice/AkDrawnFlake000002', 'status-akkoma'],
  ['a note (GoToSocial)', '/users/ada/statuses/01HXYZ3TQ8Z5V7K2M4N6P8R9S0', 'ap-note'],
  ['a poll by ActivityPub', '/objects/5f1e2d3c-0000-4000-8000-00000000000a', 'ap-poll'],
  ['an article (WordPress)', '/?p=5', 'ap-article'],
  ['a film (PeerTube)', '/videos/watch/41342cb4-6fa8-402d-a116-1f63a7f438a3', 'ap-film'],
  ['a note on Misskey', '/notes/9xmjn8abcd', 'misskey'],
];

/** By author and key. */
const blueskyPosts: readonly Row[] = [
  [
    'a post on Bluesky with a picture',
    'did:plc:ic6zqvuw5ulmfpjiwnhsr2ns/3k7qmjev5lr2s',
    'bluesky-picture',
  ],
  [
    'a gallery of twenty pictures',
    'did:plc:drawnada2222222222222222/3kdrawngallry',
    'bluesky-gallery',
  ],
  ['a film on Bluesky', 'did:plc:l7mosai5i2u562b5qbosw6c7/3lhnr2o6kb22h', 'bluesky-film'],
  [
    'a post on Bluesky that quotes',
    'did:plc:oio4hkxaop4ao4wz2pp3f4cr/3lhlu3l65522g',
    'bluesky-quote',
  ],
  ['a quote with pictures', 'did:plc:64fyz6rpsagabcfqzdxykwgg/3lhnv26fdxc2v'],
  [
    'covered pictures on Bluesky',
    'did:plc:drawnada2222222222222222/3kdrawncovera',
    'bluesky-covered',
  ],
  [
    'a post on Bluesky in Arabic',
    'did:plc:drawnomar222222222222222/3kdrawnarabic',
    'bluesky-arabic',
  ],
  ['a starter pack', 'did:plc:drawnada2222222222222222/3kdrawnstartr', 'bluesky-starter-pack'],
  ['a feed', 'did:plc:snapusera222222222222222/3kfeedaaaaaaa'],
  [
    'a post whose author wants it for people who are signed in (403)',
    'did:plc:z7ja7uhcr5is6uqmnsjyn3k7/3lhmggpkbw22v',
  ],
];

const others: readonly Row[] = [
  ['a YouTube video', '/video/youtube/eiHXASgRTcA.amp', 'video-youtube'],
  ['its poster', '/video/youtube/eiHXASgRTcA-poster-image'],
  ['a Vimeo video', '/video/vimeo/223099532.amp', 'video-vimeo'],
  ['a Facebook video, without any data', '/video/facebook/10156049485672318.amp', 'video-facebook'],
  ['the JSON of a tweet', '/tweet/1641086480675225601'],
];

/** What there is to try on an embed-server whose upstreams are the player at `origin`. */
export function linksToTry(origin: string): Link[] {
  const toLinks = (rows: readonly Row[], pathOf: (place: string) => string) =>
    rows.map(([title, place, picture]) => ({ title, path: pathOf(place), picture }));
  return [
    ...toLinks(tweets, (id) => `/tweet/${id}.amp`),
    {
      title: 'a thread of one author',
      path: `/mastodon/${encodeURIComponent(`${origin}/@lena/116000000000000102`)}.amp?thread=1`,
    },
    ...toLinks(statuses, (path) => `/mastodon/${encodeURIComponent(origin + path)}.amp`),
    ...toLinks(blueskyPosts, (place) => {
      const [author, key] = place.split('/');
      return `/bluesky/${encodeURIComponent(`https://bsky.app/profile/${author}/post/${key}`)}.amp`;
    }),
    ...toLinks(others, (path) => path),
    ...toLinks(oembedPages, (path) => path),
  ];
}
