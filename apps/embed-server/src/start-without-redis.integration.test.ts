import { serviceProcesses } from '@triptych/testing';
import { startRedis, until, type TestRedis } from './testing/redis-server.js';

const { launch, endAll } = serviceProcesses(new URL('./main.ts', import.meta.url));
let redis: TestRedis;

afterEach(async () => {
  endAll();
  await redis.close();
});

it('starts, is ready and answers without Redis, and takes it up when it comes', async () => {
  redis = await startRedis();
  await redis.kill();
  const { address, ops } = await launch({ REDIS_URL: redis.url });
  const status = async (url: string) => (await fetch(url)).status;
  await until(async () => (await status(`${ops}/-/ready`)) === 200);
  expect(await status(`${address}/version`)).toBe(200);
  expect(await status(`${ops}/-/health`)).toBe(200);
  const isUp = async () =>
    (await (await fetch(`${ops}/-/metrics`)).text()).includes(
      'embed_shared_cache_up{service="embed-server"} 1',
    );
  expect(await isUp()).toBe(false);
  await redis.start();
  await until(isUp);
  redis.freeze();
  expect(await status(`${ops}/-/ready`)).toBe(200);
  expect(await status(`${address}/version`)).toBe(200);
});
