import type {} from '@fastify/rate-limit';
import { createLogger } from '@triptych/logging';
import { connectRedis, type SharedRedis } from '@triptych/redis';
import { hostileValues, topologies, until, type TestTopology } from '@triptych/redis/testing';
import { createRegistry, createServer, type Server } from './index.js';

const logger = createLogger({ name: 'test', level: 'silent' });
const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
});

const replicas = new WeakMap<Server, SharedRedis>();

/** One of several replicas that share a Redis. */
async function replica(
  name: string,
  settings: TestTopology['settings'],
  max = 10,
): Promise<Server> {
  const redis = connectRedis({ ...settings, prefix: name }, logger);
  const options = {
    name,
    logger,
    version: '0',
    metrics: createRegistry('test'),
    trustProxy: false,
  };
  const app = await createServer(
    { ...options, trustProxy: false, rateLimitMax: max, redis },
    { title: 'Test', description: 'For tests', limits: { costs: { 404: 5 } } },
  );
  app.get('/', async () => ({}));
  app.get('/guess', async (_request, reply) => reply.code(404).send({}));
  const limit = app.createRateLimit({ max: 3, timeWindow: 60_000, keyGenerator: () => 'one' });
  app.get('/limited', async (request) => limit(request));
  opened.push({ close: () => app.close().then(() => redis.close()) });
  replicas.set(app, redis);
  return app;
}

const remaining = (headers: Record<string, unknown>) =>
  Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

describe.each(Object.entries(topologies))('replicas that share a Redis: %s', (_name, start) => {
  let topology: TestTopology;
  let url: TestTopology['settings'];
  const newName = () => `rate-test-${process.pid}-${performance.now()}`;

  beforeAll(async () => {
    topology = await start();
    url = topology.settings;
  });
  afterAll(() => topology.close());

  it('count a client together', async () => {
    const name = newName();
    const [one, two] = [await replica(name, url), await replica(name, url)];
    // The first that is counted after Redis is connected is known to the other.
    let seen = 10;
    while (seen > 5) {
      await one.inject({ url: '/', remoteAddress: '192.0.2.1' });
      seen = remaining((await two.inject({ url: '/', remoteAddress: '192.0.2.1' })).headers);
    }
    let status = 200;
    while (status === 200) {
      status = (await one.inject({ url: '/', remoteAddress: '192.0.2.1' })).statusCode;
    }
    while ((await two.inject({ url: '/', remoteAddress: '192.0.2.1' })).statusCode !== 429);
    expect((await two.inject({ url: '/', remoteAddress: '192.0.2.2' })).statusCode).toBe(200);
  });

  it('count a reply that costs more, at all of them', async () => {
    const name = newName();
    const most = 30;
    const [one, two] = [await replica(name, url, most), await replica(name, url, most)];
    const leftAfter = async (app: Server, url: string, client: string) =>
      remaining((await app.inject({ url, remoteAddress: client })).headers);
    // What a replica counted is sent at most every ten milliseconds; the reply says what all counted.
    const exchange = () => new Promise((resolve) => setTimeout(resolve, 15));
    // Both are connected once the other knows of a client's first request.
    let n = 0;
    for (const [here, there] of [
      [one, two],
      [two, one],
    ] as const) {
      for (let known = false; !known; n += 1) {
        const client = `192.0.2.${n % 250}`;
        await leftAfter(here, '/', client);
        await exchange();
        await leftAfter(there, '/', client);
        await exchange();
        known = (await leftAfter(there, '/', client)) < most - 2;
      }
    }
    const client = '198.51.100.1';
    await leftAfter(one, '/guess', client);
    // The guess counts as five. Where it counts as one there, no fewer than `most - asked` are ever left.
    let [asked, left] = [1, most];
    while (left > most - asked - 3 && asked < 20) {
      await exchange();
      left = await leftAfter(two, '/', client);
      asked += 1;
    }
    expect(left).toBeLessThanOrEqual(most - asked - 3);
  });

  it('owe no more than the quota, however much was used at all of them together', async () => {
    const name = newName();
    const most = 200;
    const both = [await replica(name, url, most), await replica(name, url, most)];
    for (const app of both) await until(() => replicas.get(app)!.commands.isReady());
    const remoteAddress = '192.0.2.4';
    const ask = (app: Server) => app.inject({ url: '/', remoteAddress });
    await Promise.all(both.flatMap((app) => Array.from({ length: most }, () => ask(app))));
    const [app] = both;
    // The next is allowed as soon as something of the quota is back.
    await until(async () => (await ask(app!)).statusCode === 429);
    await until(async () => (await ask(app!)).statusCode === 200);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await until(async () => (await ask(app!)).statusCode === 200);
    expect(remaining((await ask(app!)).headers)).toBeLessThan(most / 2);
  });

  it('send what they count at once in one call, whatever else is under way', async () => {
    const app = await replica(newName(), url, 1000);
    const { commands, name } = replicas.get(app)!;
    await until(() => commands.isReady());
    const remoteAddress = '192.0.2.3';
    const { admin } = await topology.masterOf(name(`rate:${remoteAddress}`));
    await admin.config('RESETSTAT');
    await Promise.all(Array.from({ length: 200 }, () => app.inject({ url: '/', remoteAddress })));
    const calls = async () =>
      Number(/cmdstat_eval:calls=(\d+)/.exec(await admin.info('commandstats'))?.[1] ?? 0);
    await until(async () => (await calls()) > 0);
    // All that was sent before it has arrived, too.
    await commands.run((to) => to.get(name(`rate:${remoteAddress}`)));
    expect(await calls()).toBeLessThan(100);
  });

  it('count each for itself while Redis is away, without waiting for it', async () => {
    const app = await replica(newName(), { url: 'redis://127.0.0.1:1' }, 3);
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await app.inject('/')).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('count a limit of a route together, and each goes on from there when Redis freezes', async () => {
    const name = newName();
    const [one, two] = [await replica(name, url), await replica(name, url)];
    for (const app of [one, two]) await until(() => replicas.get(app)!.commands.isReady());
    let n = 0;
    // By another client each time: the limit of those is not the one that is tested here.
    const ask = async (app: Server) => {
      n += 1;
      const remoteAddress = `198.18.${n >> 8}.${n & 255}`;
      return (await app.inject({ url: '/limited', remoteAddress })).json<object>();
    };
    expect(await ask(one)).toMatchObject({ remaining: 2, isExceeded: false });
    expect(await ask(two)).toMatchObject({ remaining: 1, isExceeded: false });
    const server = await topology.masterOf(replicas.get(one)!.name('limit:one'));
    server.freeze();
    expect(await ask(two)).toMatchObject({ remaining: 0, isExceeded: false });
    expect(await ask(two)).toMatchObject({ isExceeded: true });
    expect(await ask(one)).toMatchObject({ remaining: 1, isExceeded: false });
    server.thaw();
    await until(async () => (await ask(one)) && replicas.get(one)!.commands.isReady());
    expect(await ask(one)).toMatchObject({ isExceeded: true });
  });

  it.each(Object.entries(hostileValues))('count in spite of %s in Redis', async (_what, put) => {
    const app = await replica(newName(), url);
    const { commands, name } = replicas.get(app)!;
    await until(() => commands.isReady());
    const client = '192.0.2.9';
    for (const key of [name(`rate:${client}`), name('limit:one')]) {
      await put((await topology.masterOf(key)).admin, key);
    }
    const ask = () => app.inject({ url: '/limited', remoteAddress: client });
    const replies = [await ask(), await ask(), await ask(), await ask()];
    expect(replies.map((reply) => reply.json<{ isExceeded: boolean }>().isExceeded)).toEqual([
      ...[false, false, false, true],
    ]);
    // What was foreign is a count by now, with an end.
    const leftOf = async (key: string) => (await topology.masterOf(key)).admin.pttl(key);
    await until(async () => {
      await app.inject({ url: '/', remoteAddress: client });
      return (await leftOf(name(`rate:${client}`))) > 0;
    });
    expect(await leftOf(name('limit:one'))).toBeGreaterThan(0);
  });
});
