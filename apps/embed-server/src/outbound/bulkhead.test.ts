import { createBulkhead } from './bulkhead.http.js';

it('starts the next call as one ends, in the order in which they came', async () => {
  const bulkhead = createBulkhead(1, 2);
  const started: string[] = [];
  let leave = () => {};
  const first = bulkhead.run(() => new Promise<void>((resolve) => (leave = resolve)), 1000);
  const second = bulkhead.run(async () => started.push('second'), 60_000);
  const third = bulkhead.run(async () => started.push('third'), 60_000);
  await expect(bulkhead.run(async () => 'no place', 60_000)).rejects.toMatchObject({
    code: 'server_busy',
  });
  leave();
  await Promise.all([first, second, third]);
  expect(started).toEqual(['second', 'third']);
});

it('lets no call wait for longer than it may, and then keeps no place in the queue for it', async () => {
  const bulkhead = createBulkhead(1, 1);
  let leave = () => {};
  const first = bulkhead.run(() => new Promise<void>((resolve) => (leave = resolve)), 1000);
  const impatient = bulkhead.run(async () => 'late', 5);
  await expect(impatient).rejects.toMatchObject({ code: 'server_busy' });
  const patient = bulkhead.run(async () => 'in', 60_000);
  leave();
  await first;
  expect(await patient).toBe('in');
  expect(await bulkhead.run(async () => 'free again', 5)).toBe('free again');
});

it('frees the place of a call that fails', async () => {
  const bulkhead = createBulkhead(1, 0);
  await expect(bulkhead.run(() => Promise.reject(new Error('broken')), 5)).rejects.toThrow(
    'broken',
  );
  expect(await bulkhead.run(async () => 'in', 5)).toBe('in');
});
