// Statements and transactions of a request that meet the locks of others (ADR 0030).
// Guarantees: within the time of a request none waits for a lock longer than `lockWaitMs` while it has a connection, so
// one row that is held elsewhere, however many ask for it, keeps nobody else from the pool; each goes on being tried until
// the time of its request is over.
//   tried → done
//         → paused    what it wants is locked, or it lost against another: it holds no connection
//   paused → tried    after a pause that grows, `mostAtOnce` of the process at a time, in the order in which they ask
//          → failed   with its last error, when the time of the request would not do for another attempt
import { setTimeout as pause } from 'node:timers/promises';
import type { SqlMigrationAwareDriverAdapterFactory, SqlQuery } from '@prisma/driver-adapter-utils';
import { isContention, lockWaitMs } from './contended.js';
import { isRetryable } from './database-errors.js';
import { beginWait, lockWaits, waitBriefly } from './request-time.js';
import { Semaphore } from './semaphore.js';

/** Without the time of a request. */
const attempts = 5;
/** Milliseconds before the second attempt; doubled, and randomised, for each further one. */
const firstPause = 10;
const longestPause = 400;
const mostAtOnce = 2;
const repetitions = new Semaphore(mostAtOnce);

/**
 * Runs a transaction again when it lost against another (serialization failure, deadlock): five times at most, or, within
 * the time of a request, until that is over, also when others hold its locks. Anything else, and the last loss, is thrown as
 * it is. `work` must be safe to run again: nothing of a lost transaction was kept.
 */
export function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const waits = lockWaits();
  if (waits === 'brief') return work();
  return waits === 'limited' ? retryInTime(work) : retryFiveTimes(work);
}

/** The same for each statement that Prisma sends by itself; one that only reads locks no row. */
export function retryingAdapter<Factory extends SqlMigrationAwareDriverAdapterFactory>(
  factory: Factory,
): Factory {
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    return Object.assign(adapter, {
      queryRaw: retried(adapter.queryRaw.bind(adapter)),
      executeRaw: retried(adapter.executeRaw.bind(adapter)),
    });
  };
  return factory;
}

function retried<Result>(send: (query: SqlQuery) => Promise<Result>) {
  return (query: SqlQuery) => {
    const mayLock = lockWaits() === 'limited' && !/^\s*SELECT\b/i.test(query.sql);
    return mayLock ? retryInTime(() => send(query)) : send(query);
  };
}

async function retryFiveTimes<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
      await pause(pauseAfter(attempt));
    }
  }
}

async function retryInTime<T>(work: () => Promise<T>): Promise<T> {
  const wait = beginWait();
  const deadline = performance.now() + wait.limit;
  try {
    const first = await attempt(work);
    return 'result' in first ? first.result : await repeat(work, deadline, first.error);
  } finally {
    wait.end();
  }
}

/** @param error of the attempt before */
async function repeat<T>(work: () => Promise<T>, deadline: number, error: unknown): Promise<T> {
  for (let number = 1; ; number += 1) {
    const milliseconds = pauseAfter(number);
    const left = deadline - performance.now() - milliseconds - lockWaitMs;
    if (left < 0) throw error;
    await pause(milliseconds);
    const next = await repetitions.run(() => attempt(work), left);
    if (next === undefined) throw error;
    if ('result' in next) return next.result;
    error = next.error;
  }
}

/** The result, or the error of a lock. */
async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T } | { readonly error: unknown }> {
  try {
    return { result: await waitBriefly(work) };
  } catch (error) {
    if (isContention(error)) return { error };
    throw error;
  }
}

function pauseAfter(attempt: number): number {
  return Math.random() * Math.min(firstPause * 2 ** attempt, longestPause);
}
