import type { CachedBody } from '../cache/cache-store.port.js';

// Reading of many pictures whose results are wanted in order. Guarantees: those that hang keep no picture of another host from
// being read; a host is asked for few at once; no more is asked for while what has arrived before its turn fills the room.
//
//   the next picture                          is asked for
//   is of a host with few calls               at once
//   is of one with `mostOfHost`               when one of them has ended; those behind it go ahead
//   comes while `mostAtOnce` are running      when one of them has ended
//   comes while the room is filled            when there is room again
//   is wanted now                             in any case

const [mostOfHost, mostAtOnce] = [4, 32];

/** What is asked for, by its host. */
export interface AheadRequest {
  readonly host: string;
  readonly read: () => Promise<CachedBody | null>;
}

/** `room`: bytes that are left. Each result is to be asked for once, in order. */
export function readAhead(
  requests: readonly AheadRequest[],
  room: () => number,
): (at: number) => Promise<CachedBody | null> {
  const results = new Map<number, Promise<CachedBody | null>>();
  const running = new Map<string, number>();
  const waiting = new Set(requests.keys());
  const arrived = new Map<number, number>();
  const sum = (numbers: Map<unknown, number>) => [...numbers.values()].reduce((a, b) => a + b, 0);

  function start(at: number): void {
    const { host, read } = requests[at]!;
    const change = (by: number) => running.set(host, (running.get(host) ?? 0) + by);
    waiting.delete(at);
    change(1);
    const result = read()
      .then((body) => {
        arrived.set(at, body?.body.length ?? 0);
        return body;
      })
      .finally(() => {
        change(-1);
        startMore();
      });
    // Who waits for it gets the error; until then nobody does.
    result.catch(() => undefined);
    results.set(at, result);
  }

  function startMore(): void {
    for (const at of waiting) {
      if (sum(running) >= mostAtOnce || sum(arrived) > room()) return;
      if ((running.get(requests[at]!.host) ?? 0) < mostOfHost) start(at);
    }
  }

  startMore();
  return async (at) => {
    if (waiting.has(at)) start(at);
    try {
      return await results.get(at)!;
    } finally {
      arrived.delete(at);
      results.delete(at);
      startMore();
    }
  };
}
