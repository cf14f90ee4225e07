// What is slow without a lock, and what only looks so (ADR 0030).
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { inBatches } from './batches.js';
import { lockWaits, RequestTime } from './request-time.js';

const options = { concurrency: 1, maxSize: 64, timeoutMs: 2000 };
const locksOf = (n: number) => [`row ${n}`];

describe('batches', () => {
  /** Sends what is not slow; a slow one takes until it is cancelled, which a database reports so. */
  const slowable = (isSlow: (n: number) => boolean) => {
    const sent: (readonly number[])[] = [];
    const run = async (items: readonly number[], { signal }: { signal: AbortSignal }) => {
      sent.push(items);
      if (items.some(isSlow)) {
        await once(signal, 'abort');
        throw Object.assign(new Error(), { code: '57014' });
      }
      return items.map((n) => n * 10);
    };
    return { call: inBatches(run, { ...options, locksOf }), sent };
  };

  it('serves the others of a batch while one is slow, and those after it at once', async () => {
    const { call, sent } = slowable((n) => n === 20);
    const slow = expect(call(20)).rejects.toThrow();
    const others = Array.from({ length: 40 }, (_, n) => n).filter((n) => n !== 20);
    expect(await Promise.all(others.map(call))).toEqual(others.map((n) => n * 10));
    const before = sent.length;
    const again = expect(call(20)).rejects.toThrow();
    expect(await Promise.all([1, 2].map(call))).toEqual([10, 20]);
    expect(sent[before]).toEqual([1, 2]);
    await Promise.all([slow, again]);
  });

  it('lets one that is slow have the rest of its time', async () => {
    let isSlow = true;
    const { call } = slowable(() => isSlow);
    const slow = call(1);
    // After its slice, while it has a statement for itself.
    setTimeout(() => (isSlow = false), 100);
    expect(await slow).toBe(10);
  });

  it('cuts nothing short any more when all is slow', async () => {
    let cut = 0;
    const run = async (items: readonly number[], { signal }: { signal: AbortSignal }) => {
      await Promise.race([pause(350), once(signal, 'abort')]);
      if (!signal.aborted) return items;
      cut += 1;
      throw Object.assign(new Error(), { code: '57014' });
    };
    const call = inBatches(run, { ...options, locksOf });
    for (const n of [1, 2, 3]) expect(await call(n)).toBe(n);
    const before = cut;
    const items = Array.from({ length: 64 }, (_, n) => n);
    expect(await Promise.all(items.map(call))).toEqual(items);
    expect([before, cut]).toEqual([before, before]);
  });

  it('cuts three in a row short at most: then it is the database that is slow', async () => {
    let [cut, whole] = [0, 0];
    const run = async (items: readonly number[], { signal }: { signal: AbortSignal }) => {
      if (whole > 0 || cut > 3) return items;
      await Promise.race([pause(500), once(signal, 'abort')]);
      if (!signal.aborted) whole += 1;
      if (!signal.aborted) return items;
      cut += 1;
      throw Object.assign(new Error(), { code: '57014' });
    };
    const items = Array.from({ length: 64 }, (_, n) => n);
    expect(await Promise.all(items.map(inBatches(run, options)))).toEqual(items);
    expect(cut).toBe(3);
  });

  it('sends for no request in particular, whoever asked first', async () => {
    const call = inBatches(async (items: readonly number[]) => items.map(lockWaits), options);
    expect(await new RequestTime(1000).run(() => call(1))).toBe('usual');
  });

  it('runs again what was not sent for want of a connection', async () => {
    let runs = 0;
    const run = async (items: readonly number[], { signal }: { signal: AbortSignal }) => {
      runs += 1;
      if (runs === 1) await once(signal, 'abort');
      signal.throwIfAborted();
      return items;
    };
    const call = inBatches(run, options);
    expect(await Promise.all([1, 2].map(call))).toEqual([1, 2]);
    expect(runs).toBe(2);
  });
});
