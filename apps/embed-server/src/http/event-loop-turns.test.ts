import { setImmediate as turn } from 'node:timers/promises';
import { createTurns, type InTurn } from './event-loop-turns.js';
import { inNewScope } from './request-scope.js';

let inTurn: InTurn;
beforeEach(() => {
  inTurn = createTurns();
});

/** Takes more than a turn has. */
function long<T>(value: T): T {
  const end = performance.now() + 6;
  while (performance.now() < end);
  return value;
}

const ofClient = <T>(client: string, work: () => T, deadline = 10_000) =>
  inNewScope(deadline, () => inTurn(work), { client, isAbandoned: () => false });

it('short work runs at once', () => {
  expect(inTurn(() => 'done')).toBe('done');
});

it('of long work each turn does one piece, in order', async () => {
  let turns = 0;
  const at: number[] = [];
  const pieces = Array.from({ length: 5 }, () => inTurn(() => at.push(long(turns))));
  while (at.length < pieces.length) {
    await turn();
    turns += 1;
  }
  for (const piece of pieces) await piece;
  // The first runs at once, ahead of the turn that the second has.
  expect(new Set(at).size).toBe(pieces.length - 1);
});

it('short work behind long work waits for its turn too, and has the value or the error of its own', async () => {
  void inTurn(() => long(0));
  const [kept, failed] = [
    inTurn(() => 'kept'),
    inTurn(() => {
      throw new Error('its own');
    }),
  ];
  expect(kept).toBeInstanceOf(Promise);
  await expect(failed).rejects.toThrow('its own');
  expect(await kept).toBe('kept');
  expect(inTurn(() => 'at once again')).toBe('at once again');
});

it('clients take turns, however much one of them asks for', async () => {
  const order: string[] = [];
  const work = (client: string) => ofClient(client, () => order.push(long(client)));
  const all = ['a', 'a', 'a', 'a', 'b', 'c'].map(work);
  for (const one of all) await one;
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'a']);
});

it('work that nobody waits for any more is not done, and makes room', async () => {
  const gone = { client: 'a', isAbandoned: () => true };
  let done = 0;
  void inTurn(() => long(0));
  const left = Array.from({ length: 256 }, () =>
    inNewScope(10_000, async () => inTurn(() => (done += 1)), gone).catch(
      (error: { code: string }) => error.code,
    ),
  );
  expect(await ofClient('a', () => 'wanted')).toBe('wanted');
  expect(new Set(await Promise.all(left))).toEqual(new Set(['server_busy']));
  expect(done).toBe(0);
});

it('a client beyond its share is refused, and others are not', async () => {
  void inTurn(() => long(0));
  const many = Array.from({ length: 300 }, async () => ofClient('a', () => 'served'));
  const other = ofClient('b', () => 'served');
  const outcomes = await Promise.allSettled(many);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(300 - 256);
  expect(refused[0]).toMatchObject({ reason: { code: 'server_busy', retryAfter: 1 } });
  expect(await other).toBe('served');
});

it('work whose request is over by its turn is not done', async () => {
  void inTurn(() => long(0));
  let done = false;
  const late = ofClient('a', () => (done = true), 1);
  const next = ofClient('b', () => 'served');
  long(0);
  await expect(late).rejects.toMatchObject({ code: 'server_busy' });
  expect([done, await next]).toEqual([false, 'served']);
});
