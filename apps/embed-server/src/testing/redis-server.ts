import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { connectRedis } from '@triptych/service-host';
import { freePort, recordingLogger } from '@triptych/testing';
import { Redis } from 'ioredis';

/** A Redis of the test's own, which it may stop, freeze and fill with rubbish. */
export interface TestRedis {
  readonly url: string;
  readonly admin: Redis;
  /** A client as `main.ts` has it; ended with the server. */
  client(): Redis;
  start(): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  // A server may take its time to start: a command waits for it, and the test's own limit ends that.
  const admin = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy: () => 20,
  });
  admin.on('error', () => undefined);
  const clients = [admin];
  let child: ChildProcess | undefined;

  async function start() {
    const options = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    child = spawn('redis-server', options.map(String), { stdio: 'ignore' });
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
    url,
    admin,
    client: () => {
      const client = connectRedis(url, recordingLogger().logger) as Redis;
      clients.push(client);
      return client;
    },
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    close: async () => {
      clients.forEach((client) => client.disconnect());
      await kill();
    },
  };
}

/** Checks again until it is true; the test's own time limit ends it. */
export async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await check())) await pause(10);
}
