import { setImmediate } from 'node:timers/promises';
import { createHostBulkheads } from './host-bulkheads.http.js';

/** A call to a host, which ends when the test says so. */
function callOf(run: ReturnType<typeof createHostBulkheads>, host: string) {
  const call = { isAsked: false, answer: () => {}, fail: () => {}, done: Promise.resolve() };
  call.done = run(host, () => {
    call.isAsked = true;
    return new Promise<void>((resolve, reject) => {
      call.answer = resolve;
      call.fail = () => reject(new Error('silent'));
    });
  }).catch(() => {});
  return call;
}

async function callEnded(
  run: ReturnType<typeof createHostBulkheads>,
  host: string,
  end: 'answer' | 'fail',
) {
  const call = callOf(run, host);
  await setImmediate();
  call[end]();
  await call.done;
}

async function endAll(calls: readonly ReturnType<typeof callOf>[]) {
  for (let ended = 0; ended < calls.length; await setImmediate()) {
    for (const call of calls.filter(({ isAsked }) => isAsked)) call.fail();
    ended = calls.filter(({ isAsked }) => isAsked).length;
  }
  await Promise.all(calls.map(({ done }) => done));
}

describe('hosts of pictures', () => {
  it('many that nobody knows, all silent, delay none that has answered before', async () => {
    const run = createHostBulkheads();
    await callEnded(run, 'pictures.test', 'answer');
    const silent = Array.from({ length: 60 }, (_, index) => callOf(run, `silent-${index}.test`));
    await setImmediate();
    expect(silent.filter(({ isAsked }) => isAsked)).toHaveLength(4);
    const again = callOf(run, 'pictures.test');
    await setImmediate();
    expect(again.isAsked).toBe(true);
    await endAll([...silent, again]);
  });

  it('one that is silent is known no more', async () => {
    const run = createHostBulkheads();
    const hosts = Array.from({ length: 5 }, (_, index) => `turned-${index}.test`);
    for (const end of ['answer', 'fail'] as const) {
      for (const host of hosts) await callEnded(run, host, end);
    }
    const calls = hosts.map((host) => callOf(run, host));
    await setImmediate();
    // The places of those that nobody knows, not these and those of the known ones.
    expect(calls.filter(({ isAsked }) => isAsked)).toHaveLength(4);
    const fresh = callOf(run, 'fresh.test');
    await setImmediate();
    expect(fresh.isAsked).toBe(false);
    await endAll([...calls, fresh]);
  });
});
