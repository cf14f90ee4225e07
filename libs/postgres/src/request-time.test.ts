import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { inBatches } from './batches.js';
import { forAllRequests, lockWaits, RequestTime, beginWait } from './request-time.js';
import { withRetry } from './retry.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);
/** What a wait that begins now may last. */
function left(): number {
  const { limit, end } = beginWait();
  end();
  return limit;
}

it('counts waits alone, and those side by side once', () => {
  new RequestTime(1000).run(() => {
    pass(500);
    expect(left()).toBe(1000);
    const first = beginWait();
    pass(100);
    const second = beginWait();
    expect(second.limit).toBe(900);
    pass(100);
    first.end();
    pass(100);
    expect(left()).toBe(700);
    second.end();
    pass(500);
    expect(left()).toBe(700);
  });
});

it('ends a wait once, and leaves nothing below zero', () => {
  new RequestTime(1000).run(() => {
    const [first, second] = [beginWait(), beginWait()];
    first.end();
    first.end();
    pass(600);
    expect(left()).toBe(400);
    pass(600);
    expect(left()).toBe(0);
    second.end();
    expect(left()).toBe(0);
  });
});

it('counts a transaction that is repeated as one wait, which ends with it', async () => {
  await new RequestTime(1000).run(async () => {
    await withRetry(async () => pass(300));
    const lost = withRetry(async () => {
      pass(200);
      throw new Error('refused');
    });
    await expect(lost).rejects.toThrow('refused');
    pass(400);
    expect(left()).toBe(500);
  });
});

it('counts a call in a batch until it has its result', async () => {
  const run = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve) => void setTimeout(() => resolve(items), 300));
  const call = inBatches(run, { concurrency: 1, maxSize: 1, timeoutMs: 60_000 });
  await new RequestTime(1000).run(async () => {
    const called = call(1);
    await jest.advanceTimersByTimeAsync(300);
    expect(await called).toBe(1);
    pass(500);
    expect(left()).toBe(700);
  });
});

it('limits nothing that is done for all requests, or after the reply has begun', () => {
  const time = new RequestTime(1000);
  time.run(() => {
    expect(lockWaits()).toBe('limited');
    forAllRequests(() => expect([left(), lockWaits()]).toEqual([Infinity, 'usual']));
    time.end();
    expect([left(), lockWaits()]).toEqual([Infinity, 'usual']);
  });
});

it('repeats what has met the locks of others two at a time', async () => {
  jest.useRealTimers();
  let [underWay, most] = [0, 0];
  const meetingLock = async () => {
    let attempts = 0;
    return withRetry(async () => {
      attempts += 1;
      if (attempts === 1) throw Object.assign(new Error(), { code: '55P03' });
      underWay += 1;
      most = Math.max(most, underWay);
      await pause(60);
      underWay -= 1;
    });
  };
  await new RequestTime(10_000).run(() => Promise.all(Array.from({ length: 6 }, meetingLock)));
  expect(most).toBe(2);
});

it('repeats after pauses, until the time of the request is over', async () => {
  jest.useRealTimers();
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    throw Object.assign(new Error(), { code: '55P03' });
  };
  const refused = new RequestTime(1000).run(() => withRetry(work));
  await expect(refused).rejects.toMatchObject({ code: '55P03' });
  expect(attempts).toBeGreaterThan(1);
  expect(attempts).toBeLessThan(100);
});
