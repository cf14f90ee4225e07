import type { ServerResponse } from 'node:http';
import { pictures } from './pictures.js';
import type { Handler } from './upstream-player.js';

// Upstreams that all behave alike, each of which has, or lacks, whatever it is asked for.

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const sendPicture: Handler = (_request, response) =>
  response.writeHead(200, { 'content-type': 'image/png' }).end(pictures.png);

/** Every upstream has every item that is asked for, with every picture of it. */
export const holdsEverything =
  (sendMedia: Handler = sendPicture, mediaOrigin?: string): Handler =>
  (request, response, url) => {
    const origin = mediaOrigin ?? `http://${request.headers.host}`;
    const id =
      url.searchParams.get('id') ??
      /\d{4,}/.exec(url.pathname + (url.searchParams.get('url') ?? ''))?.[0] ??
      '1';
    const items: Readonly<Record<string, unknown>> = {
      '/tweet-result': { ...tweet(origin, id), quoted_tweet: tweet(origin, `${id}0`) },
      [`/api/v1/statuses/${id}`]: {
        ...status(origin, id),
        quote: { state: 'accepted', quoted_status: status(origin, `${id}0`) },
      },
      [`/api/v2/video/${id}.json`]: [{ title: 'a', thumbnail_large: `${origin}/media/${id}/v` }],
      '/oembed': { title: 'a' },
      '/xrpc/app.bsky.feed.getPostThread': blueskyThread(origin, url.searchParams.get('uri') ?? ''),
    };
    const isOembed = url.pathname.startsWith('/oembed-of/');
    const item = isOembed ? oembed(origin, id) : items[url.pathname];
    if (item === undefined) sendMedia(request, response, url);
    else sendJson(response, 200, item);
  };

const tweet = (origin: string, id: string) => ({
  id_str: id,
  text: 'a',
  user: { screen_name: 'a', profile_image_url_https: `${origin}/media/${id}/a` },
  mediaDetails: [{ type: 'photo', media_url_https: `${origin}/media/${id}/0` }],
  card: {
    url: 'https://a.example/',
    binding_values: {
      title: { string_value: 'a' },
      thumbnail_image: { image_value: { url: `${origin}/media/${id}/c` } },
    },
  },
});

const status = (origin: string, id: string) => ({
  id,
  content: '<p>a</p>',
  account: { acct: 'a', avatar: `${origin}/media/${id}/a` },
  media_attachments: [{ type: 'image', url: `${origin}/media/${id}/0` }],
  card: { url: 'https://a.example/', title: 'a', image: `${origin}/media/${id}/c` },
  emojis: [{ shortcode: 'blob', url: `${origin}/media/${id}/e` }],
});

export const did = 'did:plc:drawnada2222222222222222';

function blueskyThread(origin: string, uri: string, labels: readonly object[] = []) {
  const id = uri.split('/').at(-1) ?? '';
  const author = { did, handle: 'a.example', avatar: `${origin}/media/${id}/a`, labels };
  const items = [{ fullsize: `${origin}/media/${id}/0` }];
  const gallery = { $type: 'app.bsky.embed.gallery#view', items };
  const external = { uri: 'https://a.example/', title: 'a', thumb: `${origin}/media/${id}/c` };
  const card = { $type: 'app.bsky.embed.external#view', external };
  const withBoth = (media: object, record: object) => ({
    $type: 'app.bsky.embed.recordWithMedia#view',
    media,
    record: { record },
  });
  const list = {
    $type: 'app.bsky.graph.defs#listView',
    uri: `at://${did}/app.bsky.graph.list/${id}`,
    avatar: `${origin}/media/${id}/l`,
  };
  const quoted = {
    $type: 'app.bsky.embed.record#viewRecord',
    uri: `${uri}0`,
    author,
    embeds: [withBoth(gallery, list)],
  };
  // What has pictures of its own has no card.
  const embed = /[02468]$/.test(id) ? withBoth(gallery, quoted) : withBoth(card, quoted);
  return { thread: { post: { uri, author, embed } } };
}

const withholdsPosts: Handler = (request, response, url) => {
  const labels = [{ val: '!no-unauthenticated' }];
  const uri = url.searchParams.get('uri') ?? '';
  sendJson(response, 200, blueskyThread(`http://${request.headers.host}`, uri, labels));
};
const oembed = (origin: string, id: string) => ({
  ...{ version: '1.0', type: 'link', title: 'a' },
  thumbnail_url: `${origin}/media/${id}/o`,
});

const replies =
  (statusCode: number, headers: Record<string, string> = {}, body = '{}'): Handler =>
  (_request, response) =>
    void response
      .writeHead(statusCode, { 'content-type': 'application/json', ...headers })
      .end(body);

/** Ways in which all upstreams behave alike; one server meets each with every operation. */
export const behaviours: Readonly<Record<string, Handler>> = {
  holdsEverything: holdsEverything(),
  holdsNothing: replies(404),
  lacksPosts: replies(400, {}, '{"error":"NotFound"}'),
  withholdsPosts,
  lacksPictures: holdsEverything(replies(404)),
  sendsHtmlAsPicture: holdsEverything(replies(200, {}, pictures.html.toString())),
  namesInnerPictures: holdsEverything(sendPicture, 'http://10.0.0.1'),
  fails: replies(418),
  wantsCredentials: replies(403),
  limits: replies(429),
  redirectsInside: replies(302, { location: 'http://169.254.169.254/' }),
  sendsNonsense: replies(200, { 'content-encoding': 'gzip' }),
  sendsTooMuch: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1e9 });
    response.write('{');
  },
};
