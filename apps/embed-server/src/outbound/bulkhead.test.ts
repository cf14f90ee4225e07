import { createBulkhead, type Call } from './bulkhead.http.js';

const wanted = (maxWait: number): Call => ({
  maxWait,
  isAbandoned: () => false,
  end: () => undefined,
});

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

it('starts the next call as one ends, in the order in which they came', async () => {
  const before = timers();
  const bulkhead = createBulkhead(1, 2);
  const started: string[] = [];
  let leave = () => {};
  const first = bulkhead.run(() => new Promise<void>((resolve) => (leave = resolve)), wanted(1000));
  const second = bulkhead.run(async () => started.push('second'), wanted(60_000));
  const third = bulkhead.run(async () => started.push('third'), wanted(60_000));
  await expect(bulkhead.run(async () => 'no place', wanted(60_000))).rejects.toMatchObject({
    code: 'server_busy',
  });
  leave();
  await Promise.all([first, second, third]);
  expect(started).toEqual(['second', 'third']);
  // Those of the queue would keep a process for as long as a call may wait.
  expect(timers()).toBe(before);
});

it('lets no call wait for longer than it may, and then keeps no place in the queue for it', async () => {
  const bulkhead = createBulkhead(1, 1);
  let leave = () => {};
  const first = bulkhead.run(() => new Promise<void>((resolve) => (leave = resolve)), wanted(1000));
  const impatient = bulkhead.run(async () => 'late', wanted(5));
  await expect(impatient).rejects.toMatchObject({ code: 'server_busy' });
  const patient = bulkhead.run(async () => 'in', wanted(60_000));
  leave();
  await first;
  expect(await patient).toBe('in');
  expect(await bulkhead.run(async () => 'free again', wanted(5))).toBe('free again');
});

it('frees the place of a call that fails', async () => {
  const bulkhead = createBulkhead(1, 0);
  await expect(bulkhead.run(() => Promise.reject(new Error('broken')), wanted(5))).rejects.toThrow(
    'broken',
  );
  expect(await bulkhead.run(async () => 'in', wanted(5))).toBe('in');
});

describe('a call that nobody waits for any more', () => {
  /** One that stays until it is ended; `leave` is the going of its last client. */
  function stuck(maxWait = 60_000) {
    let [abandoned, ended] = [false, false];
    let fail: (reason: Error) => void = () => undefined;
    const call: Call = {
      maxWait,
      isAbandoned: () => abandoned,
      end: (reason) => {
        ended = true;
        fail(reason);
      },
    };
    const work = () => new Promise<never>((_resolve, reject) => (fail = reject));
    return { call, work, leave: () => (abandoned = true), wasEnded: () => ended };
  }

  it('goes on while its place is wanted by nobody, then leaves it to who comes or already waits', async () => {
    const bulkhead = createBulkhead(2, 2);
    const [one, two] = [stuck(), stuck()];
    const results = [one, two].map(({ work, call }) =>
      bulkhead.run(work, call).catch((error) => error.code),
    );
    one.leave();
    expect(one.wasEnded()).toBe(false);
    expect(await bulkhead.run(async () => 'in', wanted(60_000))).toBe('in');
    expect([one.wasEnded(), two.wasEnded()]).toEqual([true, false]);
    const kept = stuck();
    void bulkhead.run(kept.work, kept.call).catch(() => undefined);
    const waits = bulkhead.run(async () => 'in later', wanted(60_000));
    two.leave();
    expect(await waits).toBe('in later');
    expect(kept.wasEnded()).toBe(false);
    expect(await Promise.all(results)).toEqual(['server_busy', 'server_busy']);
  });

  it('leaves the queue, too', async () => {
    const bulkhead = createBulkhead(1, 1);
    const [running, queued] = [stuck(), stuck()];
    void bulkhead.run(running.work, running.call).catch(() => undefined);
    const started = bulkhead.run(async () => 'started', queued.call).catch((error) => error.code);
    queued.leave();
    const next = bulkhead.run(async () => 'in', wanted(60_000));
    expect(await started).toBe('server_busy');
    expect(running.wasEnded()).toBe(false);
    running.leave();
    expect(await next).toBe('in');
  });
});
