import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
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
import { removeFolder, temporaryFolder } from './snapshots/testing/kept-app.js';
import { createTestApp, type TestApp } from './testing/test-app.js';
import { behaviours, did, holdsEverything } from './testing/upstream-behaviours.js';
import { startUpstream, type Handler, type UpstreamPlayer } from './testing/upstream-player.js';

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

/**
 * Asks so much of hosts that never answer that a call waits in vain for a place among its kind. On a busy machine the first
 * calls may be over before the last one is sent: what was not refused is asked again, of a server that knows of no fault.
 */
async function fillPlaces(operations: readonly Operation[]): Promise<void> {
  let left = operations;
  for (let tries = 0; tries < 5 && left.length > 0; tries += 1) {
    const { app } = await start({ UPSTREAM_DEADLINE_MS: '1000' });
    const askAll = () =>
      left.map((operation, number) =>
        app.inject({
          url: requestsOf(operation)[0] ?? '',
          remoteAddress: `203.0.113.${number + 1}`,
        }),
      );
    const asked = upstream.calls.length;
    const first = askAll();
    while (upstream.calls.length < asked + left.length) await pause(5);
    // Sixteen calls of a kind to a host at once, and one that waits in vain.
    const others = Array.from({ length: 17 }, askAll);
    await Promise.all([...first, ...others.flat()]);
    left = left.filter(({ id }) => !record.seen.has(`${id} 503 server_busy`));
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
  await provokePlatformReplies(server.app, record, validRequest, { limits: false });
  // A high limit is refilled as fast as it is used up; a low one lets nothing else through.
  const limited = await start({ SNAPSHOT: 'on', SNAPSHOT_DIR: folder }, 10);
  await provokePlatformReplies(limited.app, record, validRequest);

  const asking = operations.filter((each) => each.replies.includes('504 upstream_timeout'));
  // Time for a call and its second try, however busy the machine is.
  const lost = await start({ UPSTREAM_DEADLINE_MS: '3000' });
  for (const operation of asking) {
    upstream.on('*', (_request, response) => response.destroy());
    for (const url of requestsOf(operation)) await lost.app.inject(url);
    // A reply in between, or the server would spare the host.
    upstream.on('*', holdsEverything());
    for (const url of requestsOf(operation)) await lost.app.inject(url);
  }
  upstream.on('*', () => undefined);
  for (const part of [0, 1])
    await fillPlaces(asking.filter((_each, number) => number % 2 === part));
  expect(compareReplies(server.app, record)).toEqual({ unprovoked: [], undocumented: [] });
}, 300_000);

it('messages that no library sends get the reply that HTTP demands', async () => {
  const { app } = await start();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  expect(await findWrongReplies(port, '/openapi.json')).toEqual([]);
});
