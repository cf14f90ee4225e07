import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectRedis, type SharedRedis } from '@triptych/redis';
import { findWrongReplies } from '@triptych/service-host/testing';
import {
  compareReplies,
  provokePlatformReplies,
  readOperations,
  recordingLogger,
  recordReplies,
  type Operation,
} from '@triptych/testing';
import { pictures } from './testing/pictures.js';
import { removeFolder, temporaryFolder } from './snapshots/testing/kept-app.js';
import { fewAtOnce } from './testing/few-at-once.js';
import { createTestApp, type TestApp } from './testing/test-app.js';
import { startUpstream, type UpstreamPlayer } from './testing/upstream-player.js';

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const sendPicture: Handler = (_request, response) =>
  response.writeHead(200, { 'content-type': 'image/png' }).end(pictures.png);

/** Every upstream has every item that is asked for, with every picture of it. */
const holdsEverything =
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

const did = 'did:plc:drawnada2222222222222222';

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
const behaviours: Readonly<Record<string, Handler>> = {
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

let upstream: UpstreamPlayer;
let folder: string;
let serial = 1000;
const record = recordReplies();
const servers: TestApp[] = [];

const purgeKey = 'a-key-of-at-least-sixteen';
const authorization = `Bearer ${purgeKey}`;

const withKey = { headers: { authorization }, payload: { url: 'none' }, query: { url: 'none' } };
const validRequest = ({ id }: Operation) =>
  ['purge', 'eraseSnapshots'].includes(id) ? withKey : {};

async function start(
  environment: Record<string, string> = {},
  rateLimitMax = 5000,
  redis?: SharedRedis,
) {
  const server = await createTestApp(
    {
      VALID_ORIGINS: 'https://own.example',
      UPSTREAM_DEADLINE_MS: '500',
      PURGE_KEYS: purgeKey,
      ...environment,
    },
    upstream,
    { rateLimitMax, prepare: record.prepare, ...(redis && { redis }) },
  );
  await server.app.ready();
  servers.push(server);
  return server;
}

beforeAll(async () => {
  upstream = await startUpstream();
  folder = await temporaryFolder();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await upstream.close();
  await removeFolder(folder);
});

/** Of a post that has what is asked for. */
function postKey(path: string): string {
  const isOfCard = path.endsWith('}/link-image');
  return `${serial}${isOfCard ? 1 : 2}`;
}

/** Requests to an operation, of items that no other request was for. */
function requestsOf({ id, path }: Operation): string[] {
  serial += 1;
  const statusUrl = `${upstream.origin}/@a/${serial}`;
  const pageUrl = `https://codepen.io/a/pen/${serial}`;
  const withToken = `https://www.instagram.com/p/${serial}/`;
  if (id === 'describeEmbed') {
    const post = `https://bsky.app/profile/${did}/post/${serial}`;
    const items = [
      `https://x.com/a/status/${serial}`,
      `https://vimeo.com/${serial}`,
      statusUrl,
      post,
      pageUrl,
      withToken,
    ];
    return items.map((url) => `${path}?url=${encodeURIComponent(url)}`);
  }
  const values: Readonly<Record<string, string>> = {
    id: String(serial),
    number: '0',
    shortcode: 'blob',
    statusUrl: encodeURIComponent(statusUrl),
    postUrl: encodeURIComponent(`at://${did}/app.bsky.feed.post/${postKey(path)}`),
    pageUrl: encodeURIComponent(pageUrl),
  };
  return [path.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '')];
}

async function provokeAll(server: TestApp, behaviour: Handler): Promise<void> {
  upstream.on('*', behaviour);
  for (const operation of readOperations(server.app)) {
    for (const url of requestsOf(operation)) {
      const { headers } = await server.app.inject(url);
      if (headers['etag'] === undefined) continue;
      const conditions = [
        { 'if-none-match': headers['etag'] },
        { 'if-match': '"other"' },
        { range: 'bytes=0-0' },
        { range: 'bytes=99999999-' },
      ];
      for (const condition of conditions) await server.app.inject({ url, headers: condition });
    }
  }
}

it('every documented reply of every operation is sent, and no other', async () => {
  for (const behaviour of Object.values(behaviours)) await provokeAll(await start(), behaviour);

  const server = await start({ SNAPSHOT: 'on', SNAPSHOT_DIR: folder });
  upstream.on('*', holdsEverything());
  const operations = readOperations(server.app);
  for (const operation of operations) {
    for (const url of requestsOf(operation)) {
      await server.app.inject({ url, headers: { origin: 'https://other.example' } });
    }
    if (/\{(?:status|post)Url\}/.test(operation.path)) {
      const url = operation.path.replace(/\{\w+Url\}/, 'nonsense').replace('{number}', '0');
      await server.app.inject(url);
    }
    const pages = ['nonsense', 'https://nothing.example/1', 'https://www.instagram.com/p/1/'];
    for (const page of operation.path.includes('{pageUrl}') ? pages : []) {
      await server.app.inject(operation.path.replace('{pageUrl}', encodeURIComponent(page)));
    }
  }
  await server.app.inject('/oembed?url=https://nothing.example/');
  await server.app.inject('/oembed?url=https://x.com/a/status/1&format=csv');
  // A folder cannot be where a file is.
  const away = await start({ SNAPSHOT: 'on', SNAPSHOT_DIR: import.meta.filename });
  const redis = connectRedis({ url: 'redis://127.0.0.1:1', prefix: '' }, recordingLogger().logger);
  const alone = await start({ SNAPSHOT: 'on', SNAPSHOT_DIR: folder }, 5000, redis);
  for (const { app } of [server, away, alone])
    for (const url of ['https://x.com/a/status/1', 'nonsense'])
      for (const headers of [{ authorization }, {}]) {
        await app.inject({ method: 'POST', url: '/purge', headers, payload: { url } });
        await app.inject({ method: 'DELETE', url: '/snapshots', headers, query: { url } });
      }
  redis.close();
  await provokePlatformReplies(server.app, record, validRequest);
  // A high limit is refilled as fast as it is used up; a low one lets nothing else through.
  const limited = await start({ SNAPSHOT: 'on', SNAPSHOT_DIR: folder }, 10);
  await provokePlatformReplies(limited.app, record, validRequest);

  // What follows makes a server spare the host, so each operation has one of its own.
  const asking = operations.filter((each) => each.replies.includes('504 upstream_timeout'));
  const tries = await Promise.all(
    asking.map(async (operation) => {
      // Time for a call and its second try, however busy the machine is.
      return { operation, server: await start({ UPSTREAM_DEADLINE_MS: '3000' }) };
    }),
  );
  upstream.on('*', (_request, response) => response.destroy());
  await fewAtOnce(5, tries, async ({ operation, server: own }) => {
    for (const url of requestsOf(operation)) await own.app.inject(url);
  });
  upstream.on('*', () => undefined);
  await fewAtOnce(15, tries, async ({ operation, server: own }) => {
    // Sixteen calls to a host at once, and one that waits in vain.
    const urls = Array.from({ length: 18 }, () => requestsOf(operation)[0] ?? '');
    await Promise.all(urls.map((url) => own.app.inject(url)));
  });
  expect(compareReplies(server.app, record)).toEqual({ unprovoked: [], undocumented: [] });
}, 300_000);

it('messages that no library sends get the reply that HTTP demands', async () => {
  const { app } = await start();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  expect(await findWrongReplies(port, '/openapi.json')).toEqual([]);
}, 30_000);
