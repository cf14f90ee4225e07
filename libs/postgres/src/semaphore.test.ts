import { setTimeout as pause } from 'node:timers/promises';
import { Semaphore } from './semaphore.js';

const long = 60_000;

it('lets so many in at a time, and the others in the order in which they came', () => {
  const semaphore = new Semaphore(2);
  const begun: string[] = [];
  for (const name of 'abcd')
    semaphore.acquire(
      () => begun.push(name),
      long,
      () => begun.push('gave up'),
    );
  expect([begun.join(''), semaphore.waitingCount]).toEqual(['ab', 2]);
  semaphore.release();
  expect([begun.join(''), semaphore.waitingCount]).toEqual(['abc', 1]);
  semaphore.release();
  expect([begun.join(''), semaphore.waitingCount]).toEqual(['abcd', 0]);
});

it('hands no place to one that gave up, and lets none give up that has a place', async () => {
  const semaphore = new Semaphore(1);
  const events: string[] = [];
  const ask = (name: string, milliseconds: number) =>
    semaphore.acquire(
      () => events.push(name),
      milliseconds,
      () => events.push(`${name} gave up`),
    );
  ask('a', long);
  ask('hurried', 1);
  await pause(20);
  ask('b', 20);
  semaphore.release();
  await pause(40);
  expect(events).toEqual(['a', 'hurried gave up', 'b']);
});

it('has its place again after work that failed, and runs nothing without one', async () => {
  const semaphore = new Semaphore(1);
  const failed = semaphore.run(() => Promise.reject(new Error('failed')), 1);
  await expect(failed).rejects.toThrow('failed');
  const first = semaphore.run(() => pause(40, 'first'), 1);
  expect(await semaphore.run(async () => 'second', 1)).toBeUndefined();
  expect(await first).toBe('first');
  expect(await semaphore.run(async () => 'third', 1)).toBe('third');
});
