import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Pool } from 'undici';
import { quantile, type Figures } from './rounds.js';
import type { ServerProcess } from './server-process.js';

/** Varied requests, each connection as fast as it gets replies. */
export async function sendRequests(
  server: ServerProcess,
  load: Pick<autocannon.Options, 'connections' | 'requests'> & { readonly seconds: number },
): Promise<Figures> {
  const { seconds: duration, ...options } = load;
  const before = server.cpu();
  const result = await autocannon({ url: server.url, duration, ...options });
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${result.non2xx} replies and ${result.errors} connections failed`);
  }
  const { p50, p99 } = result.latency;
  const cpu = (server.cpu() - before) / result.requests.total;
  return { perSecond: result.requests.average, p50, p99, cpu };
}

/**
 * Requests one path, `rate` times a second as long as the server keeps up, else as often as it replies. Not by
 * autocannon: its parser needs a millisecond and a half for 100 kB, so that the server would idle and stay cold.
 */
export async function requestPath(
  server: ServerProcess,
  path: string,
  load: { readonly connections: number; readonly seconds: number; readonly rate?: number },
): Promise<Figures> {
  const { connections, seconds, rate } = load;
  const pool = new Pool(server.url, { connections });
  const times: number[] = [];
  const once = async () => {
    const began = performance.now();
    await fetchAndDiscard(pool, path);
    times.push(performance.now() - began);
  };
  const before = server.cpu();
  if (rate === undefined) await oneByOne(once, connections, seconds);
  else await atRate(once, rate, seconds);
  const cpu = (server.cpu() - before) / times.length;
  await pool.close();
  const perSecond = times.length / seconds;
  return { perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99), cpu };
}

async function oneByOne(once: () => Promise<void>, connections: number, seconds: number) {
  const end = performance.now() + seconds * 1000;
  const repeat = async () => {
    while (performance.now() < end) await once();
  };
  await Promise.all(Array.from({ length: connections }, repeat));
}

async function atRate(once: () => Promise<void>, rate: number, seconds: number) {
  const began = performance.now();
  const requests: Promise<void>[] = [];
  for (let passed = 0; passed < seconds; passed = (performance.now() - began) / 1000) {
    while (requests.length < passed * rate) requests.push(once());
    await pause(1);
  }
  await Promise.all(requests);
}

function fetchAndDiscard(pool: Pool, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    pool.dispatch(
      { path, method: 'GET' },
      {
        onRequestStart: () => undefined,
        onResponseStart(_controller, status) {
          if (status !== 200) reject(new Error(`${path}: ${status}`));
        },
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}
