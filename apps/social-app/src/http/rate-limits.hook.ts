import rateLimit from '@fastify/rate-limit';
import { problemResponses } from '@triptych/schemas';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { TooManyRequests } from './http.errors.js';
import type { QuotaScope, RateLimitQuota } from './rate-limit-quotas.js';

/** Whom a request is counted for, besides its address. */
export interface QuotaKeys {
  userOf(request: FastifyRequest): string;
  /** The other one whom the body names. */
  partnerOf(body: unknown): string;
}

/**
 * Puts the limits on the routes that are registered from now on, and into their documents. The routes know nothing of
 * it. Counted is after the payload was checked, so that 401 and 422 come first. The counts lie where the limit of an
 * address has them, in Redis or in the process; without that limit there is none of these either.
 */
export function limitRates(
  app: FastifyInstance,
  limits: ReadonlyMap<string, readonly RateLimitQuota[]>,
  keys: QuotaKeys,
): void {
  app.addHook('onRoute', (route) => {
    const own = limits.get(`${String(route.method)} ${route.url.replace(/\/$/, '')}`);
    if (!own || own.length === 0) return;
    documentLimit(route);
    if (!app.hasDecorator('createRateLimit')) return;
    const checks = own.map((limit) => createCheck(app, limit, keys));
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      async (request) => void (await Promise.all(checks.map((check) => check(request)))),
    ];
  });
}

function createCheck(app: FastifyInstance, limit: RateLimitQuota, keys: QuotaKeys) {
  const count = app.createRateLimit({
    max: limit.max,
    timeWindow: limit.seconds * 1000,
    keyGenerator: (request) => `${limit.name}:${keyOf(request, limit.by, keys)}`,
  });
  return async (request: FastifyRequest): Promise<void> => {
    const outcome = await count(request);
    if (!outcome.isAllowed && outcome.isExceeded) throw new TooManyRequests(outcome.ttlInSeconds);
  };
}

function keyOf(request: FastifyRequest, by: QuotaScope, keys: QuotaKeys): string {
  // A household owns a whole /64 of IPv6.
  if (by === 'address') return rateLimit.normalizeIP(request.ip, 64);
  const userId = keys.userOf(request);
  return by === 'user' ? userId : `${userId}:${keys.partnerOf(request.body)}`;
}

function documentLimit(route: RouteOptions): void {
  const { response, ...schema } = route.schema ?? {};
  const own = (response ?? {}) as Record<string, unknown>;
  const limited = problemResponses({ 429: 'Too often: `Retry-After` tells when again.' });
  route.schema = { ...schema, response: { ...limited, ...own } };
}
