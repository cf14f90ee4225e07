import { setTimeout as pause } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';

export interface Asked {
  readonly requests: number;
  /** Milliseconds. */
  readonly p99: number;
}

export interface Load {
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second, as long as the server keeps up; as many as it answers unless told. */
  readonly rate?: number;
}

/**
 * Asks for one address on so many connections. Not autocannon: its parser needs a millisecond and a half for 100 kB,
 * so that the server would idle and stay cold.
 */
export async function ask(url: string, { connections, seconds, rate }: Load): Promise<Asked> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections });
  const times: number[] = [];
  const once = async () => {
    const began = performance.now();
    await fetchAndDiscard(pool, pathname);
    times.push(performance.now() - began);
  };
  if (rate === undefined) await inTurn(once, connections, seconds);
  else await paced(once, rate, seconds);
  await pool.close();
  times.sort((a, b) => a - b);
  return { requests: times.length, p99: times[Math.floor(times.length * 0.99)] ?? NaN };
}

async function inTurn(once: () => Promise<void>, connections: number, seconds: number) {
  const end = performance.now() + seconds * 1000;
  const keepAsking = async () => {
    while (performance.now() < end) await once();
  };
  await Promise.all(Array.from({ length: connections }, keepAsking));
}

async function paced(once: () => Promise<void>, rate: number, seconds: number) {
  const began = performance.now();
  const asked: Promise<void>[] = [];
  for (let passed = 0; passed < seconds; passed = (performance.now() - began) / 1000) {
    while (asked.length < passed * rate) asked.push(once());
    await pause(1);
  }
  await Promise.all(asked);
}

function fetchAndDiscard(pool: Pool, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    pool.dispatch({ path, method: 'GET' }, discardBody(path, resolve, reject));
  });
}

function discardBody(
  path: string,
  resolve: () => void,
  reject: (error: Error) => void,
): Dispatcher.DispatchHandler {
  return {
    onRequestStart: () => undefined,
    onResponseStart(_controller, status) {
      if (status !== 200) reject(new Error(`${path}: ${status}`));
    },
    onResponseData: () => undefined,
    onResponseEnd: resolve,
    onResponseError: (_controller, error) => reject(error),
  };
}
