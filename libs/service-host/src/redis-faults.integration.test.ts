import type {} from '@fastify/rate-limit';
import { connectRedis } from '@triptych/redis';
import {
  recordedLog,
  serverFaults,
  startFaultyServer,
  until,
  type RedisProcess,
} from '@triptych/redis/testing';
import { createLogger } from '@triptych/logging';
import { createRegistry, createServer, type Server } from './index.js';

let redis: RedisProcess;
let app: Server;
let close: () => Promise<unknown>;
let heard: string[];
let missed: number;
let publish: (text: string) => Promise<unknown>;
let isReady: () => boolean;
const { log, lines } = recordedLog();

beforeAll(async () => {
  redis = await startFaultyServer();
  const shared = connectRedis({ url: `redis://127.0.0.1:${redis.port}`, prefix: 'test' }, log);
  const logger = createLogger({ name: 'test', level: 'silent' });
  const options = { name: 'test', logger, version: '0', metrics: createRegistry('test') };
  app = await createServer(
    { ...options, trustProxy: false, rateLimitMax: 100_000, redis: shared },
    { title: 'Test', description: 'For tests' },
  );
  const limit = app.createRateLimit({ max: 100_000, timeWindow: 60_000, keyGenerator: () => 'a' });
  app.get('/limited', async (request) => limit(request));
  [heard, missed] = [[], 0];
  shared.subscribe('test', 'news', {
    onMessage: (text) => heard.push(text) > 0,
    onMissed: () => (missed += 1),
  });
  isReady = () => shared.commands.isReady();
  publish = (text) => shared.commands.run((to) => to.publish(shared.name('news'), text));
  close = () => app.close().then(() => shared.close());
  await until(() => isReady() && missed > 0);
});
afterAll(async () => {
  await close();
  await redis.close();
});

const withCode = (code: string) =>
  lines.filter((line) => line.includes(`"redis"`) && line.includes(`"code":"${code}"`));
const ask = () => app.inject('/limited');
const logged = (from: number) => lines.slice(from).join('\n');

/** Works in full: requests are counted in Redis, and messages arrive. */
async function recovers(text: string) {
  await until(async () => {
    await ask();
    await publish(text).catch(() => undefined);
    return isReady() && heard.includes(text);
  });
  const before = Number(await redis.admin.get('test:v1:limit:a'));
  await ask();
  expect(Number(await redis.admin.get('test:v1:limit:a'))).toBe(before + 1);
}

// In the order of the list, on one server: the outage is one, and each fault a class of it.
it.each(serverFaults.map((fault) => [fault.code, fault] as const))(
  '%s: requests are served, one line says what to do, and all comes back by itself',
  async (code, fault) => {
    await recovers(`before ${code}`);
    const from = lines.length;
    await fault.begin(redis.admin);
    const began = performance.now();
    await until(async () => {
      if (performance.now() - began > 10_000) throw new Error(`no line: ${logged(from)}`);
      expect((await ask()).statusCode).toBe(200);
      return withCode(code).length > 0;
    });
    for (let n = 0; n < 20; n += 1) expect((await ask()).statusCode).toBe(200);
    expect(withCode(code)).toHaveLength(1);
    const [facts] = JSON.parse(withCode(code)[0]!) as [{ reason: string; advice: string }];
    expect(facts).toMatchObject({ dependency: 'redis', reason: fault.reason });
    expect(facts.advice).not.toMatch(/^See its own log/);
    await fault.end(redis.admin);
    await recovers(`after ${code}`);
    expect(withCode(code)).toHaveLength(1);
  },
);

it('and a line says that it works again', async () => {
  await until(async () => (await ask()) && logged(0).includes('a dependency works again'));
  expect(lines.join('')).not.toMatch(/secret|other|127\.0\.0\.1/);
});
