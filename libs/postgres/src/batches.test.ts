import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { BatchTimeoutError, inBatches } from './batches.js';
import { beginWait, RequestTime } from './request-time.js';

const options = { concurrency: 1, maxSize: 3, timeoutMs: 60_000 };

/** A `run` that settles each batch when the test does, and records them all. */
function held() {
  const batches: { items: readonly number[]; reply: () => void; fail: (error: Error) => void }[] =
    [];
  let begun = () => {};
  const run = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({ items, reply: () => resolve(items.map((n) => n * 10)), fail: reject });
      begun();
    });
  const until = async (count: number) => {
    while (batches.length < count) await new Promise<void>((resolve) => (begun = resolve));
    return batches[count - 1]!;
  };
  return { run, until, seen: () => batches.map(({ items }) => items) };
}

describe('calls in batches', () => {
  it('sends what arrives in one turn of the event loop together, and returns each its own result', async () => {
    const { run, until, seen } = held();
    const call = inBatches(run, options);
    const results = Promise.all([call(1), call(2)]);
    (await until(1)).reply();
    expect(await results).toEqual([10, 20]);
    expect(seen()).toEqual([[1, 2]]);
  });

  it('gathers the next batch while one is under way, as many as allowed', async () => {
    const { run, until, seen } = held();
    const call = inBatches(run, options);
    const first = call(1);
    await until(1);
    const others = Promise.all([2, 3, 4, 5].map(call));
    (await until(1)).reply();
    const second = await until(2);
    expect(seen()).toHaveLength(2);
    second.reply();
    (await until(3)).reply();
    expect(await first).toBe(10);
    expect(await others).toEqual([20, 30, 40, 50]);
    expect(seen()).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('keeps as many batches under way as `concurrency` allows', async () => {
    const { run, until } = held();
    const call = inBatches(run, { ...options, concurrency: 2 });
    const slow = call(1);
    await until(1);
    const fast = call(2);
    (await until(2)).reply();
    expect(await fast).toBe(20);
    (await until(1)).reply();
    expect(await slow).toBe(10);
  });

  it('fails only the call whose data are refused', async () => {
    const call = inBatches(async (items: readonly number[]) => {
      if (items.includes(2)) throw Object.assign(new Error('too long'), { code: '22001' });
      return items.map((n) => n * 10);
    }, options);
    const outcomes = await Promise.allSettled([1, 2, 3].map(call));
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: 10 },
      { status: 'rejected', reason: expect.objectContaining({ code: '22001' }) },
      { status: 'fulfilled', value: 30 },
    ]);
  });

  it('rejects all of the batch on an outage, runs it only once, and goes on', async () => {
    const { run, until, seen } = held();
    const call = inBatches(run, options);
    const outcomes = Promise.allSettled([1, 2].map(call));
    (await until(1)).fail(new Error('Connection terminated unexpectedly'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = call(3);
    (await until(2)).reply();
    expect(await next).toBe(30);
    expect(seen()).toEqual([[1, 2], [3]]);
  });

  it('fails what is under way and what waits when the timeout is over, and recovers', async () => {
    const { run, until } = held();
    const call = inBatches(run, { ...options, timeoutMs: 300 });
    const stuck = call(1);
    const stuckRefused = expect(stuck).rejects.toThrow(BatchTimeoutError);
    await until(1);
    const waiting = call(2);
    const waitingRefused = expect(waiting).rejects.toThrow(BatchTimeoutError);
    await Promise.all([stuckRefused, waitingRefused]);
    (await until(1)).reply();
    const next = call(3);
    (await until(2)).reply();
    expect(await next).toBe(30);
  });

  /** Sends what is not locked; the SQLSTATE is of a statement that waited too long for a lock. */
  const lockable = (locked: Set<number>, overrides: object = {}) => {
    const sent: (readonly number[])[] = [];
    const run = async (items: readonly number[]) => {
      sent.push(items);
      if (items.some((n) => locked.has(n))) throw Object.assign(new Error(), { code: '55P03' });
      return items.map((n) => n * 10);
    };
    const locksOf = (n: number) => [`row ${n}`];
    const call = inBatches(run, { ...options, maxSize: 64, locksOf, ...overrides });
    return { call, sent };
  };

  it('serves the others of a batch while one waits for its lock, and that one when the lock is gone', async () => {
    const locked = new Set([20]);
    const { call, sent } = lockable(locked);
    const late = call(20);
    const others = Array.from({ length: 40 }, (_, n) => n).filter((n) => n !== 20);
    expect(await Promise.all(others.map(call))).toEqual(others.map((n) => n * 10));
    // The whole batch, eight parts, and the five of the part with the lock.
    expect(sent.length).toBeLessThanOrEqual(1 + 8 + 5 + 2);
    locked.clear();
    expect(await late).toBe(200);
  });

  it('serves the others of a batch whose items name no locks while one waits for its lock', async () => {
    const { call } = lockable(new Set([2]), { locksOf: undefined, timeoutMs: 500 });
    expect(await Promise.allSettled([1, 2, 3].map(call))).toMatchObject([
      { value: 10 },
      { reason: { name: 'BatchTimeoutError' } },
      { value: 30 },
    ]);
  });

  it('lets no batch wait for a lock that another has just met', async () => {
    const locked = new Set([2]);
    const { call, sent } = lockable(locked);
    const first = call(2);
    expect(await Promise.all([1, 3].map(call))).toEqual([10, 30]);
    const again = [call(2), call(2)];
    expect(await Promise.all([4, 5].map(call))).toEqual([40, 50]);
    expect(sent).toContainEqual([4, 5]);
    locked.clear();
    expect(await Promise.all([first, ...again])).toEqual([20, 20, 20]);
    // Those that waited for one lock share a statement.
    expect(sent.at(-1)).toEqual([2, 2, 2]);
    // The lock that is gone is forgotten.
    await pause(1);
    expect(await Promise.all([2, 6].map(call))).toEqual([20, 60]);
    expect(sent.at(-1)).toEqual([2, 6]);
  });

  it('serves those whose lock is gone while another lock stays', async () => {
    const locked = new Set([1, 2]);
    const { call, sent } = lockable(locked, { timeoutMs: 3000 });
    const both = Promise.allSettled([call(1), call(2).finally(() => locked.clear())]);
    // Each was attempted alone.
    while (sent.length < 3) await pause(1);
    locked.delete(2);
    expect(await both).toMatchObject([{ value: 10 }, { value: 20 }]);
  });

  it('waits for one lock at a time beside the batches, however many rows are locked', async () => {
    const locked = new Set([1, 2, 3, 4, 5, 6]);
    let [underWay, most, attempts] = [0, 0, 0];
    const run = async (items: readonly number[]) => {
      [underWay, attempts] = [underWay + 1, attempts + 1];
      most = Math.max(most, underWay);
      await pause(30);
      underWay -= 1;
      if (attempts > 20) locked.clear();
      if (items.some((n) => locked.has(n))) throw Object.assign(new Error(), { code: '55P03' });
      return items;
    };
    const locksOf = (n: number) => [`row ${n}`];
    await Promise.all([...locked].map(inBatches(run, { ...options, maxSize: 64, locksOf })));
    expect(most).toBe(2);
  });

  it('fails what stays locked in time, with the reason, while others are served', async () => {
    const { call } = lockable(new Set([2]), { timeoutMs: 300 });
    const refused = call(2).catch((error: Error) => error);
    for (let n = 10; n < 20; n += 1) expect(await call(n)).toBe(n * 10);
    expect(await refused).toMatchObject({ name: 'BatchTimeoutError', cause: { code: '55P03' } });
  });

  it('says that the rows were locked, though the last statement was cancelled before the server said so', async () => {
    let isFirst = true;
    const run = async (_items: readonly number[], { signal }: { signal: AbortSignal }) => {
      const code = isFirst ? '55P03' : '57014';
      if (!isFirst) await once(signal, 'abort');
      isFirst = false;
      throw Object.assign(new Error(), { code });
    };
    const refused = inBatches(run, { ...options, locksOf: () => ['row'], timeoutMs: 600 })(1);
    const cause = { code: '55P03' };
    await expect(refused).rejects.toMatchObject({ name: 'BatchTimeoutError', cause });
  });

  it('fails the call whose request has no time left, and serves those beside it', async () => {
    const limits = new Set<number>();
    const run = async (items: readonly number[], { signal }: { signal: AbortSignal }) => {
      limits.add(beginWait().limit);
      if (!items.includes(1)) return items;
      await once(signal, 'abort');
      throw Object.assign(new Error('cancelled'), { code: '57014' });
    };
    const call = inBatches(run, options);
    const time = new RequestTime(150);
    const late = /did not respond in time|cancelled/;
    const outcomes = await Promise.allSettled([time.run(() => call(1)), ...[2, 3].map(call)]);
    expect(outcomes).toMatchObject([
      { reason: { message: expect.stringMatching(late) } },
      { value: 2 },
      { value: 3 },
    ]);
    // Its wait was counted, and nothing is left for another.
    await expect(time.run(() => call(1))).rejects.toThrow(late);
    time.end();
    expect(await time.run(() => call(4))).toBe(4);
    expect([...limits]).toEqual([Infinity]);
  });

  it('repeats a batch whose connection was lost, if that does no harm, and says so', async () => {
    const seen: boolean[] = [];
    const run = async (items: readonly number[], { again }: { again: boolean }) => {
      seen.push(again);
      if (!again) throw Object.assign(new Error(), { code: '57P01' });
      return items;
    };
    expect(await inBatches(run, { ...options, repeatable: true })(1)).toBe(1);
    await expect(inBatches(run, options)(1)).rejects.toMatchObject({ code: '57P01' });
    expect(seen).toEqual([false, true, false]);
  });

  it('repeats one whose connection is lost again and again until its time is over', async () => {
    let runs = 0;
    const run = async (items: readonly number[]) => {
      runs += 1;
      if (runs < 6 || items.includes(2)) throw Object.assign(new Error(), { code: '57P01' });
      return items;
    };
    const call = inBatches(run, { ...options, repeatable: true, timeoutMs: 2000 });
    expect(await call(1)).toBe(1);
    const began = performance.now();
    await expect(call(2)).rejects.toMatchObject({ cause: { code: '57P01' } });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(runs).toBeLessThan(20);
  });

  it('asks for the end of a statement before its time is over, and goes on', async () => {
    const run = async (items: readonly number[], { signal }: { signal: AbortSignal }) => {
      if (!items.includes(1)) return items;
      await once(signal, 'abort');
      throw Object.assign(new Error(), { code: '57014' });
    };
    const call = inBatches(run, { ...options, maxSize: 1, timeoutMs: 1000 });
    const cause = { code: '57014' };
    await expect(call(1)).rejects.toMatchObject({ name: 'BatchTimeoutError', cause });
    expect(await call(2)).toBe(2);
  });
});
