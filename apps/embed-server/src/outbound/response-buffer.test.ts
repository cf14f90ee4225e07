import { UpstreamTimeout } from '@triptych/http-client';
import type { Send } from './interceptor.http.js';
import { createBufferBudget as createBudget } from './buffer-budget.js';
import { limitBuffers } from './response-buffer.http.js';

const never = new AbortController().signal;
const request = {
  url: 'https://a.example/',
  accept: '*/*',
  endsAt: Infinity,
  client: '',
  askedHost: '',
  isAbandoned: () => false,
  end: () => undefined,
};

/** Bodies of no group, which nobody ends. */
function createBufferBudget(total: number, largest: number) {
  const budget = createBudget(total, largest);
  return {
    open: (owner = { groups: [] as readonly string[], end: () => {} }) => budget.open(owner),
  };
}

it('reads bodies as they arrive, until only the largest would fit', async () => {
  const budget = createBufferBudget(100, 40);
  const [one, two, three] = [budget.open(), budget.open(), budget.open()];
  await one.reserve(30, never);
  await two.reserve(30, never);
  const done: string[] = [];
  const last = two.reserve(40, never).then(() => done.push('two goes on'));
  const next = three.reserve(10, never).then(() => done.push('three goes on'));
  await last;
  expect(done).toEqual(['two goes on']);
  two.release();
  await next;
  expect(done).toEqual(['two goes on', 'three goes on']);
});

it('ends a wait with its call, and frees what it held', async () => {
  const budget = createBufferBudget(50, 40);
  const [one, two, three] = [budget.open(), budget.open(), budget.open()];
  await one.reserve(10, never);
  await two.reserve(1, never);
  const deadline = new AbortController();
  const waiting = three.reserve(1, deadline.signal);
  deadline.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'server_busy', retryAfter: 1 });
  await expect(three.reserve(1, deadline.signal)).rejects.toMatchObject({ code: 'server_busy' });
  three.release();
  two.release();
  one.release();
  await expect(budget.open().reserve(50, never)).resolves.toBeUndefined();
});

it('reads a hundred bodies to their end, each larger than what is free to all', async () => {
  const budget = createBufferBudget(50, 40);
  let [inside, most, through] = [0, 0, 0];
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      const reservation = budget.open();
      for (let piece = 0; piece < 4; piece += 1) {
        await reservation.reserve(10, never);
        inside += 10;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
      }
      inside -= 40;
      through += 1;
      reservation.release();
    }),
  );
  expect([through, most]).toEqual([100, 50]);
});

/** A host that sends a piece and then nothing. */
function dripping(bytes: number): Send {
  return async ({ beforePiece }) => {
    await beforePiece?.(bytes, never);
    throw new UpstreamTimeout();
  };
}

it('a host whose body had to wait for memory has not been too slow', async () => {
  const budget = createBufferBudget(20, 10);
  await expect(limitBuffers(budget)(dripping(10))(request)).rejects.toMatchObject({
    code: 'upstream_timeout',
  });
  const [one, two] = [budget.open(), budget.open()];
  await one.reserve(10, never);
  await two.reserve(10, never);
  const waiting = limitBuffers(budget)(dripping(10))(request);
  one.release();
  two.release();
  await expect(waiting).rejects.toMatchObject({ code: 'server_busy' });
});

it('a call that failed frees its memory', async () => {
  const budget = createBufferBudget(20, 10);
  for (let call = 0; call < 5; call += 1) {
    await expect(limitBuffers(budget)(dripping(10))(request)).rejects.toMatchObject({
      code: 'upstream_timeout',
    });
  }
});
