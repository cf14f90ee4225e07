import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';

/** A server of the test's own, which it may kill and freeze. */
export interface RedisProcess {
  readonly port: number;
  /** Waits for a server that has yet to start: the test's own limit ends that. */
  readonly admin: Redis;
  /** On the same port, without its data. */
  start(): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Kills it and removes what it wrote. */
  close(): Promise<void>;
}

export interface RedisProcessOptions {
  /** Of the test's own client. */
  readonly client?: RedisOptions;
  readonly isSentinel?: boolean;
}

/** `lines` are those of a `redis.conf`, with a sentinel's own ones last. */
export async function startRedisProcess(
  port: number,
  lines: readonly string[],
  { client = {}, isSentinel = false }: RedisProcessOptions = {},
): Promise<RedisProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-redis-'));
  const file = join(folder, 'redis.conf');
  const admin = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy: () => 20,
    ...client,
  });
  admin.on('error', () => undefined);
  let child: ChildProcess | undefined;

  async function start() {
    const own = [`port ${port}`, 'bind 127.0.0.1', 'save ""', 'appendonly no', `dir ${folder}`];
    await writeFile(
      file,
      [...own, ...lines].filter((line) => !isSentinel || !/^(save|append)/.test(line)).join('\n'),
    );
    child = spawn('redis-server', [file, ...(isSentinel ? ['--sentinel'] : [])], {
      stdio: 'ignore',
    });
    await once(child, 'spawn');
    await admin.ping();
  }
  async function kill() {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  await start();
  return {
    port,
    admin,
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    close: async () => {
      admin.disconnect();
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Checks again until it is true; the test's own time limit ends it. */
export async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await check())) await pause(10);
}
