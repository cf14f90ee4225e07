import { randomUUID } from 'node:crypto';
import { connectRedis, type SharedRedis } from '@triptych/redis';
import { hostileMessages, topologies, until, type TestTopology } from '@triptych/redis/testing';
import { recordingLogger } from '@triptych/testing';
import { releasedLock } from '../testing/released-lock.js';
import { describeCacheStore } from './cache-store.contract.js';
import { createMemoryCache } from './cache-store.memory.js';
import { createRedisCache, goneChannel } from './cache-store.redis.js';
import { connectCache } from './connection.redis.js';
import { subscribeToInvalidations } from './invalidation.redis.js';
import { createRedisLock } from './lock.redis.js';
import { createTieredStore } from './tiered-store.js';

/** A replica's cache as it is composed, without the rest. */
async function join(settings: TestTopology['settings'], prefix: string) {
  const { logger, lines } = recordingLogger();
  const redis = connectRedis({ ...settings, prefix }, logger);
  const memory = createMemoryCache(1e6);
  let missed = 0;
  const connection = connectCache(redis, { count: () => undefined, setUp: memory.doubtAll });
  const { name } = redis;
  subscribeToInvalidations(redis, {
    onGone: memory.forget,
    onMissed: () => {
      missed += 1;
      memory.doubtAll();
    },
  });
  const far = createRedisCache(connection, { name, maxBytes: 2000, now: Date.now });
  const ping = () => connection.run('get', (client) => client.getrange(name('x'), 0, 1));
  await until(async () => missed > 0 && (await ping()) === '');
  return {
    redis,
    lines,
    far,
    memory,
    missed: () => missed,
    store: createTieredStore(memory, far, Date.now),
    lock: releasedLock(createRedisLock(connection, name)),
  };
}
type Replica = Awaited<ReturnType<typeof join>>;

const entry = (text: string | null, storedAt = Date.now()) => ({
  found: text === null ? null : { body: Buffer.from(text), about: 'image/png' },
  storedAt,
  freshUntil: storedAt + 600_000,
  keepUntil: storedAt + 900_000,
});

describe.each(Object.entries(topologies))('the cache on %s', (_name, start) => {
  let topology: TestTopology;
  let here: Replica;
  let there: Replica;
  const clients: SharedRedis[] = [];

  beforeAll(async () => {
    topology = await start();
    const prefix = randomUUID();
    [here, there] = [await join(topology.settings, prefix), await join(topology.settings, prefix)];
    clients.push(here.redis, there.redis);
  });
  afterAll(async () => {
    await here.lock.releaseAll();
    await there.lock.releaseAll();
    clients.splice(0).forEach((client) => client.close());
    await topology.close();
  });

  // Keys that no other test of the contract has.
  describeCacheStore('Redis', () => {
    const unique = randomUUID();
    return {
      get: (key) => here.far.get(`${key}${unique}`),
      set: (key, value) => here.far.set(`${key}${unique}`, value),
      purge: (key, time) => here.far.purge(`${key}${unique}`, time),
    };
  });

  it('gives one replica the lease of a key', async () => {
    for (const key of ['tweet:1', 'tweet:2', 'tweet:3']) {
      const lease = await here.lock.acquire(key);
      expect(await there.lock.acquire(key)).toBeNull();
      await lease?.release(true);
      expect(await there.lock.acquire(key)).not.toBeNull();
    }
  });

  it('drops what others found gone, also where the message did not arrive', async () => {
    await here.store.set('tweet:4', entry('x'));
    expect((await there.store.get('tweet:4'))?.found).not.toBeNull();
    await here.store.set('tweet:4', entry(null, Date.now() + 1));
    await until(async () => (await there.memory.get('tweet:4')) === null);

    await here.store.set('tweet:5', entry('x'));
    await there.store.get('tweet:5');
    const copy = await there.store.get('tweet:5');
    expect(copy?.found?.body.toString()).toBe('x');
    await here.store.set('tweet:6', entry('x'));
    await there.store.get('tweet:6');
    const known = there.missed();
    for (const { admin } of topology.servers) await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await here.store.set('tweet:6', entry(null, Date.now() + 1));
    await until(() => there.missed() > known);
    expect((await there.store.get('tweet:6'))?.found).toBeNull();
    // What is still there is served from memory again, as the same object.
    expect(there.memory.held('tweet:5')).toBeUndefined();
    expect(await there.store.get('tweet:5')).toBe(copy);
    expect(there.memory.held('tweet:5')).toBe(copy);
  });

  it('ignores what is no message of a replica', async () => {
    const valid = `${Date.now()} tweet:7`;
    await here.store.set('tweet:8', entry('x'));
    for (const message of hostileMessages(valid)) {
      await here.redis.commands.run((client) =>
        client.publish(here.redis.name(goneChannel), message),
      );
    }
    await here.store.set('tweet:9', entry('x'));
    await there.store.get('tweet:9');
    await here.store.set('tweet:9', entry(null, Date.now() + 1));
    await until(async () => (await there.memory.get('tweet:9')) === null);
    expect(here.memory.held('tweet:8')).toBeDefined();
    expect(here.lines.filter((line) => line.includes('was not understood'))).toHaveLength(1);
  });
});
