import { retryAfterOf } from './retry-after-mapping.js';

type Headers = Readonly<Record<string, string>>;

/** Seconds for which a host wants to be left alone after this answer; 0 when it does not say so. */
export function quietFor(status: number, headers: Headers, now: number): number {
  const paused = status === 503 && headers['retry-after'] !== undefined;
  return status === 429 || paused || isSpent(headers) ? retryAfterOf(headers, now) : 0;
}

// X's and Mastodon's word for "this was the last one", which comes with a good answer.
function isSpent(headers: Headers): boolean {
  const left = headers['x-rate-limit-remaining'] ?? headers['x-ratelimit-remaining'];
  const reset = headers['x-rate-limit-reset'] ?? headers['x-ratelimit-reset'];
  return left?.trim() === '0' && reset !== undefined;
}
