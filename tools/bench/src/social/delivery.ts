import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Friends } from './people.js';
import type { Order, Told } from './steady-sends.js';
import { inParallel, openStream } from './streams.js';

export interface Delivery {
  /** Milliseconds from the moment a send was due to its event at the friend's stream, in ascending order. */
  readonly delays: readonly number[];
  readonly failed: number;
  /** Sends a second that were answered. */
  readonly reached: number;
}

const sender = fileURLToPath(new URL('steady-sends.ts', import.meta.url));

/** Open loop: sends at a steady rate by another process, heard here at the streams of the friends. */
export async function deliver(
  url: string,
  friends: readonly Friends[],
  rate: number,
  seconds: number,
): Promise<Delivery> {
  const total = rate * seconds;
  const heard = new Map<number, number>();
  const hear = (type: string, frame: string) => {
    const [, n] = /"text":"steady-(\d+)\./.exec(frame) ?? [];
    if (type === 'message' && n !== undefined) heard.set(Number(n), performance.now());
  };
  const streams = await inParallel(friends, 20, ({ other }) => openStream(url, other, null, hear));
  const child = fork(sender, { execArgv: ['--import', 'tsx'] });
  let began = 0;
  const done = new Promise<{ failed: number; took: number }>((resolve) => {
    child.on('message', (told: Told) => {
      if ('began' in told) began = told.began - performance.timeOrigin;
      else resolve(told);
    });
  });
  child.send({ url, friends, rate, total } satisfies Order);
  const { failed, took } = await done;
  // What is stored is told by the heartbeat at the latest.
  const patience = performance.now() + 20_000;
  while (heard.size < total - failed && performance.now() < patience) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  streams.forEach((stream) => stream.close());
  if (child.exitCode === null) await once(child, 'exit');
  const delays = [...heard].map(([n, at]) => at - began - (n * 1000) / rate).sort((a, b) => a - b);
  return { delays, failed, reached: (total / took) * 1000 };
}
