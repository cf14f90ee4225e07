import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findWrongReplies } from '@triptych/service-host/testing';
import {
  compareReplies,
  provokePlatformReplies,
  readOperations,
  recordReplies,
  type Operation,
} from '@triptych/testing';
import { pictures } from './testing/pictures.js';
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
    const id = url.searchParams.get('id') ?? /\d{4,}/.exec(url.pathname)?.[0] ?? '1';
    const items: Readonly<Record<string, unknown>> = {
      '/tweet-result': { ...tweet(origin, id), quoted_tweet: tweet(origin, `${id}0`) },
      [`/api/v1/statuses/${id}`]: {
        ...status(origin, id),
        quote: { state: 'accepted', quoted_status: status(origin, `${id}0`) },
      },
      [`/api/v2/video/${id}.json`]: [{ title: 'a', thumbnail_large: `${origin}/media/${id}/v` }],
      '/oembed': { title: 'a' },
    };
    const item = items[url.pathname];
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
let serial = 1000;
const record = recordReplies();
const servers: TestApp[] = [];

async function start(environment: Record<string, string> = {}, rateLimitMax = 5000) {
  const server = await createTestApp(
    { VALID_ORIGINS: 'https://own.example', UPSTREAM_DEADLINE_MS: '500', ...environment },
    upstream,
    { rateLimitMax, prepare: record.prepare },
  );
  await server.app.ready();
  servers.push(server);
  return server;
}

beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await upstream.close();
});

/** Requests to an operation, of items that no other request was for. */
function requestsOf({ id, path }: Operation): string[] {
  serial += 1;
  const statusUrl = `${upstream.origin}/@a/${serial}`;
  if (id === 'describeEmbed') {
    const items = [`https://x.com/a/status/${serial}`, `https://vimeo.com/${serial}`, statusUrl];
    return items.map((url) => `${path}?url=${encodeURIComponent(url)}`);
  }
  const values: Readonly<Record<string, string>> = {
    id: String(serial),
    number: '0',
    shortcode: 'blob',
    statusUrl: encodeURIComponent(statusUrl),
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

/** What has a deadline, beside a few others: all at once would miss theirs. */
async function fewAtOnce<T>(
  count: number,
  items: readonly T[],
  run: (item: T) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += count)
    await Promise.all(items.slice(at, at + count).map(run));
}

it('every documented reply of every operation is sent, and no other', async () => {
  for (const behaviour of Object.values(behaviours)) await provokeAll(await start(), behaviour);

  const server = await start();
  upstream.on('*', holdsEverything());
  const operations = readOperations(server.app);
  for (const operation of operations) {
    for (const url of requestsOf(operation)) {
      await server.app.inject({ url, headers: { origin: 'https://other.example' } });
    }
    if (operation.path.includes('{statusUrl}')) {
      const url = operation.path.replace('{statusUrl}', 'nonsense').replace('{number}', '0');
      await server.app.inject(url);
    }
  }
  await server.app.inject('/oembed?url=https://nothing.example/');
  await server.app.inject('/oembed?url=https://x.com/a/status/1&format=csv');
  await provokePlatformReplies(server.app, record);
  // A high limit is refilled as fast as it is used up; a low one lets nothing else through.
  await provokePlatformReplies((await start({}, 10)).app, record);

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
