import { once } from 'node:events';
import { get as request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

// Ten hosts, as a client may name them; calls of a client have 128 places, those to a host sixteen.
let hosts: UpstreamPlayer[];
let server: TestApp;
let port: number;

beforeEach(async () => {
  hosts = await Promise.all(Array.from({ length: 10 }, () => startUpstream()));
  const allowed = hosts.map(({ authority }) => authority).join();
  server = await createTestApp(
    { OUTBOUND_ALLOW_HOSTS: allowed, UPSTREAM_DEADLINE_MS: '20000', REQUEST_DEADLINE_MS: '20000' },
    hosts[0],
    { rateLimitMax: 5000 },
  );
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  await server.stop();
  await Promise.all(hosts.map((host) => host.close()));
});

const pathOf = ({ origin }: UpstreamPlayer, id: number) =>
  `/mastodon/${encodeURIComponent(`${origin}/@a/${id}`)}`;

function visit(path: string) {
  const call = request({ host: '127.0.0.1', port, path, agent: false });
  const status = once(call, 'response').then(
    ([reply]: IncomingMessage[]) => reply?.resume().statusCode,
    () => 'left',
  );
  return { status, leave: () => call.destroy() };
}

/** The host never replies, but for the statuses that it has; resolves when so many calls have come. */
function silent(host: UpstreamPlayer, calls: number): Promise<void> {
  return new Promise((resolve) => {
    host.on('*', () => (host.calls.length >= calls ? resolve() : undefined));
  });
}

const has = (host: UpstreamPlayer, id: number) =>
  host.json(`/api/v1/statuses/${id}`, {
    ...(host.fixture('masto-cw-text') as object),
    id: String(id),
  });

it('requests whose clients went away take no places from others, nor from posts of the same client', async () => {
  const [fresh, ...slow] = hosts as [UpstreamPlayer, ...UpstreamPlayer[]];
  const full = slow.slice(0, 8).map((host) => silent(host, 16));
  void silent(slow[8]!, 0);
  const visits = slow.flatMap((host) =>
    Array.from({ length: 24 }, (_, id) => visit(pathOf(host, id))),
  );
  await Promise.all(full);
  for (const { leave } of visits) leave();
  has(fresh, 100);
  has(slow[0]!, 100);
  const posts = [visit(pathOf(fresh, 100)), visit(pathOf(slow[0]!, 100))];
  // Without it both would wait for a place in vain.
  expect(await Promise.all(posts.map(({ status }) => status))).toEqual([200, 200]);
});

it('a call that several wait for goes on until the last of them has left', async () => {
  const [host] = hosts as [UpstreamPlayer];
  const full = silent(host, 16);
  let reply = () => {};
  host.on('/api/v1/statuses/0', (_request, response) => {
    const body = JSON.stringify({ ...(host.fixture('masto-cw-text') as object), id: '0' });
    reply = () => response.setHeader('content-type', 'application/json').end(body);
  });
  const [leaves, stays] = [visit(pathOf(host, 0)), visit(pathOf(host, 0))];
  const others = Array.from({ length: 16 }, (_, id) => visit(pathOf(host, id + 1)));
  await full;
  leaves.leave();
  for (const { leave } of others) leave();
  has(host, 100);
  has(host, 101);
  for (const id of [100, 101]) expect(await visit(pathOf(host, id)).status).toBe(200);
  reply();
  expect(await stays.status).toBe(200);
});

it('a visitor who comes and goes again and again makes a host be asked once', async () => {
  const [host] = hosts as [UpstreamPlayer];
  const body = JSON.stringify({ ...(host.fixture('masto-cw-text') as object), id: '7' });
  let reply = () => {};
  const asked = new Promise<void>((resolve) => {
    host.on('/api/v1/statuses/7', (_request, response) => {
      reply = () => response.setHeader('content-type', 'application/json').end(body);
      resolve();
    });
  });
  const first = visit(pathOf(host, 7));
  await asked;
  first.leave();
  for (let view = 0; view < 10; view += 1) {
    const next = visit(pathOf(host, 7));
    await new Promise((resolve) => setTimeout(resolve, 20));
    next.leave();
  }
  const last = visit(pathOf(host, 7));
  reply();
  expect(await last.status).toBe(200);
  expect(host.calls).toHaveLength(1);
});
