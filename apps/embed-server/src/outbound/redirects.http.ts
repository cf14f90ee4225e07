import { defaultLimits, followRedirects, type IsAllowed } from '@triptych/http-client';
import type { Interceptor } from './interceptor.http.js';

/** Each hop is a call of its own to all later steps, with the host that the redirect names. */
export function followByHops(isAllowed: IsAllowed): Interceptor {
  const rules = { ...defaultLimits, isAllowed };
  return (next) => (request) =>
    followRedirects((hop) => next({ ...hop, follow: false }), request, rules);
}
