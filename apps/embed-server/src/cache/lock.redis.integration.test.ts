import { recordingLogger } from '@triptych/testing';
import { startRedis, until, type TestRedis } from '../testing/redis-server.js';
import type { LoadTurns } from './lock.port.js';
import { createRedisTurns } from './lock.redis.js';
import { linkRedis, type RedisLink } from './redis-link.redis.js';

let redis: TestRedis;
let links: RedisLink[];
let here: LoadTurns;
let there: LoadTurns;
const reports = {
  log: recordingLogger().logger,
  count: () => undefined,
  setUp: () => undefined,
};

beforeAll(async () => {
  redis = await startRedis();
  links = [redis.client(), redis.client()].map((client) => linkRedis(client, reports));
  for (const link of links) {
    await until(async () => (await link.ask('ping', (own) => own.ping())) === 'PONG');
  }
  [here, there] = links.map((link) => createRedisTurns(link, 'test')) as [LoadTurns, LoadTurns];
});
beforeEach(() => redis.admin.flushall());
afterAll(async () => {
  links.forEach((link) => link.close());
  await redis.close();
});

it('gives one replica the turn, and the next when it is over', async () => {
  const turn = await here.take('tweet:1');
  expect(turn).not.toBeNull();
  expect(await there.take('tweet:1')).toBeNull();
  expect(await there.take('tweet:2')).not.toBeNull();
  await turn?.end(true);
  expect(await there.take('tweet:1')).not.toBeNull();
});

it('is everyone’s when nothing was brought', async () => {
  const turn = await here.take('tweet:1');
  await turn?.end(false);
  expect(await here.take('tweet:1')).not.toBeNull();
  expect(await there.take('tweet:1')).not.toBeNull();
});

it('outlasts its expiry while its replica lives', async () => {
  const turn = await here.take('tweet:1');
  await redis.admin.pexpire('test:turn:tweet:1', 600);
  await until(async () => (await redis.admin.pttl('test:turn:tweet:1')) > 1000);
  await turn?.end(true);
  expect(await redis.admin.exists('test:turn:tweet:1')).toBe(0);
});

it('of a replica that died ends by itself', async () => {
  await redis.admin.set('test:turn:tweet:1', 'a dead one', 'PX', 200);
  expect(await here.take('tweet:1')).toBeNull();
  await until(async () => (await here.take('tweet:1')) !== null);
});

it('is not ended by one whose turn it is no more', async () => {
  const turn = await here.take('tweet:1');
  await redis.admin.set('test:turn:tweet:1', 'another');
  await turn?.end(true);
  expect(await redis.admin.get('test:turn:tweet:1')).toBe('another');
});
