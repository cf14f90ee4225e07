import { randomUUID } from 'node:crypto';
import { hostileValues } from '@triptych/redis/testing';
import { startRedis, until, type TestRedis } from '../testing/redis-server.js';
import { describeCacheStore } from './cache-store.contract.js';
import { createRedisCache } from './cache-store.redis.js';
import { connectCache, type CacheConnection } from './connection.redis.js';

let server: TestRedis;
let redis: TestRedis['admin'];
let connection: CacheConnection;
const outcomes: string[] = [];

beforeAll(async () => {
  server = await startRedis();
  redis = server.admin;
  connection = connectCache(server.client('test'), {
    count: (command, outcome) => void outcomes.push(`${command} ${outcome}`),
    setUp: () => undefined,
  });
  await until(async () => (await connection.run('ping', (own) => own.ping())) === 'PONG');
});
afterAll(() => server.close());

const open = (nameSpace: string = randomUUID()) =>
  createRedisCache(connection, {
    name: (last) => `${nameSpace}:${last}`,
    maxBytes: 2000,
    now: Date.now,
  });

describeCacheStore('Redis', open);

const nameSpace = randomUUID();
const name = (key: string) => `${nameSpace}:cache:3:${key}`;
const entry = (body: Buffer | null, storedAt = Date.now()) => ({
  found: body && { body, about: 'image/png' },
  storedAt,
  freshUntil: storedAt + 1_000,
  keepUntil: storedAt + 90_000,
});

it('lets Redis drop an entry after its last second', async () => {
  await open(nameSpace).set('tweet:1', entry(Buffer.from('x')));
  const left = await redis.pttl(name('tweet:1'));
  expect(left).toBeGreaterThan(60_000);
  expect(left).toBeLessThanOrEqual(90_000);
});

it('keeps a record of nothing for as long as the copy that it voids would have stayed', async () => {
  const storedAt = Date.now();
  await open(nameSpace).set('tweet:2', entry(Buffer.from('x'), storedAt));
  const short = { storedAt: storedAt + 1, freshUntil: storedAt + 5, keepUntil: storedAt + 5 };
  await open(nameSpace).set('tweet:2', { found: null, ...short });
  expect(await redis.pttl(name('tweet:2'))).toBeGreaterThan(60_000);
});

it('stores no value above the limit, and returns that others do not find it', async () => {
  const store = open(nameSpace);
  expect(await store.set('image:1', entry(Buffer.alloc(2000)))).toBe(false);
  expect(await redis.exists(name('image:1'))).toBe(0);
  expect(await store.set('image:1', entry(Buffer.alloc(1000)))).toBe(true);
});

it.each([
  ['a text', (key: string) => redis.set(key, 'hello')],
  ['a stamp from the future', (key: string) => redis.set(key, '9'.repeat(40))],
  ['a value of another key', (key: string) => redis.copy(name('tweet:1'), key)],
  ['a large value', (key: string) => redis.set(key, Buffer.alloc(5_000_000))],
])('takes %s for nothing, and away', async (_name, put) => {
  const store = open(nameSpace);
  await put(name('tweet:5'));
  expect(await store.get('tweet:5')).toBeNull();
  expect(await redis.exists(name('tweet:5'))).toBe(0);
});

it('treats a value of another type as none, and replaces it', async () => {
  const store = open(nameSpace);
  await redis.rpush(name('tweet:6'), 'a');
  expect(await store.get('tweet:6')).toBeNull();
  expect(outcomes).toContain('get refused');
  await store.set('tweet:6', entry(Buffer.from('x')));
  expect((await store.get('tweet:6'))?.found?.body.toString()).toBe('x');
});

it('does not mistake a pause of this process for one of Redis', async () => {
  outcomes.length = 0;
  const reply = connection.run('ping', (own) => own.ping());
  const until = performance.now() + 300;
  while (performance.now() < until);
  expect(await reply).toBe('PONG');
  expect(outcomes).toEqual(['ping ok']);
});

it.each(Object.entries(hostileValues))(
  'takes %s for nothing, and replaces it',
  async (_what, put) => {
    const store = open(nameSpace);
    const key = `tweet:${_what}`;
    await put(redis, name(key));
    expect(await store.get(key)).toBeNull();
    expect(await store.set(key, entry(Buffer.from('x')))).toBe(true);
    expect((await store.get(key))?.found?.body.toString()).toBe('x');
  },
);
