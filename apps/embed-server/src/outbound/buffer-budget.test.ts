import { createBufferBudget, type BufferBudget } from './buffer-budget.js';

const never = new AbortController().signal;

function open(budget: BufferBudget, ...groups: string[]) {
  const state = { ended: false };
  const reservation = budget.open({ groups, end: () => (state.ended = true) });
  return { ...reservation, state, reserve: (bytes: number) => reservation.reserve(bytes, never) };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

it('leaves half of the memory to others, whatever one host or one client takes', async () => {
  const budget = createBufferBudget(100, 10);
  const greedy = Array.from({ length: 10 }, (_, n) => open(budget, `host ${n}`, 'client 1'));
  const done: number[] = [];
  const waiting = greedy.map((each, n) => each.reserve(9).then(() => done.push(n)));
  await settle();
  // Forty for all, and ten for the first that had to wait.
  expect(done).toEqual([0, 1, 2, 3, 4]);
  const other = open(budget, 'host 11', 'client 2');
  await other.reserve(40);
  other.release();
  for (const each of greedy) each.release();
  await Promise.allSettled(waiting);
});

it('ends slow bodies once another waits for their memory, and no others', async () => {
  const budget = createBufferBudget(1_000_000, 100_000);
  const slow = open(budget, 'host 1', 'client 1');
  await slow.reserve(440_000);
  const unrelated = open(budget, 'host 2', 'client 2');
  await unrelated.reserve(1);
  await new Promise((resolve) => setTimeout(resolve, 600));
  const fast = open(budget, 'host 3', 'client 1');
  await fast.reserve(100_000);
  const next = open(budget, 'host 4', 'client 1');
  await next.reserve(100_000);
  expect([slow, unrelated, fast, next].map(({ state }) => state.ended)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  await expect(slow.reserve(1)).rejects.toMatchObject({ code: 'server_busy' });
});

it('reads every body to its end, in whatever groups and order their pieces come', async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 50; round += 1) {
    const largest = 10 + random(40);
    const total = largest + random(60);
    const budget = createBufferBudget(total, largest);
    let [inside, most, through] = [0, 0, 0];
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const body = open(budget, `host ${random(4)}`, `client ${random(4)}`);
        let held = 0;
        for (let left = largest; left > 0;) {
          const piece = Math.min(left, 1 + random(10));
          await body.reserve(piece);
          [held, left] = [held + piece, left - piece];
          most = Math.max(most, (inside += piece));
          await new Promise((resolve) => setImmediate(resolve));
        }
        inside -= held;
        through += 1;
        body.release();
      }),
    );
    expect([round, through]).toEqual([round, 30]);
    expect(most).toBeLessThanOrEqual(total);
  }
});
