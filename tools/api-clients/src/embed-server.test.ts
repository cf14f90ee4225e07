import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceProcesses, type ServiceProcess } from '@triptych/testing';
import { startUpstreamPlayer, type UpstreamPlayer } from '@triptych/upstream-player';
import createOpenapiFetch from 'openapi-fetch';
import { createClient } from './generated/embed-server/client/index.js';
import * as sdk from './generated/embed-server/sdk.gen.js';
import type { paths } from './generated/embed-server.paths.js';
import { createCallLog } from './operations.js';

const main = new URL('../../../apps/embed-server/src/main.ts', import.meta.url);
const { launch, endAll } = serviceProcesses(main);

const purgeKey = 'a-key-of-at-least-sixteen';
const headers = { authorization: `Bearer ${purgeKey}` };
const tweetUrl = 'https://x.com/a/status/1641086480675225601';

const folder = mkdtempSync(join(tmpdir(), 'snapshots-'));
const kept = { SNAPSHOT: 'on', SNAPSHOT_DIR: folder };

let upstream: UpstreamPlayer;
let service: ServiceProcess;
beforeAll(async () => {
  upstream = await startUpstreamPlayer({ port: 0 });
  service = await launch({ ...upstream.settings, PURGE_KEYS: purgeKey, ...kept });
});
afterAll(async () => {
  await service.stop();
  endAll();
  await upstream.close();
  rmSync(folder, { recursive: true });
});

// What the recordings hold, by what is read of it.
const photo = { id: '1641086480675225601' };
const linkCard = { id: '1629262255744503809' };
const quote = { id: '1641895049427550208' };
const quotedCard = { id: '1328399838128467969' };
const youtube = { id: 'eiHXASgRTcA' };
const vimeo = { id: '223099532' };
const album = { pageUrl: 'https://open.spotify.com/album/7s66wU1XJ2NsUuWM2NKiUV' };
const number = '0';
const postBy = (author: string, key: string) => ({
  postUrl: `https://bsky.app/profile/${author}/post/${key}`,
});
const gallery = postBy('ada.example.org', '3kdrawngallry');
const blueskyCard = postBy('ada.example.org', '3kdrawncardaa');
const quoteWithCard = postBy('omar.example.org', '3kdrawnarabic');
const quoteWithPictures = postBy('iamkonstantin.eu', '3lhnv26fdxc2v');
const statusAt = (path: string) => ({ statusUrl: `${upstream.origin}${path}` });
const readStatuses = () => ({
  pictures: statusAt('/@lena/116000000000000001'),
  card: statusAt('/@omar/116000000000000002'),
  quote: statusAt('/@omar/116000000000000007'),
  shortcode: 'sunny',
});

it('openapi-fetch calls every operation', async () => {
  const log = createCallLog('embed-server');
  const client = createOpenapiFetch<paths>({ baseUrl: service.address });
  client.use({
    onResponse: ({ request, response, schemaPath }) =>
      log.add(request.method, schemaPath, response.status),
  });
  const { pictures, card, quote: quoting, shortcode } = readStatuses();
  const text = { parseAs: 'text' } as const;
  const bytes = { parseAs: 'arrayBuffer' } as const;
  const of = <P>(path: P) => ({ params: { path } });
  const images: (ArrayBuffer | undefined)[] = [];
  const keep = ({ data }: { data?: ArrayBuffer }) => void images.push(data);

  await client.GET('/embed.js', text);
  await client.GET('/fragment.css', text);
  await client.GET('/version');
  await client.GET('/favicon.ico', text);
  await client.GET('/', text);
  const page = 'https://x.com/a/status/1641086480675225601';
  await client.GET('/oembed', { params: { query: { url: page, format: 'json' } } });

  const tweet = await client.GET('/tweet/{id}', of(photo));
  expect(tweet.data).toMatchObject({ data: { id: photo.id } });
  await client.GET('/tweet/{id}.amp', { ...of(photo), ...text });
  await client.GET('/tweet/{id}.html', { ...of(photo), ...text });
  keep(await client.GET('/tweet/{id}/profile-image', { ...of(photo), ...bytes }));
  keep(await client.GET('/tweet/{id}/link-image', { ...of(linkCard), ...bytes }));
  keep(await client.GET('/tweet/{id}/images/{number}', { ...of({ ...photo, number }), ...bytes }));
  keep(await client.GET('/tweet/{id}/quoted/profile-image', { ...of(quote), ...bytes }));
  keep(await client.GET('/tweet/{id}/quoted/link-image', { ...of(quotedCard), ...bytes }));
  const quotedPhoto = of({ ...quote, number });
  keep(await client.GET('/tweet/{id}/quoted/images/{number}', { ...quotedPhoto, ...bytes }));

  const status = await client.GET('/mastodon/{statusUrl}', of(pictures));
  expect(status.data).toMatchObject({ id: '116000000000000001' });
  await client.GET('/mastodon/{statusUrl}.amp', { ...of(pictures), ...text });
  await client.GET('/mastodon/{statusUrl}.html', { ...of(pictures), ...text });
  keep(await client.GET('/mastodon/{statusUrl}/profile-image', { ...of(pictures), ...bytes }));
  keep(await client.GET('/mastodon/{statusUrl}/link-image', { ...of(card), ...bytes }));
  const picture = { ...of({ ...pictures, number }), ...bytes };
  keep(await client.GET('/mastodon/{statusUrl}/images/{number}', picture));
  const emoji = { ...of({ ...pictures, shortcode }), ...bytes };
  keep(await client.GET('/mastodon/{statusUrl}/emojis/{shortcode}', emoji));
  keep(
    await client.GET('/mastodon/{statusUrl}/quoted/profile-image', { ...of(quoting), ...bytes }),
  );
  keep(await client.GET('/mastodon/{statusUrl}/quoted/link-image', { ...of(quoting), ...bytes }));
  const quotedPicture = { ...of({ ...quoting, number }), ...bytes };
  keep(await client.GET('/mastodon/{statusUrl}/quoted/images/{number}', quotedPicture));
  const quotedEmoji = { ...of({ ...quoting, shortcode }), ...bytes };
  keep(await client.GET('/mastodon/{statusUrl}/quoted/emojis/{shortcode}', quotedEmoji));

  const post = await client.GET('/bluesky/{postUrl}', of(gallery));
  expect(post.data).toMatchObject({ author: { handle: 'ada.example.org' } });
  await client.GET('/bluesky/{postUrl}.amp', { ...of(gallery), ...text });
  await client.GET('/bluesky/{postUrl}.html', { ...of(gallery), ...text });
  keep(await client.GET('/bluesky/{postUrl}/profile-image', { ...of(gallery), ...bytes }));
  keep(await client.GET('/bluesky/{postUrl}/link-image', { ...of(blueskyCard), ...bytes }));
  const ofGallery = { ...of({ ...gallery, number }), ...bytes };
  keep(await client.GET('/bluesky/{postUrl}/images/{number}', ofGallery));
  const ofQuote = { ...of(quoteWithCard), ...bytes };
  keep(await client.GET('/bluesky/{postUrl}/quoted/profile-image', ofQuote));
  keep(await client.GET('/bluesky/{postUrl}/quoted/link-image', ofQuote));
  const quotedPost = { ...of({ ...quoteWithPictures, number }), ...bytes };
  keep(await client.GET('/bluesky/{postUrl}/quoted/images/{number}', quotedPost));

  const media = await client.GET('/media/{pageUrl}', of(album));
  expect(media.data).toMatchObject({ type: 'rich', provider_name: 'Spotify' });
  await client.GET('/media/{pageUrl}.amp', { ...of(album), ...text });
  await client.GET('/media/{pageUrl}.html', { ...of(album), ...text });
  keep(await client.GET('/media/{pageUrl}/thumbnail', { ...of(album), ...bytes }));

  for (const path of ['/video/host-a/{id}', '/video/youtube/{id}'] as const) {
    await client.GET(path, of(youtube));
    await client.GET(`${path}.amp`, { ...of(youtube), ...text });
    await client.GET(`${path}.html`, { ...of(youtube), ...text });
    keep(await client.GET(`${path}-poster-image`, { ...of(youtube), ...bytes }));
  }
  for (const path of ['/video/host-b/{id}', '/video/vimeo/{id}'] as const) {
    await client.GET(path, of(vimeo));
    await client.GET(`${path}.amp`, { ...of(vimeo), ...text });
    await client.GET(`${path}.html`, { ...of(vimeo), ...text });
    keep(await client.GET(`${path}-poster-image`, { ...of(vimeo), ...bytes }));
  }
  for (const path of ['/video/host-c/{id}', '/video/facebook/{id}'] as const) {
    await client.GET(path, of(vimeo));
    await client.GET(`${path}.amp`, { ...of(vimeo), ...text });
    await client.GET(`${path}.html`, { ...of(vimeo), ...text });
  }

  await client.GET('/embetty/tweet/{id}', of(photo));
  keep(await client.GET('/embetty/tweet/{id}-profile-image', { ...of(photo), ...bytes }));
  keep(await client.GET('/embetty/tweet/{id}-link-image', { ...of(linkCard), ...bytes }));
  const embettyPhoto = { ...of({ ...photo, number }), ...bytes };
  keep(await client.GET('/embetty/tweet/{id}-images-{number}', embettyPhoto));
  await client.GET('/embetty/video/youtube/{id}', of(youtube));
  await client.GET('/embetty/video/youtube/{id}.amp', { ...of(youtube), ...text });
  keep(await client.GET('/embetty/video/youtube/{id}-poster-image', { ...of(youtube), ...bytes }));
  await client.GET('/embetty/video/vimeo/{id}', of(vimeo));
  await client.GET('/embetty/video/vimeo/{id}.amp', { ...of(vimeo), ...text });
  keep(await client.GET('/embetty/video/vimeo/{id}-poster-image', { ...of(vimeo), ...bytes }));
  await client.GET('/embetty/video/facebook/{id}', of(vimeo));
  await client.GET('/embetty/video/facebook/{id}.amp', { ...of(vimeo), ...text });
  const purged = await client.POST('/purge', { headers, body: { url: tweetUrl } });
  // Of copies that hold it, too.
  expect(purged.data?.names).not.toHaveLength(0);
  const query = { url: tweetUrl };
  const erased = await client.DELETE('/snapshots', { headers, params: { query } });
  expect(erased.data?.names).not.toHaveLength(0);

  expect(log.missing()).toEqual([]);
  expect(log.undocumented()).toEqual([]);
  expect(images.filter((image) => !image?.byteLength)).toEqual([]);
});

it('the client of @hey-api/openapi-ts calls every operation', async () => {
  const log = createCallLog('embed-server');
  const client = createClient({ baseUrl: service.address, throwOnError: true });
  client.interceptors.response.use((response, request, { url }) => {
    log.add(request.method, url, response.status);
    return response;
  });
  const { pictures, card, quote: quoting, shortcode } = readStatuses();
  const of = <P>(path: P) => ({ client, path });

  await sdk.readEmbedScript({ client });
  await sdk.readFragmentStyle({ client });
  await sdk.readVersion({ client });
  await sdk.readIcon({ client });
  await sdk.showPlayground({ client });
  const page = `https://vimeo.com/${vimeo.id}`;
  await sdk.describeEmbed({ client, query: { url: page, format: 'xml' } });
  await sdk.purge({ client, headers, body: { url: tweetUrl } });
  await sdk.eraseSnapshots({ client, headers, query: { url: tweetUrl } });

  const tweet = await sdk.readTweet(of(photo));
  expect(tweet.data).toMatchObject({ data: { id: photo.id } });
  await sdk.readTweetPage(of(photo));
  await sdk.readTweetFragment(of(photo));
  await sdk.readTweetProfileImage(of(photo));
  await sdk.readTweetLinkImage(of(linkCard));
  await sdk.readTweetImage(of({ ...photo, number }));
  await sdk.readQuotedTweetProfileImage(of(quote));
  await sdk.readQuotedTweetLinkImage(of(quotedCard));
  await sdk.readQuotedTweetImage(of({ ...quote, number }));

  const status = await sdk.readStatus(of(pictures));
  expect(status.data).toMatchObject({ id: '116000000000000001' });
  await sdk.readStatusPage(of(pictures));
  await sdk.readStatusFragment(of(pictures));
  await sdk.readStatusProfileImage(of(pictures));
  await sdk.readStatusLinkImage(of(card));
  await sdk.readStatusImage(of({ ...pictures, number }));
  await sdk.readStatusEmoji(of({ ...pictures, shortcode }));
  await sdk.readQuotedStatusProfileImage(of(quoting));
  await sdk.readQuotedStatusLinkImage(of(quoting));
  await sdk.readQuotedStatusImage(of({ ...quoting, number }));
  await sdk.readQuotedStatusEmoji(of({ ...quoting, shortcode }));

  const post = await sdk.readBlueskyPost(of(gallery));
  expect(post.data).toMatchObject({ author: { handle: 'ada.example.org' } });
  await sdk.readBlueskyPostPage(of(gallery));
  await sdk.readBlueskyPostFragment(of(gallery));
  await sdk.readBlueskyPostProfileImage(of(gallery));
  await sdk.readBlueskyPostLinkImage(of(blueskyCard));
  await sdk.readBlueskyPostImage(of({ ...gallery, number }));
  await sdk.readQuotedBlueskyPostProfileImage(of(quoteWithCard));
  await sdk.readQuotedBlueskyPostLinkImage(of(quoteWithCard));
  await sdk.readQuotedBlueskyPostImage(of({ ...quoteWithPictures, number }));

  const media = await sdk.readMedia(of(album));
  expect(media.data).toMatchObject({ type: 'rich', provider_name: 'Spotify' });
  await sdk.readMediaPage(of(album));
  await sdk.readMediaFragment(of(album));
  await sdk.readMediaThumbnail(of(album));

  await sdk.readHostAVideo(of(youtube));
  await sdk.readHostAVideoPage(of(youtube));
  await sdk.readHostAVideoFragment(of(youtube));
  await sdk.readHostAVideoPoster(of(youtube));
  await sdk.readYoutubeVideo(of(youtube));
  await sdk.readYoutubeVideoPage(of(youtube));
  await sdk.readYoutubeVideoFragment(of(youtube));
  await sdk.readYoutubeVideoPoster(of(youtube));
  await sdk.readHostBVideo(of(vimeo));
  await sdk.readHostBVideoPage(of(vimeo));
  await sdk.readHostBVideoFragment(of(vimeo));
  await sdk.readHostBVideoPoster(of(vimeo));
  await sdk.readVimeoVideo(of(vimeo));
  await sdk.readVimeoVideoPage(of(vimeo));
  await sdk.readVimeoVideoFragment(of(vimeo));
  await sdk.readVimeoVideoPoster(of(vimeo));
  await sdk.readHostCVideo(of(vimeo));
  await sdk.readHostCVideoPage(of(vimeo));
  await sdk.readHostCVideoFragment(of(vimeo));
  await sdk.readFacebookVideo(of(vimeo));
  await sdk.readFacebookVideoPage(of(vimeo));
  await sdk.readFacebookVideoFragment(of(vimeo));

  await sdk.readEmbettyTweet(of(photo));
  await sdk.readEmbettyTweetProfileImage(of(photo));
  await sdk.readEmbettyTweetLinkImage(of(linkCard));
  await sdk.readEmbettyTweetImage(of({ ...photo, number }));
  await sdk.readEmbettyYoutubeVideo(of(youtube));
  await sdk.readEmbettyYoutubeVideoPage(of(youtube));
  await sdk.readEmbettyYoutubeVideoPoster(of(youtube));
  await sdk.readEmbettyVimeoVideo(of(vimeo));
  await sdk.readEmbettyVimeoVideoPage(of(vimeo));
  await sdk.readEmbettyVimeoVideoPoster(of(vimeo));
  await sdk.readEmbettyFacebookVideo(of(vimeo));
  await sdk.readEmbettyFacebookVideoPage(of(vimeo));

  expect(log.missing()).toEqual([]);
  expect(log.undocumented()).toEqual([]);
});
