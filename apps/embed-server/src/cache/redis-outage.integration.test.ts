import { purgeAddress, purgeKey } from '../testing/purged-items.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { startRedis, until, type TestRedis } from '../testing/redis-server.js';

let redis: TestRedis;
let server: TestApp;
const name = 'embeds-away';

beforeEach(async () => {
  redis = await startRedis();
  server = await open();
  await until(() => isUp(true));
});
afterEach(async () => {
  await server.close();
  redis.thaw();
  await redis.close();
});

async function open(): Promise<TestApp> {
  const options = { redis: redis.client(name), rateLimitMax: 100_000 };
  const started = await createTestApp({ PURGE_KEYS: purgeKey }, undefined, options);
  started.upstream.json('/tweet-result', started.upstream.fixture('tweet-syn-photo'));
  return started;
}

const get = async (id: number) => (await server.app.inject(`/tweet/${id}`)).statusCode;
const isUp = async (up: boolean) =>
  (await server.metrics()).includes(`embed_shared_cache_up{service="test"} ${up ? 1 : 0}`);

async function lateReplies(): Promise<number> {
  const lines = [...(await server.metrics()).matchAll(/outcome="late",.*} (\d+)$/gm)];
  return lines.reduce((sum, [, count]) => sum + Number(count), 0);
}

it('killed: every request gets its reply, and Redis is used again when it is back', async () => {
  expect(await get(1)).toBe(200);
  await redis.kill();
  for (const id of [1, 2, 3]) expect(await get(id)).toBe(200);
  await until(() => isUp(false));
  await redis.start();
  await until(() => isUp(true));
  expect(await get(4)).toBe(200);
  expect(await redis.admin.keys('*:cache:3:tweet:4')).toHaveLength(1);
});

it('frozen: one round of requests waits a moment, none after them', async () => {
  redis.freeze();
  const first = await Promise.all([1, 2, 3, 4, 5].map(get));
  expect(first).toEqual([200, 200, 200, 200, 200]);
  const waited = await lateReplies();
  expect(waited).toBeGreaterThan(0);
  expect(waited).toBeLessThanOrEqual(5);
  for (let id = 10; id < 60; id += 1) expect(await get(id)).toBe(200);
  expect(await lateReplies()).toBe(waited);
  redis.thaw();
  await until(() => isUp(true));
  expect(await get(60)).toBe(200);
  expect(await redis.admin.keys('*:cache:3:tweet:60')).toHaveLength(1);
});

it('flushed: what is in memory is served, the rest is fetched anew', async () => {
  expect(await get(1)).toBe(200);
  await redis.admin.flushall();
  expect(await get(1)).toBe(200);
  expect(server.upstream.calls).toHaveLength(1);
  expect(await get(2)).toBe(200);
});

it('full: what cannot be kept is served all the same', async () => {
  await redis.admin.config('SET', 'maxmemory', '1');
  expect(await get(1)).toBe(200);
  expect(await server.metrics()).toMatch(/command="set",outcome="refused"/);
});

it('full of foreign values under our names: items are fetched anew, and replace them', async () => {
  const key = (id: number) => `${name}:v1:cache:3:tweet:${id}`;
  await redis.admin.set(key(1), '{"found":');
  await redis.admin.set(key(2), Buffer.from([0xff, 0x0a, 0x00]));
  await redis.admin.rpush(key(3), 'a', 'b');
  await redis.admin.set(`${name}:v1:lock:tweet:4`, 'open');
  await redis.admin.rpush(`${name}:v1:lock:tweet:5`, 'a');
  for (const id of [1, 2, 3, 4, 5]) expect(await get(id)).toBe(200);
  expect(server.upstream.calls).toHaveLength(5);
  for (const id of [1, 2, 3, 4, 5]) expect(await redis.admin.type(key(id))).toBe('string');
});

it('killed: a purge says that the others do not know of it, and is whole when asked again', async () => {
  const purge = () => purgeAddress(server, 'https://x.com/a/status/1');
  expect(await get(1)).toBe(200);
  const asked = server.upstream.calls.length;
  await redis.kill();
  const first = await purge();
  expect([first.statusCode, first.json().code]).toEqual([503, 'purge_incomplete']);
  expect(first.headers['retry-after']).toBe('10');
  // This one has forgotten it all the same.
  expect(await get(1)).toBe(200);
  expect(server.upstream.calls.length).toBeGreaterThan(asked);
  await redis.start();
  await until(async () => (await purge()).statusCode === 200);
});
