import { isDataFault } from './database-errors.js';

export interface BatchOptions {
  /** Batches that may be under way at once, each on a connection of its own. */
  readonly lanes: number;
  /** Items of one batch at most. */
  readonly most: number;
  /** Milliseconds after which a call fails, whether it still waits or is under way. */
  readonly patienceMs: number;
}

/** Runs one statement for all items; answers stand in the order of the items. */
export type RunBatch<Item, Answer> = (items: readonly Item[]) => Promise<readonly Answer[]>;

/** A call was neither run nor refused by the database in time. */
export class BatchTimeoutError extends Error {
  override readonly name = 'BatchTimeoutError';

  constructor() {
    super('the database did not answer in time');
  }
}

/**
 * Makes one statement of the calls that arrive while the ones before them are under way: a lone call goes out at once,
 * and the busier the service, the more calls share a round trip, a plan and a commit.
 *
 * When a batch fails because of the data of one item, each is run by itself, so that nobody pays for another's fault;
 * any other error goes to all of the batch. `run` must then have kept nothing, as a single statement has.
 *
 * @throws BatchTimeoutError when `patienceMs` are over
 */
export function inBatches<Item, Answer>(
  run: RunBatch<Item, Answer>,
  options: BatchOptions,
): (item: Item) => Promise<Answer> {
  const batches = new Batches(run, options);
  return (item) => batches.add(item);
}

interface Call<Item, Answer> {
  readonly item: Item;
  readonly since: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

class Batches<Item, Answer> {
  private waiting: Call<Item, Answer>[] = [];
  private readonly underWay = new Set<readonly Call<Item, Answer>[]>();
  private willStart = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly run: RunBatch<Item, Answer>;
  private readonly options: BatchOptions;

  constructor(run: RunBatch<Item, Answer>, options: BatchOptions) {
    this.run = run;
    this.options = options;
  }

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, since: performance.now(), resolve, reject });
      this.timer ??= this.expireIn(this.options.patienceMs);
      if (this.willStart || this.underWay.size >= this.options.lanes) return;
      this.willStart = true;
      // What other sockets brought in this turn of the event loop comes along.
      setImmediate(() => this.start());
    });
  }

  private start(): void {
    this.willStart = false;
    const { lanes, most } = this.options;
    while (this.waiting.length > 0 && this.underWay.size < lanes) {
      const calls = this.waiting.splice(0, most);
      this.underWay.add(calls);
      void this.settle(calls).then(() => {
        this.underWay.delete(calls);
        this.start();
      });
    }
  }

  /** Never rejects: what goes wrong is told to the callers. */
  private async settle(calls: readonly Call<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.run(calls.map(({ item }) => item));
      calls.forEach(({ resolve }, n) => resolve(answers[n] as Answer));
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
    const overdue = performance.now() - this.options.patienceMs;
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
