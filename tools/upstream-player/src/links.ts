/** One thing to look at: a path of embed-server and what it shows. */
export interface Link {
  readonly title: string;
  readonly path: string;
}

const status = (origin: string, path: string) =>
  `/mastodon/${encodeURIComponent(`${origin}${path}`)}`;

const tweets = [
  ['a tweet with a photo', '1641086480675225601'],
  ['a tweet with four photos', '1990000000000000003'],
  ['a tweet with a film, edited', '1990000000000000001'],
  ['a tweet with a sensitive GIF', '1990000000000000005'],
  ['a tweet with a poll', '1990000000000000002'],
  ['a quoted tweet', '1641895049427550208'],
  ['a tweet with a link card', '1629262255744503809'],
  ['a tweet with a player card', '1990000000000000006'],
  ['a long reply', '1990000000000000004'],
  ['a tweet of API v2, with pictures', '1293593516040269825'],
  ['a tweet of API v2 that quotes', '1328399838128467969'],
  ['a tweet of API v2, reposted', '1229851574555508737'],
  ['a tweet of oEmbed, text alone', '436461658601713664'],
  ['a deleted tweet (404)', '1628832338187636740'],
] as const;

const statuses = [
  ['a status with two pictures', '/@lena/116000000000000001'],
  ['a status with a link card', '/@omar/116000000000000002'],
  ['a status with a film, a picture and a sound', '/@omar/116000000000000003'],
  ['a status in Arabic, with a poll', '/@samira/116000000000000004'],
  ['a boost', '/@lena/116000000000000006'],
  ['a poll', '/@halcy/110446383900387196'],
  ['a content warning', '/@cookie_mumbles/109472499431799134'],
  ['custom emoji', '/@halcy/110446223051565765'],
  ['a status that quotes', '/@h4lcy/115044073088181107'],
  ['a quote on Akkoma', '/notice/AkDrawnFlake000002'],
  ['a note by ActivityPub (GoToSocial)', '/users/ada/statuses/01HXYZ3TQ8Z5V7K2M4N6P8R9S0'],
  ['a poll by ActivityPub', '/objects/5f1e2d3c-0000-4000-8000-00000000000a'],
  ['an article by ActivityPub (WordPress)', '/?p=5'],
  ['a film by ActivityPub (PeerTube)', '/videos/watch/41342cb4-6fa8-402d-a116-1f63a7f438a3'],
  ['a note on Misskey', '/notes/9xmjn8abcd'],
] as const;

/** What there is to try on an embed-server whose upstreams are the player at `origin`. */
export function linksToTry(origin: string): Link[] {
  return [
    ...tweets.map(([title, id]) => ({ title, path: `/tweet/${id}.amp` })),
    ...statuses.map(([title, path]) => ({ title, path: `${status(origin, path)}.amp` })),
    { title: 'a YouTube video', path: '/video/youtube/eiHXASgRTcA.amp' },
    { title: 'its poster', path: '/video/youtube/eiHXASgRTcA-poster-image' },
    { title: 'a Vimeo video', path: '/video/vimeo/223099532.amp' },
    { title: 'the JSON of a tweet', path: '/tweet/1641086480675225601' },
  ];
}
