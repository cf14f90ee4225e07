import { startUpstreamPlayer, type UpstreamPlayer } from './index.js';

let player: UpstreamPlayer;
beforeAll(async () => {
  player = await startUpstreamPlayer({ port: 0 });
});
afterAll(() => player.close());

const get = (path: string) => fetch(`${player.origin}${path}`);
// The replies are foreign JSON of many shapes.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const json = async (path: string): Promise<any> => (await get(path)).json();

const jpeg = [0xff, 0xd8, 0xff];
const png = [0x89, 0x50, 0x4e];

async function head(url: string) {
  const response = await fetch(url);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    magic: [...bytes.slice(0, 3)],
  };
}

/** Every URL in a reply that points at the player. */
const mediaIn = (reply: unknown) =>
  [...JSON.stringify(reply).matchAll(/"(http:\/\/127\.0\.0\.1:\d+\/media\/[^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );

const replies = [
  '/tweet-result?id=1641086480675225601',
  '/tweet-result?id=1641895049427550208',
  '/tweet-result?id=1629262255744503809',
  '/2/tweets/1293593516040269825',
  '/api/v1/statuses/116000000000000001',
  '/api/v1/statuses/116000000000000002',
  '/api/v1/statuses/110446383900387196',
  '/api/v1/statuses/110446223051565765',
  '/api/v1/statuses/115044073088181107',
  '/api/v1/statuses/113358687695262945',
  '/api/v1/statuses/109472499431799134',
  '/xrpc/app.bsky.feed.getPostThread?uri=at%3A%2F%2Fada.example.org%2Fapp.bsky.feed.post%2F3kdrawngallry',
  '/xrpc/app.bsky.feed.getPostThread?uri=at%3A%2F%2Fdid%3Aplc%3Al7mosai5i2u562b5qbosw6c7%2Fapp.bsky.feed.post%2F3lhnr2o6kb22h',
  '/api/v2/video/223099532.json',
  '/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F235352744&width=1280',
  '/oembed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DeiHXASgRTcA&format=json',
  '/oembed-of/spotify?url=https%3A%2F%2Fopen.spotify.com%2Falbum%2F7s66wU1XJ2NsUuWM2NKiUV',
  '/oembed-of/ted?url=https%3A%2F%2Fwww.ted.com%2Ftalks%2Fada_byron_what_cards_can_mean',
];

describe('recorded replies', () => {
  it.each(replies)('%s names pictures that the player has', async (path) => {
    const media = mediaIn(await json(path)).filter((url) => !/\.(mp4|m3u8)/.test(url));
    expect(media.length).toBeGreaterThan(0);
    for (const url of new Set(media)) {
      const picture = await head(url);
      expect(picture.status).toBe(200);
      expect(picture.magic).toEqual(picture.type === 'image/png' ? png : jpeg);
    }
  });

  it.each(replies)('%s leaves no foreign picture host', async (path) => {
    expect(JSON.stringify(await json(path))).not.toMatch(
      /"https?:\/\/(pbs\.twimg|i\.vimeocdn|i\.ytimg|files\.)[^"]*"/,
    );
  });

  it('keeps the rest of a reply', async () => {
    const tweet = await json('/tweet-result?id=1641086480675225601&token=x');
    expect(tweet).toMatchObject({ __typename: 'Tweet', id_str: '1641086480675225601', lang: 'en' });
    expect(tweet.entities.urls[0].expanded_url).toMatch(/^https:\/\/github\.com\//);
  });

  it('gives the list of API v2 as one tweet', async () => {
    const { data, includes } = await json('/2/tweets/1293593516040269825');
    expect(data.id).toBe('1293593516040269825');
    expect(includes.media).toHaveLength(3);
  });

  it('sends a tombstone for a deleted tweet', async () => {
    const reply = await json('/tweet-result?id=1628832338187636740');
    expect(reply.__typename).toBe('TweetTombstone');
  });

  it('sends the oEmbed of a tweet', async () => {
    const url = encodeURIComponent('https://twitter.com/i/status/436461658601713664');
    expect((await json(`/oembed?url=${url}`)).author_name).toBe('Pepephone');
  });
});

describe('what nobody recorded', () => {
  it.each([
    ['/tweet-result?id=1', 404],
    ['/tweet-result', 404],
    ['/tweet-result?id=1293593516040269825', 503],
    ['/2/tweets/1', 404],
    ['/2/tweets/436461658601713664', 503],
    ['/oembed?url=https%3A%2F%2Fexample.org', 404],
    ['/oembed', 404],
    ['/api/v1/statuses/1', 404],
    ['/xrpc/app.bsky.feed.getPostThread?uri=at%3A%2F%2Fa.example%2Fapp.bsky.feed.post%2F1', 400],
    ['/api/v2/video/1.json', 404],
    ['/api/oembed.json', 404],
    ['/media/video.twimg.com/ext_tw_video/a.mp4', 404],
    ['/media/../package.json', 404],
  ])('%s is %i', async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });
});

describe('posters', () => {
  it('has the sizes that the video has', async () => {
    const present = await head(`${player.origin}/vi/eiHXASgRTcA/hqdefault.jpg`);
    expect(present).toEqual({ status: 200, type: 'image/jpeg', magic: jpeg });
  });

  it.each(['/vi/eiHXASgRTcA/maxresdefault.jpg', '/vi/unknown/default.jpg'])(
    'replies to %s with 404 and a picture',
    async (path) => {
      const missing = await head(`${player.origin}${path}`);
      expect(missing).toEqual({ status: 404, type: 'image/jpeg', magic: jpeg });
    },
  );
});

describe('links to try', () => {
  it('lead to statuses of the player', () => {
    const statuses = player.links.filter((link) => link.path.startsWith('/mastodon/'));
    expect(statuses.length).toBeGreaterThan(3);
    for (const { path } of statuses) {
      expect(decodeURIComponent(path)).toMatch(
        /^\/mastodon\/http:\/\/127\.0\.0\.1:\d+\/\S+\.amp(\?thread=1)?$/,
      );
    }
  });

  it('name each thing once', () => {
    const titles = player.links.map((link) => link.title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

it('names itself as every upstream in the settings of embed-server', () => {
  expect(player.settings).toMatchObject({
    YOUTUBE_IMAGE_URL: player.origin,
    OUTBOUND_ALLOW_HOSTS: new URL(player.origin).host,
  });
});
