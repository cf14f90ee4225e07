import { jest } from '@jest/globals';
import { startExpirySweep, type SweepParts } from './expiry-sweep.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const interval = 1_000;
const none = { messages: 0, userIds: [], isFull: false };
type Outcome = Awaited<ReturnType<SweepParts['erase']>>;

/** A sweep whose rounds have these outcomes, the last for ever. */
function start(...outcomes: (() => Promise<Outcome>)[]) {
  const lines: string[] = [];
  const note = (level: string) => (_fields: object, text: string) =>
    void lines.push(`${level} ${text}`);
  const log = { info: note('info'), warn: note('warn') } as unknown as SweepParts['log'];
  const woken: string[] = [];
  const wakeups = { wake: (ids: readonly string[]) => void woken.push(...ids) };
  let calls = 0;
  const erase = () => outcomes[Math.min((calls += 1), outcomes.length) - 1]!();
  const stop = startExpirySweep({ erase, wakeups, log }, interval);
  return { lines, woken, stop, calls: () => calls };
}

const passes = (count: number) => jest.advanceTimersByTimeAsync(count * interval);
const fails = () => Promise.reject(new Error('away'));
const nothing = () => Promise.resolve(none);

it('goes on at once while more is due, and wakes whose messages are gone', async () => {
  const full = () => Promise.resolve({ messages: 2, userIds: ['a'], isFull: true });
  const { calls, woken, lines, stop } = start(full, full, nothing);
  await passes(1);
  expect(calls()).toBe(3);
  expect(woken).toEqual(['a', 'a']);
  await passes(1);
  expect(calls()).toBe(4);
  expect(lines).toHaveLength(2);
  await stop();
});

it('tries again what fails, and logs when that begins and ends', async () => {
  const { calls, lines, stop } = start(fails, fails, nothing);
  await passes(2);
  expect(lines).toEqual([
    'warn messages whose time is over could not be erased; they are tried again',
  ]);
  await passes(2);
  expect(calls()).toBe(4);
  expect(lines.slice(1)).toEqual(['info messages whose time is over are erased again']);
  await stop();
});

it('asks a slow database once, is waited for at a stop, and begins nothing after it', async () => {
  let release = () => {};
  const held = new Promise<Outcome>((resolve) => {
    release = () => resolve({ messages: 1, userIds: [], isFull: true });
  });
  const { calls, stop } = start(() => held, nothing);
  await passes(3);
  expect(calls()).toBe(1);
  let isStopped = false;
  const stopped = stop().then(() => (isStopped = true));
  await passes(1);
  expect(isStopped).toBe(false);
  release();
  await stopped;
  await passes(2);
  expect(calls()).toBe(1);
});
