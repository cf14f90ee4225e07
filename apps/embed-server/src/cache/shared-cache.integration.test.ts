import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { pictures } from '../testing/pictures.js';
import { startRedis, until, type TestRedis } from '../testing/redis-server.js';
import { sendFile, startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

let redis: TestRedis;
let upstream: UpstreamPlayer;
let name: string;
const replicas: TestApp[] = [];

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.close());
beforeEach(async () => {
  name = randomUUID();
  upstream = await startUpstream();
  upstream.json('/tweet-result', upstream.fixture('tweet-syn-photo'));
});
afterEach(async () => {
  for (const replica of replicas.splice(0)) await replica.stop();
  await upstream.close();
  expect(await leases()).toEqual([]);
});

/** The locks that somebody holds; those left open for all end by themselves. */
async function leases(): Promise<string[]> {
  const keys = await redis.admin.keys(`${name}:*:lock:*`);
  const holders = await Promise.all(keys.map((key) => redis.admin.get(key)));
  return keys.filter((_key, n) => holders[n] !== null && holders[n] !== 'open');
}

async function join(environment: Record<string, string> = {}): Promise<TestApp> {
  const replica = await createTestApp(environment, upstream, { redis: redis.patientClient(name) });
  replicas.push(replica);
  await until(async () =>
    (await replica.metrics()).includes('embed_shared_cache_up{service="test"} 1'),
  );
  return replica;
}

const get = async ({ app }: TestApp, url = '/tweet/20') => {
  const { statusCode: status, headers, rawPayload } = await app.inject(url);
  return { status, cacheStatus: headers['cache-status'], etag: headers['etag'], bytes: rawPayload };
};

it('what one replica fetched the next serves, byte for byte', async () => {
  const [here, there] = [await join(), await join()];
  upstream.on('*', sendFile(pictures.png, 'image/png'));
  for (const url of ['/tweet/20', '/tweet/20/profile-image']) {
    const first = await get(here, url);
    const asked = upstream.calls.length;
    const second = await get(there, url);
    expect(upstream.calls).toHaveLength(asked);
    expect([second.status, second.etag]).toEqual([200, first.etag]);
    expect(second.bytes.equals(first.bytes)).toBe(true);
  }
  expect((await get(await join())).cacheStatus).toMatch(
    /^embed-server; hit; ttl=\d+; detail=tweet\/redis$/,
  );
  expect((await get(there)).cacheStatus).toMatch(/^embed-server; hit; ttl=\d+; detail=tweet$/);
  const metrics = await there.metrics();
  expect(metrics).toMatch(
    /embed_cache_lookups_total{kind="tweet",tier="redis",outcome="hit",.*} 1/,
  );
  expect(metrics).toMatch(/embed_shared_cache_commands_total{command="get",outcome="ok",.*}/);
});

it('a record of nothing is shared', async () => {
  const [here, there] = [await join(), await join()];
  upstream.json('/tweet-result', upstream.fixture('tweet-syn-tombstone'));
  expect((await get(here)).status).toBe(404);
  const asked = upstream.calls.length;
  const second = await get(there);
  expect(second.status).toBe(404);
  expect(second.cacheStatus).toMatch(/^embed-server; hit; ttl=\d+; detail=tweet\/redis$/);
  expect(upstream.calls).toHaveLength(asked);
});

it('a new replica fetches nothing that is stored', async () => {
  await get(await join());
  await replicas.shift()?.stop();
  expect((await get(await join())).status).toBe(200);
  expect(upstream.calls).toHaveLength(1);
});

it('ten replicas with requests for the same item call the upstream once', async () => {
  // However slow this machine is, nobody's time is up.
  const slow = { UPSTREAM_DEADLINE_MS: '60000', REQUEST_DEADLINE_MS: '60000' };
  const all = await Promise.all(Array.from({ length: 10 }, () => join(slow)));
  await redis.admin.config('RESETSTAT');
  const open = new Promise<ServerResponse>((resolve) => {
    upstream.on('/tweet-result', (_request, response) => resolve(response));
  });
  const pending = all.flatMap((replica) => [get(replica), get(replica)]);
  const response = await open;
  // The others have come, and have seen that the lock is held.
  await until(async () => {
    const [, calls] = /cmdstat_eval:calls=(\d+)/.exec(await redis.admin.info('commandstats')) ?? [];
    return Number(calls) >= 20;
  });
  expect(await leases()).toHaveLength(1);
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify(upstream.fixture('tweet-syn-photo')));
  const replies = await Promise.all(pending);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(upstream.calls).toHaveLength(1);
  const other = 'embed-server; fwd=miss; collapsed; stored; detail=tweet/redis';
  expect(replies.map(({ cacheStatus }) => cacheStatus)).toContain(other);
});

it('a replica that stops while it fetches holds up nobody', async () => {
  const [here, there] = [await join(), await join()];
  await get(here);
  const open = new Promise<ServerResponse>((resolve) => {
    upstream.on('/tweet-result', (_request, response) => resolve(response));
  });
  // Stale, so that a new copy is fetched behind the old one, which no stop waits for.
  for (const replica of [here, there]) replica.wait(400);
  await get(here);
  await open;
  expect(await leases()).toHaveLength(1);
  await here.stop();
  replicas.shift();
  expect(await leases()).toEqual([]);
  upstream.json('/tweet-result', upstream.fixture('tweet-syn-photo'));
  await get(there);
  await there.settled();
  expect(upstream.calls).toHaveLength(3);
});

it('what a host refuses one replica, no other asks for, at once or later', async () => {
  const here = await join();
  const there = await join();
  const refusing = [
    sendFile(pictures.svg, 'image/svg+xml'),
    sendFile(Buffer.alloc(11e6, 'a'), 'image/png'),
    sendFile(Buffer.concat([pictures.png, Buffer.alloc(11e6)]), 'image/png'),
  ];
  for (const [n, handler] of refusing.entries()) {
    upstream.on('*', handler);
    const url = `/video/youtube/m6UOo2YGbI${n}-poster-image?size=small`;
    const asked = upstream.calls.length;
    const together = await Promise.all([here, there, here, there].map((each) => get(each, url)));
    const later = [await get(there, url), await get(await join(), url)];
    expect([...together, ...later].map(({ status }) => status)).toEqual(Array(6).fill(502));
    expect(upstream.calls).toHaveLength(asked + 1);
  }
});

it('no replica waits for what cannot be shared: too large an image', async () => {
  const [here, there] = [
    await join({ CACHE_SHARED_ITEM_MAX_BYTES: '6000' }),
    await join({ CACHE_SHARED_ITEM_MAX_BYTES: '6000' }),
  ];
  const large = Buffer.concat([pictures.png, Buffer.alloc(10_000)]);
  upstream.on('*', sendFile(large, 'image/png'));
  const [one, two] = await Promise.all(
    [here, there].map((replica) => get(replica, '/tweet/20/profile-image')),
  );
  expect([one?.status, two?.status]).toEqual([200, 200]);
  expect((await get(here, '/tweet/20/profile-image')).cacheStatus).toContain(
    'hit; ttl=86400; detail=image',
  );
});

it('an upstream that fails fails each replica, and a copy of any stands in for all', async () => {
  const [here, there] = [await join(), await join()];
  await get(here);
  upstream.json('/tweet-result', 'down', 500);
  upstream.json('/oembed', 'down', 500);
  here.wait(700);
  there.wait(700);
  expect(await get(there)).toMatchObject({
    status: 200,
    cacheStatus: expect.stringContaining('fwd=stale; ttl=-4'),
  });
  const asked = upstream.calls.length;
  expect((await get(here)).cacheStatus).toMatch(/hit; ttl=\d+; detail=tweet\/redis/);
  expect(upstream.calls).toHaveLength(asked);
  expect((await get(here, '/tweet/21')).status).toBe(502);
});

describe('what its author deleted', () => {
  async function known() {
    const [here, there] = [await join(), await join()];
    await get(here);
    await get(there);
    upstream.json('/tweet-result', upstream.fixture('tweet-syn-tombstone'));
    return { here, there };
  }

  it('is dropped from the memory of all replicas as soon as one learns of it', async () => {
    const { here, there } = await known();
    here.wait(601);
    expect((await get(here)).status).toBe(404);
    // The copy there was fresh for minutes more.
    await until(async () => (await get(there)).status === 404);
  });

  it('comes back nowhere when the upstream fails, not even where the message did not arrive', async () => {
    const { here, there } = await known();
    await redis.admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    here.wait(601);
    expect((await get(here)).status).toBe(404);
    upstream.json('/tweet-result', 'down', 500);
    upstream.json('/oembed', 'down', 500);
    there.wait(3600);
    expect((await get(there)).status).toBe(502);
  });
});

it('what one replica purges, every replica fetches anew, also where a load is under way', async () => {
  const environment = { PURGE_KEYS: 'a-key-of-at-least-sixteen' };
  const [here, there] = [await join(environment), await join(environment)];
  const play = (text: string) =>
    upstream.json('/tweet-result', { ...(upstream.fixture('tweet-syn-photo') as object), text });
  play('first');
  for (const replica of [here, there, here, there]) await get(replica);
  play('second');
  const headers = { authorization: 'Bearer a-key-of-at-least-sixteen' };
  const payload = { url: 'https://x.com/a/status/20' };
  const purged = await here.app.inject({ method: 'POST', url: '/purge', headers, payload });
  expect(purged.statusCode).toBe(200);
  for (const replica of [there, here]) {
    await until(async () => (await get(replica)).bytes.includes('second'));
  }

  // Stale, so that a new copy is fetched behind the old one, while the other replica purges.
  const open = new Promise<ServerResponse>((resolve) => {
    upstream.on('/tweet-result', (_request, response) => resolve(response));
  });
  for (const replica of [here, there]) replica.wait(400);
  await get(there);
  const response = await open;
  await here.app.inject({ method: 'POST', url: '/purge', headers, payload });
  for (const replica of [here, there]) replica.wait(1);
  play('third');
  const late = { ...(upstream.fixture('tweet-syn-photo') as object), text: 'second' };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(late));
  await there.settled();
  for (const replica of [there, here]) {
    await until(async () => (await get(replica)).bytes.includes('third'));
  }
});
