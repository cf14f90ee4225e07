// Seconds where the upstream names none; the least and the most that is believed.
const [usual, least, most] = [60, 1, 3600];

/** Seconds to wait, from `Retry-After` or the limit headers of X (epoch seconds) and Mastodon (ISO 8601). */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: number): number {
  const value = headers['retry-after'];
  const reset = headers['x-rate-limit-reset'] ?? headers['x-ratelimit-reset'];
  const seconds = value === undefined ? untilReset(reset, now) : fromRetryAfter(value, now);
  if (!Number.isFinite(seconds)) return usual;
  return Math.min(most, Math.max(least, Math.ceil(seconds)));
}

function fromRetryAfter(value: string, now: number): number {
  return /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
}

function untilReset(value: string | undefined, now: number): number {
  if (value === undefined) return NaN;
  return /^\d+$/.test(value) ? Number(value) - now / 1000 : (Date.parse(value) - now) / 1000;
}
