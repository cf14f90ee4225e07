import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inParallel, openStream } from './client.js';
import type { Friends } from './people.js';
import type { Order, Report } from './sender.js';

const sender = fileURLToPath(new URL('sender.ts', import.meta.url));

/**
 * Open loop: sends at a steady rate by another process, received here on the streams of the friends, at another replica
 * if `streamsUrl` says so. `delays` are the
 * milliseconds from the moment a send was due to its event there, in ascending order; `reached` is replies a second.
 */
export async function deliver(
  url: string,
  friends: readonly Friends[],
  rate: number,
  seconds: number,
  streamsUrl = url,
) {
  const total = rate * seconds;
  const received = new Map<number, number>();
  const onEvent = (type: string, frame: string) => {
    const [, n] = /"text":"steady-(\d+)\./.exec(frame) ?? [];
    if (type === 'message' && n !== undefined) received.set(Number(n), performance.now());
  };
  const streams = await inParallel(friends, 20, ({ other }) =>
    openStream(streamsUrl, other, null, onEvent),
  );
  const child = fork(sender);
  let began = 0;
  const done = new Promise<{ failed: number; took: number }>((resolve) => {
    child.on('message', (report: Report) => {
      if ('began' in report) began = report.began - performance.timeOrigin;
      else resolve(report);
    });
  });
  child.send({ url, friends, rate, total } satisfies Order);
  const { failed, took } = await done;
  // What is stored arrives with the heartbeat at the latest.
  const deadline = performance.now() + 20_000;
  while (received.size < total - failed && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  streams.forEach((stream) => stream.close());
  if (child.exitCode === null) await once(child, 'exit');
  const delays = [...received]
    .map(([n, at]) => at - began - (n * 1000) / rate)
    .sort((a, b) => a - b);
  return { delays, failed, reached: (total / took) * 1000 };
}
