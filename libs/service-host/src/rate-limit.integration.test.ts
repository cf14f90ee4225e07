import { createLogger } from '@triptych/logging';
import { connectRedis, createRegistry, createServer, type Server } from './index.js';

const logger = createLogger({ name: 'test', level: 'silent' });
const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
});

/** One of several replicas that share a Redis. */
async function replica(name: string, url: string | undefined, max = 10): Promise<Server> {
  const redis = connectRedis(url, logger);
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
  opened.push({ close: () => app.close().then(() => redis?.disconnect()) });
  return app;
}

const remaining = (headers: Record<string, unknown>) =>
  Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

describe('replicas that share a Redis', () => {
  const url = process.env['TEST_REDIS_URL'];
  const newName = () => `rate-test-${process.pid}-${performance.now()}`;

  beforeAll(() => {
    if (!url) throw new Error('TEST_REDIS_URL must be set');
  });

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

  it('count each for itself while Redis is away, without waiting for it', async () => {
    const app = await replica(newName(), 'redis://127.0.0.1:1', 3);
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await app.inject('/')).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});
