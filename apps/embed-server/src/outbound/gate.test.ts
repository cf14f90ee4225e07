import { createGate } from './gate.js';

it('lets the next in as one leaves, in the order in which they came', async () => {
  const gate = createGate(1, 2);
  const told: string[] = [];
  let leave = () => {};
  const first = gate.pass(() => new Promise<void>((resolve) => (leave = resolve)), 1000);
  const second = gate.pass(async () => told.push('second'), 60_000);
  const third = gate.pass(async () => told.push('third'), 60_000);
  await expect(gate.pass(async () => 'no place', 60_000)).rejects.toMatchObject({
    code: 'server_busy',
  });
  leave();
  await Promise.all([first, second, third]);
  expect(told).toEqual(['second', 'third']);
});

it('lets nobody wait for longer than they want, and then keeps no place for them', async () => {
  const gate = createGate(1, 1);
  let leave = () => {};
  const first = gate.pass(() => new Promise<void>((resolve) => (leave = resolve)), 1000);
  const impatient = gate.pass(async () => 'late', 5);
  await expect(impatient).rejects.toMatchObject({ code: 'server_busy' });
  const patient = gate.pass(async () => 'in', 60_000);
  leave();
  await first;
  expect(await patient).toBe('in');
  expect(await gate.pass(async () => 'free again', 5)).toBe('free again');
});

it('frees the place of work that fails', async () => {
  const gate = createGate(1, 0);
  await expect(gate.pass(() => Promise.reject(new Error('broken')), 5)).rejects.toThrow('broken');
  expect(await gate.pass(async () => 'in', 5)).toBe('in');
});
