import { BatchTimeoutError, inBatches } from './batches.js';

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
    (await until(2)).reply();
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
    const call = inBatches(run, { ...options, timeoutMs: 30 });
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
});
