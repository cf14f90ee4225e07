import { bulkhead } from 'cockatiel';
import {
  hostOf,
  perKey,
  timeLeft,
  type Interceptor,
  type OutboundRequest,
} from './interceptor.http.js';
import { ServerBusy } from '../http/server-busy.errors.js';

const [queueLimit, longestWait] = [64, 2_000];

/** At most sixteen calls to a host at once; 64 more wait for two seconds, or half of their time. Then ServerBusy. */
export const limitCallsToHost = () => limitConcurrency(16, ({ url }) => hostOf(url));

/** The same for all calls that one client causes, however many hosts it names: 128 at once. */
export const limitCallsOfClient = () => limitConcurrency(128, ({ client }) => client);

function limitConcurrency(limit: number, keyOf: (request: OutboundRequest) => string): Interceptor {
  const bulkheadOf = perKey(() => createBulkhead(limit, queueLimit));
  return (next) => (request) => {
    const maxWait = Math.min(longestWait, timeLeft(request) / 2);
    return bulkheadOf(keyOf(request)).run(() => next(request), maxWait);
  };
}

export interface Bulkhead {
  /** Throws ServerBusy when the queue is full, or after `maxWait` milliseconds in it. */
  run<T>(work: () => Promise<T>, maxWait: number): Promise<T>;
}

export function createBulkhead(limit: number, queueLimit: number): Bulkhead {
  // The queue is counted here: cockatiel keeps the place of a caller who has given up until its turn comes.
  const policy = bulkhead(limit, Infinity);
  let queued = 0;

  function enqueue<T>(work: () => Promise<T>, maxWait: number): Promise<T> {
    if (queued >= queueLimit) throw new ServerBusy('too many calls wait for the host');
    queued += 1;
    return new Promise((resolve, reject) => {
      let expired = false;
      const timer = setTimeout(() => {
        expired = true;
        queued -= 1;
        reject(new ServerBusy('the host replies too slowly for all calls that wait'));
      }, maxWait);
      const start = async () => {
        if (expired) return;
        clearTimeout(timer);
        queued -= 1;
        await Promise.resolve().then(work).then(resolve, reject);
      };
      void policy.execute(start);
    });
  }

  return {
    run: async (work, maxWait) =>
      policy.executionSlots > 0 ? policy.execute(work) : enqueue(work, maxWait),
  };
}
