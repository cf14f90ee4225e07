// Calls whose rows somebody else has locked, or whose rows are slow: kept apart from those that lock nothing of the kind (ADR 0030).
// Guarantees: one statement at a time for all of them, each ended by the server after `lockWaitMs`, so neither their
// number nor the time of a lock costs others more than one connection; calls for the same rows share a statement; no
// lock is waited for while nobody asks.
//   held → due       after a pause that grows with each attempt
//   due → attempted  when no other attempt is under way, the one that has been due for longest first
//   attempted → held when the rows are still locked; else settled, and the rows are no longer remembered
import { isRetryable, sqlState } from './database-errors.js';

/** Milliseconds that a statement of a request waits for a lock, about what a commit takes on a slow disk. */
export const lockWaitMs = 25;

/**
 * A condition for the first step of a batched statement: no lock is waited for longer, and the server ends the
 * statement with 55P03. It holds for the one transaction, behind a pooler too.
 */
export const boundedLockWait = `(SELECT set_config('lock_timeout', '${lockWaitMs}', true)) IS NOT NULL`;

/** True when others had locked the rows: nothing was kept, and a later attempt may succeed. */
export function isContention(error: unknown): boolean {
  return isRetryable(error) || sqlState(error) === '55P03';
}

const firstPauseMs = 25;
const longestPauseMs = 400;
/** Locked rows are mostly asked for again soon: those calls then spare a batch the wait. */
const rememberedMs = 10_000;
const mostRemembered = 10_000;
const mostAtOnce = 64;

interface Group<Call> {
  readonly locks: readonly string[];
  readonly calls: Call[];
  pause: number;
  due: number;
}

export class Contended<Call> {
  private readonly groups = new Map<string, Group<Call>>();
  private readonly remembered = new Map<string, number>();
  private attempted: Group<Call> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly attempt: (calls: readonly Call[]) => Promise<void>;

  /** @param attempt settles the calls, or gives them back by `hold`; never rejects */
  constructor(attempt: (calls: readonly Call[]) => Promise<void>) {
    this.attempt = attempt;
  }

  /** Whether one of these was locked by others lately. */
  knows(locks: readonly string[]): boolean {
    if (this.remembered.size === 0) return false;
    const now = performance.now();
    return locks.some((lock) => (this.remembered.get(lock) ?? 0) > now);
  }

  /** Takes a call for rows that others have locked lately. */
  join(call: Call, locks: readonly string[]): void {
    this.groupOf(locks).calls.push(call);
    this.proceed();
  }

  /** Takes calls for the same rows back, which others had locked when they were attempted. Nothing is left to be done. */
  hold(calls: readonly Call[], locks: readonly string[]): [] {
    const group = this.groupOf(locks);
    group.calls.push(...calls);
    group.pause = Math.min(Math.max(group.pause * 2, firstPauseMs), longestPauseMs);
    // Not all replicas at the same moment.
    group.due = performance.now() + group.pause * (0.5 + Math.random() / 2);
    this.remember(locks);
    this.proceed();
    return [];
  }

  private groupOf(locks: readonly string[]): Group<Call> {
    const name = JSON.stringify(locks);
    const found = this.groups.get(name);
    if (found) return found;
    const group = { locks, calls: [], pause: 0, due: performance.now() };
    this.groups.set(name, group);
    return group;
  }

  private remember(locks: readonly string[]): void {
    const now = performance.now();
    for (const lock of locks) {
      this.remembered.delete(lock);
      this.remembered.set(lock, now + rememberedMs);
    }
    for (const [lock, until] of this.remembered) {
      if (until > now && this.remembered.size <= mostRemembered) break;
      this.remembered.delete(lock);
    }
  }

  private proceed(): void {
    clearTimeout(this.timer);
    if (this.attempted !== undefined) return;
    let next: Group<Call> | undefined;
    for (const group of this.groups.values()) if (group.due < (next?.due ?? Infinity)) next = group;
    if (next === undefined) return;
    const group = next;
    const wait = group.due - performance.now();
    if (wait <= 0) void this.serve(group);
    else this.timer = setTimeout(() => this.proceed(), wait).unref();
  }

  private async serve(group: Group<Call>): Promise<void> {
    this.attempted = group;
    const { due } = group;
    await this.attempt(group.calls.splice(0, mostAtOnce));
    this.attempted = undefined;
    if (group.due === due) {
      group.pause = 0;
      for (const lock of group.locks) this.remembered.delete(lock);
    }
    if (group.calls.length === 0) this.groups.delete(JSON.stringify(group.locks));
    this.proceed();
  }
}
