import { UpstreamUnreachable } from '@triptych/http-client';
import { DelegateBackoff, handleWhen, retry } from 'cockatiel';
import { perHost, timeLeft, type Interceptor } from './interceptor.http.js';

// Milliseconds; spread, so that calls that were lost together are not repeated together.
const [shortestPause, longestPause] = [50, 150];

/** A call that got no connection, or lost it, is made once more if there is time and the host's budget allows. */
export function retryLostCalls(): Interceptor {
  const budgetOf = perHost(createRetryBudget);
  const backoff = new DelegateBackoff(
    () => shortestPause + Math.random() * (longestPause - shortestPause),
  );
  return (next) => async (request) => {
    const budget = budgetOf(request.url);
    budget.earn();
    if (request.method === 'POST') return next(request);
    let attempts = 0;
    const mayRetry = (error: Error) =>
      attempts === 1 && isLost(error) && timeLeft(request) > longestPause && budget.spend();
    return retry(handleWhen(mayRetry), { maxAttempts: 1, backoff }).execute(() => {
      attempts += 1;
      return next(request);
    });
  };
}

function isLost(error: Error): boolean {
  return error instanceof UpstreamUnreachable;
}

const [most, earned] = [10, 0.1];

/** A host that is down gets a tenth more calls, not twice as many. */
export function createRetryBudget() {
  let left: number = most;
  return {
    /** A call was made: it earns a tenth of a retry. */
    earn: () => void (left = Math.min(most, left + earned)),
    /** Whether one more retry may be made; it is then spent. */
    spend: () => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
