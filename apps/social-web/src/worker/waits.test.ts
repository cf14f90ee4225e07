import { createWaits } from './waits.js';

/** Never replied to; tells whether it was given up. */
function unanswered() {
  const signals: AbortSignal[] = [];
  return {
    wait: (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>(() => {});
    },
    isGivenUp: () => signals.map(({ aborted }) => aborted),
  };
}

it('what is replied to in time is passed on, and never given up', async () => {
  const waits = createWaits();
  let signal: AbortSignal | undefined;
  const wait = async (given: AbortSignal) => {
    signal = given;
    return 'a reply';
  };
  expect(await waits.within(60_000, wait)).toBe('a reply');
  waits.leave();
  expect(signal?.aborted).toBe(false);
  const failed = createWaits().within(60_000, () => Promise.reject(new Error('refused')));
  await expect(failed).rejects.toThrow('refused');
});

it('what takes longer than its time is given up', async () => {
  const { wait, isGivenUp } = unanswered();
  await expect(createWaits().within(1, wait)).rejects.toThrow();
  expect(isGivenUp()).toEqual([true]);
});

it('a worker that leaves gives everything up, and waits for nothing any more', async () => {
  const waits = createWaits();
  const { wait, isGivenUp } = unanswered();
  const open = [waits.within(60_000, wait), waits.within(null, wait)];
  waits.leave();
  for (const one of [...open, waits.within(60_000, wait), waits.within(null, wait)])
    await expect(one).rejects.toThrow();
  expect(isGivenUp()).toEqual([true, true]);
});
