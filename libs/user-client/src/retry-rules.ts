import { isObject } from './reply-checks.js';
import type { UserServiceError } from './user-service-error.js';

const longestPauseMs = 10_000;
/** A reader of the feed that was asked to wait for a year by mistake would never come back. */
const longestAskedMs = 5 * 60_000;
const transientStatuses = new Set([408, 500, 502, 503, 504]);

/** Whether the service may succeed with the same request later. */
export function isTransient({ code, status }: UserServiceError): boolean {
  if (code === 'network_error' || code === 'timeout' || status === 429) return true;
  return status !== undefined && transientStatuses.has(status);
}

/** What Node says of a connection that nobody took. Browsers do not say, so that there any failed connection is uncertain. */
const unconnected: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Whether the service may have carried out a request that was sent in spite of this error: it did not refuse it. */
export function isUncertain({ code, status, cause }: UserServiceError): boolean {
  if (code === 'network_error' && status === undefined && isUnconnected(cause)) return false;
  return status === undefined || status === 408 || status < 400 || status >= 500;
}

/** What `fetch` of Node fails with has the reason as its cause; another `fetch` may fail with the reason itself. */
function isUnconnected(error: unknown): boolean {
  const reasons = [error, isObject(error) ? error['cause'] : undefined];
  return reasons.some((reason) => isObject(reason) && unconnected.includes(reason['code']));
}

/**
 * Whether the request may be sent again. A request that has an effect each time it is carried out is so only after 429, which the
 * service replies before it looks at what is asked.
 */
export function mayRepeat(error: UserServiceError, isSafe: boolean): boolean {
  return error.status === 429 || (isSafe && isTransient(error));
}

/**
 * Milliseconds before the next try: a time that doubles, or what the service asks for where that is longer. Both by chance, so that
 * clients that failed together do not come again together.
 *
 * @param failures in a row, from 1
 */
export function pauseAfter(
  error: UserServiceError,
  failures: number,
  firstPauseMs: number,
): number {
  const grown = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 30));
  const asked = Math.min(longestAskedMs, error.retryAfterMs ?? 0);
  return Math.max(grown * (0.5 + Math.random() / 2), asked * (1 + Math.random() / 10));
}

/**
 * `Retry-After` in milliseconds: seconds, of any number of digits, or a date, with optional white space on either side. Undefined:
 * it says nothing that can be understood.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number.MAX_SAFE_INTEGER, Number(text) * 1000);
  // Engines read a date in nearly any number, and each of them another one.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
