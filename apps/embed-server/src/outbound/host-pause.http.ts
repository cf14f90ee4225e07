import type { HttpResponse } from '@triptych/http-client';
import { perHost, type Interceptor } from './interceptor.http.js';
import { retryAfterOf } from './retry-after-mapping.js';
import { UpstreamBusy } from './upstream.errors.js';

/** A host that asked for a pause is not asked again before it ends: UpstreamBusy instead. */
export function keepHostPauses(): Interceptor {
  // Milliseconds of the epoch.
  const pauseOf = perHost(() => ({ until: 0 }));
  return (next) => async (request) => {
    const pause = pauseOf(request.url);
    const wait = pause.until - Date.now();
    if (wait > 0) throw new UpstreamBusy('it asked for a pause', Math.ceil(wait / 1000));
    const response = await next(request);
    const seconds = pauseAskedBy(response, Date.now());
    if (seconds > 0) pause.until = Date.now() + seconds * 1000;
    return response;
  };
}

/** Seconds; 0 when the reply asks for no pause. */
function pauseAskedBy({ status, headers }: HttpResponse, now: number): number {
  const unavailable = status === 503 && headers['retry-after'] !== undefined;
  return status === 429 || unavailable || isLastAllowed(headers) ? retryAfterOf(headers, now) : 0;
}

// X and Mastodon send with a good reply that it was the last of the quota.
function isLastAllowed(headers: HttpResponse['headers']): boolean {
  const left = headers['x-rate-limit-remaining'] ?? headers['x-ratelimit-remaining'];
  const reset = headers['x-rate-limit-reset'] ?? headers['x-ratelimit-reset'];
  return left?.trim() === '0' && reset !== undefined;
}
