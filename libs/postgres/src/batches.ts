// Batches: calls that arrive while statements are under way share the next statement (ADR 0013).
// Guarantees: a call that arrives alone is sent at once; at most `concurrency` statements are under way; every call
// settles within `timeoutMs` of its arrival; data that the database refuses fails only the call that sent it.
//   waiting → running              as soon as fewer than `concurrency` statements are under way
//   running → resolved             each call with the result of its own item
//   running → running one by one   when the data of one of several items were refused
//   running → rejected             all of its calls, on any other error
//   waiting or running → timed out the statement keeps its slot until the database replies
import { DatabaseTimeoutError, isDataFault } from './database-errors.js';
import type { Database } from './database.js';

interface BatchOptions {
  /** Statements that may be under way at once, each on a connection of its own. */
  readonly concurrency: number;
  /** Items of one statement at most. */
  readonly maxSize: number;
  /** Milliseconds after which a call fails, whether it still waits or is under way. */
  readonly timeoutMs: number;
}

/**
 * For statements that serve many calls at once: while one runs, calls gather for the next. The time limit is longer
 * than the database's own, so it ends only calls that got no reply at all.
 */
export const statementBatches: BatchOptions = { concurrency: 2, maxSize: 64, timeoutMs: 20_000 };

/** Runs one statement for all items; results stand in the order of the items. */
type RunBatch<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/** The database neither ran nor refused a call in time. */
export class BatchTimeoutError extends DatabaseTimeoutError {
  override readonly name = 'BatchTimeoutError';
}

/**
 * Makes one statement of the calls that arrive while the ones before them are under way: the busier the service, the
 * more calls share a round trip, a plan and a commit. `run` must have no effect when it rejects, as a single statement
 * has none.
 *
 * @throws BatchTimeoutError when `timeoutMs` are over
 */
export function inBatches<Item, Result>(
  run: RunBatch<Item, Result>,
  options: BatchOptions,
): (item: Item) => Promise<Result> {
  const batches = new Batches(run, options);
  return (item) => batches.add(item);
}

interface Call<Item, Result> {
  readonly item: Item;
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

class Batches<Item, Result> {
  private waiting: Call<Item, Result>[] = [];
  private readonly underWay = new Set<readonly Call<Item, Result>[]>();
  private willStart = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly run: RunBatch<Item, Result>;
  private readonly options: BatchOptions;

  constructor(run: RunBatch<Item, Result>, options: BatchOptions) {
    this.run = run;
    this.options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, since: performance.now(), resolve, reject });
      this.timer ??= this.expireIn(this.options.timeoutMs);
      if (this.willStart || this.underWay.size >= this.options.concurrency) return;
      this.willStart = true;
      // Calls that other sockets bring in this turn of the event loop join.
      setImmediate(() => this.start());
    });
  }

  private start(): void {
    this.willStart = false;
    const { concurrency, maxSize } = this.options;
    while (this.waiting.length > 0 && this.underWay.size < concurrency) {
      const calls = this.waiting.splice(0, maxSize);
      this.underWay.add(calls);
      void this.settle(calls).then(() => {
        this.underWay.delete(calls);
        this.start();
      });
    }
  }

  /** Never rejects: its callers get the error. */
  private async settle(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await this.run(calls.map(({ item }) => item));
      calls.forEach(({ resolve }, n) => resolve(results[n] as Result));
    } catch (error) {
      if (calls.length > 1 && isDataFault(error)) {
        for (const call of calls) await this.settle([call]);
      } else {
        calls.forEach(({ reject }) => reject(error));
      }
    }
  }

  private expire(): void {
    this.timer = undefined;
    const overdue = performance.now() - this.options.timeoutMs;
    const calls = [...this.underWay, this.waiting].flat();
    for (const { since, reject } of calls) if (since <= overdue) reject(new BatchTimeoutError());
    this.waiting = this.waiting.filter(({ since }) => since > overdue);
    const oldest = calls.map(({ since }) => since).filter((since) => since > overdue);
    if (oldest.length > 0) this.timer = this.expireIn(Math.min(...oldest) - overdue);
  }

  private expireIn(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.expire(), milliseconds).unref();
  }
}

export type Statements = Pick<Database, 'prepared'>;
