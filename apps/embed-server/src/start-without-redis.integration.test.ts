import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startRedis, until, type TestRedis } from './testing/redis-server.js';

let redis: TestRedis;
let child: ChildProcess;

afterEach(async () => {
  child.kill('SIGKILL');
  await redis.close();
});

/** The process as it is run, with the ports it got. */
async function run(redisUrl: string): Promise<{ main: string; ops: string }> {
  const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  child = spawn(
    process.execPath,
    ['--conditions=@triptych/source', '--import', 'tsx', file('./main.ts')],
    {
      env: {
        PATH: process.env['PATH'],
        TSX_TSCONFIG_PATH: file('../tsconfig.app.json'),
        PORT: '0',
        HEALTH_PORT: '0',
        REDIS_URL: redisUrl,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const output = child.stdout as NonNullable<typeof child.stdout>;
  for await (const line of createInterface({ input: output })) {
    const { msg, address, ops } = JSON.parse(line) as Record<string, string>;
    if (msg !== 'listening' || address === undefined || ops === undefined) continue;
    output.resume();
    return { main: address, ops };
  }
  throw new Error('it ended');
}

it('starts, is ready and answers without Redis, and takes it up when it comes', async () => {
  redis = await startRedis();
  await redis.kill();
  const { main, ops } = await run(redis.url);
  const status = async (url: string) => (await fetch(url)).status;
  await until(async () => (await status(`${ops}/-/ready`)) === 200);
  expect(await status(`${main}/version`)).toBe(200);
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
  expect(await status(`${main}/version`)).toBe(200);
});
