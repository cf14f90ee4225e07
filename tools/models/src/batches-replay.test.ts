// Replays traces of tools/models/src/batches.qnt on `inBatches`, whose `run` is held, and compares after each step.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { type ModelStep, simulateModel } from '@triptych/testing';
import { inBatches } from '@triptych/postgres';

interface State {
  readonly isRepeatable: boolean;
  readonly isNamed: boolean;
  readonly batches: {
    readonly calls: ReadonlyMap<number, Call>;
    readonly lanes: ReadonlyMap<number, { readonly running: readonly number[] }>;
  };
}

interface Call {
  readonly isOpen: boolean;
  readonly outcomes: readonly { readonly kind: string; readonly nr: number }[];
  readonly losses: number;
}

interface Picks {
  readonly n: number;
  readonly reply: string;
}

interface Statement {
  readonly items: readonly number[];
  readonly again: boolean;
  readonly signal: AbortSignal;
  readonly resolve: (results: readonly string[]) => void;
  readonly reject: (error: Error) => void;
}

type Step = ModelStep<State>;

const timeoutMs = 10_000_000;
/** What is held is due after so many milliseconds. */
const longestPauseMs = 401;
const resultOf = (nr: number) => `result of ${nr}`;
const runningIn = ({ state }: Step) =>
  [...state.batches.lanes.values()]
    .map(({ running }) => running)
    .filter(({ length }) => length > 0);

/** In the order of their arrival. */
const arrivedIn = ({ batches }: State) =>
  [...batches.calls]
    .filter(([, { isOpen, outcomes }]) => isOpen || outcomes.length > 0)
    .map(([nr]) => nr)
    .sort((one, other) => one - other);

/** The database's errors, by what the model calls them; that of a refusal names its item. */
function errorOf(reply: string, refused: number): Error {
  const codes: Record<string, string> = {
    locked: '55P03',
    refused: '22001',
    'lost before': '57P01',
    'lost after': '57P01',
    cut: '57014',
    failed: '53100',
  };
  const error = Object.assign(new Error(reply), { code: codes[reply], refused });
  return reply === 'unsent' ? Object.assign(error, { name: 'AbortError' }) : error;
}

/** What the library does for one trace; time passes when the test says so, but for the pauses after a loss. */
class Replay {
  private readonly underWay: Statement[] = [];
  private readonly outcomes = new Map<number, { kind: string; nr: number }[]>();
  private readonly call: (nr: number) => Promise<string>;

  constructor({ isRepeatable: repeatable, isNamed }: State) {
    const run = (items: readonly number[], attempt: Pick<Statement, 'again' | 'signal'>) =>
      new Promise<readonly string[]>((resolve, reject) => {
        const { again, signal } = attempt;
        this.underWay.push({ items, again, signal, resolve, reject });
      });
    const options = { concurrency: 2, maxSize: 10, timeoutMs, repeatable };
    const locksOf = (nr: number) => [`row ${(nr % 4) + 1}`];
    this.call = inBatches(run, { ...options, ...(isNamed && { locksOf }) });
  }

  /** @param bad the first item of the statement that the database refuses */
  async take(before: Step | undefined, step: Step, bad: ReadonlySet<number>): Promise<void> {
    const { action, picks, state } = step;
    if (action === 'arrive') {
      for (const nr of arrivedIn(state)) if (!this.outcomes.has(nr)) this.add(nr);
    }
    if (action === 'expire') {
      await jest.advanceTimersByTimeAsync(timeoutMs);
      expect(this.underWay.every(({ signal }) => signal.aborted)).toBe(true);
    }
    if (action === 'answer') {
      const { n, reply } = picks as unknown as Picks;
      const items = before!.state.batches.lanes.get(n)!.running;
      await this.answer(items, reply, items.find((nr) => bad.has(nr)) ?? 0);
    }
    await this.settle(runningIn(step).length);
  }

  private add(nr: number): void {
    const outcomes: { kind: string; nr: number }[] = [];
    this.outcomes.set(nr, outcomes);
    this.call(nr).then(
      (result) => outcomes.push({ kind: 'result', nr: Number(result.split(' ').at(-1)) }),
      ({ name, message, refused }: Error & { refused: number }) =>
        outcomes.push(
          name === 'BatchTimeoutError'
            ? { kind: 'time', nr: 0 }
            : { kind: message.split(' ')[0]!, nr: message === 'refused' ? refused : 0 },
        ),
    );
  }

  private async answer(items: readonly number[], reply: string, refused: number): Promise<void> {
    const n = this.underWay.findIndex((one) => one.items.join() === items.join());
    const [statement] = this.underWay.splice(n, 1);
    if (reply === 'done') statement!.resolve(items.map(resultOf));
    else statement!.reject(errorOf(reply, refused));
    await nextTurn();
    // What was held now is due before what will be held later.
    if (reply === 'locked' || reply === 'cut') await jest.advanceTimersByTimeAsync(longestPauseMs);
  }

  /** Until as many statements are under way as there should be; more would be seen, too. */
  private async settle(count: number): Promise<void> {
    await nextTurn();
    await nextTurn();
    for (let waits = 0; waits < 600 && this.underWay.length < count; waits += 1) await pause(5);
  }

  /** In the words of the model. */
  observe() {
    return {
      running: this.underWay
        .map(({ items, again }) => ({ items: items.join(), again }))
        .sort(byItems),
      outcomes: new Map([...this.outcomes].sort(([one], [other]) => one - other)),
    };
  }
}

const byItems = (one: { items: string }, other: { items: string }) =>
  one.items < other.items ? -1 : 1;

function expected(step: Step) {
  const { calls } = step.state.batches;
  const wasLost = (items: readonly number[]) => items.some((nr) => calls.get(nr)!.losses > 0);
  return {
    running: runningIn(step)
      .map((items) => ({ items: items.join(), again: wasLost(items) }))
      .sort(byItems),
    outcomes: new Map(arrivedIn(step.state).map((nr) => [nr, calls.get(nr)!.outcomes])),
  };
}

beforeEach(
  () => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }),
);
afterEach(() => void jest.useRealTimers());

it.each([2])(
  'does what the model does, seed %i',
  async (seed) => {
    const samples = Number(process.env['MODEL_SAMPLES'] ?? 12);
    const sizes = { samples, steps: 40 };
    const constants = { FAULTS: 'Set("")' };
    const simulation = { model: 'batches', constants, invariants: ['holds'], seed };
    const { traces } = await simulateModel<State & { bad: number[] }>(
      { ...simulation, ...sizes },
      samples,
    );
    expect(traces).toHaveLength(samples);
    for (const trace of traces) {
      const real = new Replay(trace[0]!.state);
      const bad = new Set(trace[0]!.state.bad);
      const path: string[] = [];
      let before: Step | undefined;
      for (const step of trace) {
        await real.take(before, step, bad);
        before = step;
        path.push(`${step.action} ${JSON.stringify(step.picks)}`);
        expect({ path, ...real.observe() }).toEqual({ path, ...expected(step) });
      }
    }
    // Quint parses the model for seconds.
  },
  300_000,
);
