// Batches: calls that arrive while statements are under way share the next statement (ADR 0013, 0030).
// Guarantees: a call that arrives alone is sent at once; at most `concurrency` statements are under way, one more for
// rows that others have locked, and one for those that are slow; every call settles within `timeoutMs`, and within the time of its request (ADR 0033);
// one that the database refuses, or whose rows are locked or slow, fails or waits alone; a call that failed for want of time
// had its statement cancelled first.
//   waiting → running            as soon as fewer than `concurrency` statements are under way
//           → contended          at once, when others had locked the same rows a moment ago; the same for slow
//   running → resolved           each call with the result of its own item
//           → cut short          after a tenth of `timeoutMs`, unless the database is slow for all
//           → running in parts   when all was rolled back, or cut short, for what may be the fault of one item
//           → slow               when it was cut short for one item, which then has the rest of its time for itself
//           → contended          when others have locked the rows of all that is left of the batch
//           → running again      when the connection ended and `repeatable` says that does no harm
//           → rejected           all of its calls, on any other error
//   contended, slow → running    again and again, apart from the others
//   any → timed out              shortly before its time a statement is cancelled; then, what did not reply
import { setTimeout as pause } from 'node:timers/promises';
import { Contended, isContention } from './contended.js';
import {
  DatabaseTimeoutError,
  isConnectionLoss,
  isDataFault,
  sqlState,
} from './database-errors.js';
import type { Database } from './database.js';
import { beginWait, forAllRequests } from './request-time.js';

interface BatchOptions<Item> {
  /** Statements that may be under way at once, each on a connection of its own. */
  readonly concurrency: number;
  /** Items of one statement at most. */
  readonly maxSize: number;
  /** Milliseconds after which a call fails, whether it still waits or is under way. */
  readonly timeoutMs: number;
  /** Names of what an item locks that others may have locked; the same for items that lock the same. */
  readonly locksOf?: (item: Item) => readonly string[];
  /** Whether `run` may run twice because nobody knows whether it ran: it then gets `again`. */
  readonly repeatable?: boolean;
}

/** For statements that serve many calls at once: while one runs, calls gather for the next. */
export const statementBatches = { concurrency: 2, maxSize: 64, timeoutMs: 15_000 } as const;

/** The same for statements that only read. */
export const readBatches = { ...statementBatches, repeatable: true } as const;

export interface Attempt {
  /** Asks for the end of the statement; it still has to reply. */
  readonly signal: AbortSignal;
  /** Some of the items may have been run before, and kept. */
  readonly again: boolean;
}

/** Runs one statement for all items; results stand in the order of the items. */
type RunBatch<Item, Result> = (
  items: readonly Item[],
  attempt: Attempt,
) => Promise<readonly Result[]>;

/** The database neither ran nor refused a call in time. */
export class BatchTimeoutError extends DatabaseTimeoutError {
  override readonly name = 'BatchTimeoutError';
}

/**
 * Makes one statement of the calls that arrive while the ones before them are under way: the busier the service, the
 * more calls share a round trip, a plan and a commit. `run` must have no effect when it rejects, as a single statement
 * has none, unless the connection was lost; one that locks rows begins with `boundedLockWait`.
 *
 * @throws BatchTimeoutError when `timeoutMs` are over
 */
export function inBatches<Item, Result>(
  run: RunBatch<Item, Result>,
  options: BatchOptions<Item>,
): (item: Item) => Promise<Result> {
  const batches = new Batches(run, options);
  return (item) => batches.add(item);
}

interface Call<Item, Result> {
  readonly item: Item;
  readonly locks: readonly string[];
  /** When a statement for it is cancelled, and when it fails whether there was a reply or not. */
  readonly cancelAt: number;
  readonly failAt: number;
  readonly endWait: () => void;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
  /** How often its connection was lost. */
  losses: number;
  /** Why it was not run yet. */
  cause?: unknown;
}

type Calls<Item, Result> = readonly Call<Item, Result>[];

const nothingLocked: readonly string[] = [];
/** The part of its time after which a statement is cancelled; the rest is for the reply. */
const cancelAfter = 0.9;
const partsOfBatch = 8;
/** What a statement may take that is not known to be slow: a part of `timeoutMs`, and several times what they take. */
const slice = { part: 0.1, usual: 3, leastMs: 250 };
/** When so many in a row were cut short, it is the database that is slow, and not a row. */
const mostCut = 3;
// Whatever ended one connection may have ended those that the pool still takes for idle.
const afterLossMs = 20;
const longestAfterLossMs = 500;

class Batches<Item, Result> {
  private waiting: Call<Item, Result>[] = [];
  /** All that are not settled. */
  private readonly open = new Set<Call<Item, Result>>();
  private readonly contended = new Contended<Call<Item, Result>>((calls) => this.settle(calls));
  private readonly slow = new Contended<Call<Item, Result>>((calls) => this.settle(calls, mostCut));
  private underWay = 0;
  /** Milliseconds of statements of late, on average: a database that is slow for all is no row that is slow. */
  private usualMs = 0;
  private willStart = false;
  private timer: NodeJS.Timeout | undefined;
  private timerAt = Infinity;
  private readonly run: RunBatch<Item, Result>;
  private readonly options: BatchOptions<Item>;

  constructor(run: RunBatch<Item, Result>, options: BatchOptions<Item>) {
    this.run = run;
    this.options = options;
  }

  add(item: Item): Promise<Result> {
    const wait = beginWait();
    const limit = Math.min(this.options.timeoutMs, wait.limit);
    const now = performance.now();
    const [cancelAt, failAt] = [now + limit * cancelAfter, now + limit];
    return new Promise((resolve, reject) => {
      const locks = this.options.locksOf?.(item) ?? nothingLocked;
      const { end: endWait } = wait;
      const call = { item, locks, cancelAt, failAt, endWait, resolve, reject, losses: 0 };
      this.open.add(call);
      this.expireBy(failAt);
      for (const apart of [this.contended, this.slow]) {
        if (apart.knows(locks)) return apart.join(call, locks);
      }
      this.waiting.push(call);
      if (this.willStart || this.underWay >= this.options.concurrency) return;
      this.willStart = true;
      // Calls that other sockets bring in this turn of the event loop join.
      setImmediate(() => this.start());
    });
  }

  private start(): void {
    this.willStart = false;
    const { concurrency, maxSize } = this.options;
    while (this.waiting.length > 0 && this.underWay < concurrency) {
      this.underWay += 1;
      void this.settle(this.waiting.splice(0, maxSize)).then(() => {
        this.underWay -= 1;
        this.start();
      });
    }
  }

  /**
   * Never rejects: its callers get the error. Parts are run breadth first, so that most wait for one lock only.
   *
   * @param cut how many statements in a row were cut short
   */
  private async settle(calls: Calls<Item, Result>, cut = 0): Promise<void> {
    const parts = [calls];
    for (const part of parts) {
      const left = part.filter((call) => this.isInTime(call));
      if (left.length === 0) continue;
      const losses = Math.max(...left.map((call) => call.losses));
      if (losses > 0) await pause(Math.min(afterLossMs * 2 ** (losses - 1), longestAfterLossMs));
      const error = await this.attempt(left, cut < mostCut ? this.sliceMs() : Infinity);
      cut = isCancelled(error) ? cut + 1 : 0;
      if (error !== undefined) parts.push(...this.partsAfter(error, left));
    }
  }

  /** What is to be run instead of a statement that failed. */
  private partsAfter(error: unknown, calls: Calls<Item, Result>): Calls<Item, Result>[] {
    for (const call of calls) {
      // What others have locked is as a rule locked still when the time is over.
      if (!isCancelled(error) || !isContention(call.cause)) call.cause = error;
    }
    // It was not even sent, for want of a connection.
    if (isAbort(error)) return [calls];
    const { locks } = calls[0]!;
    const areAlike = calls.every((call) => sameLocks(call.locks, locks));
    // Nobody knows whether those that name nothing lock the same.
    const isOne = calls.length === 1 || (areAlike && locks.length > 0);
    if (isContention(error) && isOne) return this.contended.hold(calls, locks);
    if (isCancelled(error) && isOne && calls.some(hasTime)) return this.slow.hold(calls, locks);
    if (calls.length > 1 && mayBeOfOne(error)) return split(calls);
    const mayRepeat = this.options.repeatable && isConnectionLoss(error);
    for (const call of calls) {
      call.losses += 1;
      const isOver = isCancelled(error) && !hasTime(call);
      if (isOver) this.reject(call, new BatchTimeoutError({ cause: call.cause }));
      else if (!mayRepeat) this.reject(call, error);
    }
    return [calls];
  }

  /** Resolves the calls, or returns the error. */
  private async attempt(calls: Calls<Item, Result>, sliceMs: number): Promise<unknown> {
    const began = performance.now();
    const cancelling = new AbortController();
    const cancelAt = Math.min(...calls.map((call) => call.cancelAt));
    const left = Math.min(cancelAt - began, sliceMs);
    const timer = setTimeout(() => cancelling.abort(), left).unref();
    try {
      const again = calls.some(({ losses }) => losses > 0);
      const { signal } = cancelling;
      const items = calls.map(({ item }) => item);
      const results = await forAllRequests(() => this.run(items, { signal, again }));
      this.usualMs += (performance.now() - began - this.usualMs) * 0.2;
      calls.forEach((call, n) => {
        if (this.close(call)) call.resolve(results[n] as Result);
      });
      return undefined;
    } catch (error) {
      return error;
    } finally {
      clearTimeout(timer);
    }
  }

  private sliceMs(): number {
    const { part, usual, leastMs } = slice;
    return Math.max(this.options.timeoutMs * part, this.usualMs * usual, leastMs);
  }

  private isInTime(call: Call<Item, Result>): boolean {
    if (performance.now() < call.cancelAt) return this.open.has(call);
    this.reject(call, new BatchTimeoutError({ cause: call.cause }));
    return false;
  }

  private reject(call: Call<Item, Result>, error: unknown): void {
    if (this.close(call)) call.reject(error);
  }

  /** False: it was settled before. */
  private close(call: Call<Item, Result>): boolean {
    call.endWait();
    return this.open.delete(call);
  }

  private expire(): void {
    this.timerAt = Infinity;
    const now = performance.now();
    for (const call of this.open) {
      if (call.failAt > now) this.expireBy(call.failAt);
      else this.reject(call, new BatchTimeoutError({ cause: call.cause }));
    }
    this.waiting = this.waiting.filter((call) => this.open.has(call));
  }

  private expireBy(failAt: number): void {
    if (failAt >= this.timerAt) return;
    clearTimeout(this.timer);
    this.timerAt = failAt;
    this.timer = setTimeout(() => this.expire(), failAt - performance.now()).unref();
  }
}

function sameLocks(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((lock, n) => lock === other[n]);
}

const hasTime = ({ cancelAt }: { readonly cancelAt: number }) => cancelAt - performance.now() > 5;

/** By a CancelRequest: of ours, or of whoever looks after the database. */
const isCancelled = (error: unknown) => sqlState(error) === '57014' || isAbort(error);
const isAbort = (error: unknown) => (error as Error | undefined)?.name === 'AbortError';

/** What a row can cause: its data, its locks, a trigger, a damaged page, or a statement that is cancelled for its sake. */
function mayBeOfOne(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  return isDataFault(error) || isContention(error) || /^(P0|XX|57014)/.test(state);
}

function split<Item, Result>(calls: Calls<Item, Result>): Calls<Item, Result>[] {
  const size = Math.ceil(calls.length / partsOfBatch);
  const starts = Array.from({ length: Math.ceil(calls.length / size) }, (_, n) => n * size);
  return starts.map((start) => calls.slice(start, start + size));
}

export type Statements = Pick<Database, 'prepared'>;
