import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { connectRedis, type SharedRedis } from './connect-redis.js';
import { RedisUnavailable } from './connection.js';
import { recordedLog, until, type RedisProcess, type TestTopology } from './testing/index.js';

/** What every Redis of others must do for a service, and what a service must stand from it. */
export function describeTopology<T extends TestTopology>(
  name: string,
  start: () => Promise<T>,
  recover: (broken: RedisProcess, topology: T) => Promise<void>,
): void {
  describe(name, () => {
    let topology: T;
    let prefix: string;
    const opened: SharedRedis[] = [];

    beforeAll(async () => {
      topology = await start();
    });
    afterAll(() => topology.close());
    beforeEach(() => {
      prefix = `test:${randomUUID()}`;
    });
    afterEach(() => opened.splice(0).forEach((redis) => redis.close()));

    async function join({ log } = recordedLog()): Promise<SharedRedis> {
      const redis = connectRedis({ ...topology.settings, prefix }, log);
      opened.push(redis);
      await until(() => redis.commands.isReady());
      return redis;
    }
    async function listen(redis: SharedRedis) {
      const received: string[] = [];
      let missed = 0;
      redis.subscribe('test', 'news', {
        onMessage: (text) => received.push(text) > 0,
        onMissed: () => (missed += 1),
      });
      await until(() => missed > 0);
      return { received, missed: () => missed };
    }
    // Again where it was late: a busy machine may take long to connect to one more node.
    const publish = (redis: SharedRedis, text: string) =>
      until(() =>
        redis.commands
          .run((client) => client.publish(redis.name('news'), text))
          .then(
            () => true,
            () => false,
          ),
      );

    it('keeps values under names of its own, on whatever server they lie', async () => {
      const redis = await join();
      for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
        const own = redis.name(key);
        await redis.commands.run((client) => client.set(own, key, 'PX', 60_000));
        expect(await redis.commands.run((client) => client.get(own))).toBe(key);
        expect(own.startsWith(`${prefix}:v1:`)).toBe(true);
      }
    });

    it('carries what one replica publishes to all others', async () => {
      const replicas = [await join(), await join(), await join()];
      const heard = await Promise.all(replicas.map(listen));
      await Promise.all(replicas.map((redis, n) => publish(redis, `from ${n}`)));
      for (const { received } of heard) await until(() => new Set(received).size === 3);
    });

    function joinChannels(redis: SharedRedis) {
      const [received, joined]: [string[], string[]] = [[], []];
      const channels = redis.channels('test', {
        onMessage: (text) => received.push(text) > 0,
        onJoined: (channel) => joined.push(channel),
      });
      return { ...channels, received, joined };
    }
    type JoinedChannels = ReturnType<typeof joinChannels>;
    /** Returns whether `to` has had it; what is published while a connection comes back may be lost. */
    const carries = async (from: JoinedChannels, to: JoinedChannels, channel: string) => {
      const text = randomUUID();
      await from.publish(channel, text).catch(() => undefined);
      await pause(20);
      return to.received.includes(text);
    };

    it('carries what is published on a channel to those alone that have joined it', async () => {
      const [here, there] = [joinChannels(await join()), joinChannels(await join())];
      const names = Array.from({ length: 20 }, (_, n) => `user:${n}`);
      names.forEach((name, n) => (n % 2 === 0 ? here : there).join(name));
      await until(() => here.joined.length + there.joined.length === names.length);
      // Again where it was late.
      for (const name of names) {
        await until(() =>
          here.publish(name, name).then(
            () => true,
            () => false,
          ),
        );
      }
      const heard = (channels: JoinedChannels) => [...new Set(channels.received)].toSorted();
      await until(() => heard(here).length + heard(there).length === names.length);
      expect(heard(here)).toEqual(names.filter((_, n) => n % 2 === 0).toSorted());
      expect(heard(there)).toEqual(names.filter((_, n) => n % 2 === 1).toSorted());
      // Left and joined by the other.
      here.leave('user:0');
      there.join('user:0');
      await until(() => there.joined.includes('user:0'));
      await until(async () => {
        const before = here.received.length;
        return (await carries(here, there, 'user:0')) && here.received.length === before;
      });
      // Left and joined in one go, and by both.
      there.leave('user:0');
      there.join('user:0');
      here.join('user:0');
      await until(() => here.joined.length === names.length / 2 + 1);
      await until(() => carries(there, here, 'user:0'));
      await until(() => carries(here, there, 'user:0'));
    });

    it('frozen: commands fail within their time, then at once; subscribers come back and know that they missed', async () => {
      const recorded = recordedLog();
      const redis = await join(recorded);
      const there = await join();
      const key = redis.name('x');
      const heard = await listen(redis);
      await listen(there);
      const [channels, channelsThere] = [joinChannels(redis), joinChannels(there)];
      channels.join('user:1');
      await until(() => carries(channelsThere, channels, 'user:1'));
      const broken = await topology.masterOf(key);
      broken.freeze();
      const failures = Array.from({ length: 50 }, () =>
        redis.commands.run((client) => client.get(key)).catch((error: unknown) => error),
      );
      for (const failure of await Promise.all(failures))
        expect(failure).toBeInstanceOf(RedisUnavailable);
      await recover(broken, topology);
      // The node of a cluster that it listens to may be another one.
      if (!redis.isCluster) await until(() => heard.missed() > 1);
      // Of what is published from now on each must hear, also one that was connected to the frozen server.
      await until(() => redis.commands.isReady() && there.commands.isReady());
      await until(async () => {
        await publish(there, 'later');
        await pause(50);
        return heard.received.includes('later');
      });
      await until(() => carries(channelsThere, channels, 'user:1'));
      await until(async () =>
        redis.commands
          .run((client) => client.set(key, '1', 'PX', 1_000))
          .then(
            () => true,
            () => false,
          ),
      );
      // What is silent does not say that it reads its data.
      expect(recorded.lines.join('')).not.toContain('LOADING');
    });
  });
}
