/** One thing to look at: a path of embed-server and what it shows. */
export interface Link {
  readonly title: string;
  readonly path: string;
}

const status = (origin: string, path: string) =>
  `/mastodon/${encodeURIComponent(`${origin}${path}`)}`;

/** What there is to try on an embed-server whose upstreams are the player at `origin`. */
export function linksToTry(origin: string): Link[] {
  return [
    { title: 'a tweet with a photo', path: '/tweet/1641086480675225601.amp' },
    { title: 'a quoted tweet', path: '/tweet/1641895049427550208.amp' },
    { title: 'a tweet with a link card', path: '/tweet/1629262255744503809.amp' },
    { title: 'a tweet of API v2, with pictures', path: '/tweet/1293593516040269825.amp' },
    { title: 'a tweet of oEmbed, text alone', path: '/tweet/436461658601713664.amp' },
    { title: 'a deleted tweet (404)', path: '/tweet/1628832338187636740.amp' },
    {
      title: 'a status with two pictures',
      path: `${status(origin, '/@lena/116000000000000001')}.amp`,
    },
    {
      title: 'a status with a link card',
      path: `${status(origin, '/@omar/116000000000000002')}.amp`,
    },
    { title: 'a poll', path: `${status(origin, '/@halcy/110446383900387196')}.amp` },
    {
      title: 'a content warning',
      path: `${status(origin, '/@cookie_mumbles/109472499431799134')}.amp`,
    },
    { title: 'custom emoji', path: `${status(origin, '/@halcy/110446223051565765')}.amp` },
    { title: 'a status that quotes', path: `${status(origin, '/@h4lcy/115044073088181107')}.amp` },
    { title: 'a YouTube video', path: '/video/youtube/eiHXASgRTcA.amp' },
    { title: 'its poster', path: '/video/youtube/eiHXASgRTcA-poster-image' },
    { title: 'a Vimeo video', path: '/video/vimeo/223099532.amp' },
    { title: 'the JSON of a tweet', path: '/tweet/1641086480675225601' },
  ];
}
