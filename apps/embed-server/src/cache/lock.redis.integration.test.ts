import { hostileValues } from '@triptych/redis/testing';
import { releasedLock } from '../testing/released-lock.js';
import { startRedis, until, type TestRedis } from '../testing/redis-server.js';
import { createRedisLock } from './lock.redis.js';
import { connectCache, type CacheConnection } from './connection.redis.js';

let redis: TestRedis;
let connections: CacheConnection[];
let here: ReturnType<typeof releasedLock>;
let there: typeof here;
const reports = {
  count: () => undefined,
  setUp: () => undefined,
};

beforeAll(async () => {
  redis = await startRedis();
  connections = [redis.patientClient('test'), redis.patientClient('test')].map((client) =>
    connectCache(client, reports),
  );
  for (const connection of connections) {
    await until(async () => (await connection.run('ping', (own) => own.ping())) === 'PONG');
  }
  [here, there] = connections.map((connection) =>
    releasedLock(createRedisLock(connection, (name) => `test:${name}`)),
  ) as [typeof here, typeof there];
});
beforeEach(() => redis.admin.flushall());
afterEach(async () => {
  await here.releaseAll();
  await there.releaseAll();
});
afterAll(async () => {
  connections.forEach((connection) => connection.close());
  await redis.close();
});

it('gives one replica the lease, and the next once it is released', async () => {
  const lease = await here.acquire('tweet:1');
  expect(lease).not.toBeNull();
  expect(await there.acquire('tweet:1')).toBeNull();
  expect(await there.acquire('tweet:2')).not.toBeNull();
  await lease?.release(true);
  expect(await there.acquire('tweet:1')).not.toBeNull();
});

it('gives everyone a lease when nothing can be shared', async () => {
  const lease = await here.acquire('tweet:1');
  await lease?.release(false);
  expect(await here.acquire('tweet:1')).not.toBeNull();
  expect(await there.acquire('tweet:1')).not.toBeNull();
});

it('renews the lease while its replica lives', async () => {
  const lease = await here.acquire('tweet:1');
  await redis.admin.pexpire('test:lock:tweet:1', 600);
  await until(async () => (await redis.admin.pttl('test:lock:tweet:1')) > 1000);
  await lease?.release(true);
  expect(await redis.admin.exists('test:lock:tweet:1')).toBe(0);
});

it('renews a lease no more once it is released', async () => {
  const released = await here.acquire('tweet:released');
  const held = await here.acquire('tweet:held');
  await released?.release(true);
  const commands: string[] = [];
  const monitor = await redis.admin.monitor();
  monitor.on('monitor', (_time: string, command: string[]) => commands.push(command.join(' ')));
  const renewed = (key: string) => commands.filter((command) => command.includes(key)).length;
  await until(() => renewed('test:lock:tweet:held') >= 2);
  monitor.disconnect();
  expect(renewed('test:lock:tweet:released')).toBe(0);
  await held?.release(true);
});

it('ends the lease of a replica that died by expiry', async () => {
  await redis.admin.set('test:lock:tweet:1', 'a dead one', 'PX', 200);
  expect(await here.acquire('tweet:1')).toBeNull();
  await until(async () => (await here.acquire('tweet:1')) !== null);
});

it('is not released by one whose lease has expired', async () => {
  const lease = await here.acquire('tweet:1');
  await redis.admin.set('test:lock:tweet:1', 'another');
  await lease?.release(true);
  expect(await redis.admin.get('test:lock:tweet:1')).toBe('another');
});

it.each(Object.entries(hostileValues))('is not held up for ever by %s', async (_what, put) => {
  await put(redis.admin, 'test:lock:tweet:1');
  const lease = await here.acquire('tweet:1');
  expect(lease).not.toBeNull();
  expect(await there.acquire('tweet:1')).toBeNull();
  await lease?.release(true);
});

describe('without a reply', () => {
  /** Commands reach Redis or not, and there is no reply; then the connection is back. */
  function losing(command: string, isSent: boolean) {
    const [whole] = connections as [CacheConnection];
    let [isLost, isBack] = [false, false];
    const sent: string[] = [];
    const connection: CacheConnection = {
      ...whole,
      isReady: () => !isLost || isBack,
      run: async (name, send) => {
        if (isLost && !isBack) return null;
        sent.push(name);
        const lost = name === command && !isLost;
        const reply = lost && !isSent ? null : await whole.run(name, send);
        if (!lost) return reply;
        isLost = true;
        // No time ends it: it stays until somebody releases it.
        await redis.admin.persist('test:lock:tweet:1');
        return null;
      },
    };
    const lock = createRedisLock(connection, (name) => `test:${name}`);
    return { lock, sent, comeBack: () => void (isBack = true) };
  }
  const isHeld = async () => (await redis.admin.exists('test:lock:tweet:1')) === 1;

  it('releases again what it does not know to be released', async () => {
    const { lock, sent, comeBack } = losing('release', false);
    const lease = await lock.acquire('tweet:1');
    await lease?.release(true);
    expect(await isHeld()).toBe(true);
    comeBack();
    await until(async () => !(await isHeld()));
    expect(sent.filter((name) => name !== 'renew')).toEqual(['acquire', 'release', 'release']);
    await lock.close();
  });

  it('releases what it does not know to have acquired', async () => {
    const { lock, comeBack } = losing('acquire', true);
    const lease = await lock.acquire('tweet:1');
    expect(await isHeld()).toBe(true);
    comeBack();
    await lease?.release(true);
    expect(await isHeld()).toBe(false);
    await lock.close();
  });

  it('stops sending once the lease has expired, or the replica stops', async () => {
    const { lock, sent } = losing('release', false);
    const lease = await lock.acquire('tweet:1');
    await lease?.release(true);
    await lock.close();
    // The timer that is left behind would fail this file.
    expect(sent.filter((name) => name === 'release')).toHaveLength(1);
  });
});

it('releases all when the replica stops, also what it is acquiring, and holds up nobody after that', async () => {
  const [connection] = connections as [CacheConnection];
  const lock = createRedisLock(connection, (name) => `test:${name}`);
  const held = await lock.acquire('tweet:1');
  const pending = lock.acquire('tweet:2');
  await lock.close();
  expect(await redis.admin.keys('test:lock:*')).toEqual([]);
  const late = [held, await pending, await lock.acquire('tweet:3')];
  expect(late).not.toContain(null);
  expect(await redis.admin.keys('test:lock:*')).toEqual([]);
  for (const lease of late) await lease?.release(false);
  expect(await redis.admin.keys('test:lock:*')).toEqual([]);
});
