import type {} from '@fastify/rate-limit';
import { clientAddress, describeHook, type Server } from '@triptych/service-host';
import type { FastifyRequest } from 'fastify';
import { TooManyRequests } from './http.errors.js';
import type { QuotaScope, RateLimitQuota } from './rate-limit-quotas.js';

/** Whom a request is counted for, besides its address. */
export interface QuotaKeys {
  userOf(request: FastifyRequest): string;
  /** The other one whom the body names. */
  partnerOf(body: unknown): string;
}

/**
 * Puts the quotas on the routes that are registered from now on; the routes know nothing of it. A request counts after
 * its payload was checked, so that 401 and 422 come first. The counts lie where the limit of an address has them, in
 * Redis or in the process; without that limit there is none of these either.
 */
export function limitRates(
  app: Server,
  quotas: ReadonlyMap<string, readonly RateLimitQuota[]>,
  keys: QuotaKeys,
): void {
  app.addHook('onRoute', (route) => {
    const own = quotas.get(`${String(route.method)} ${route.url.replace(/\/$/, '')}`) ?? [];
    if (own.length === 0) return;
    const isOn = app.hasDecorator('createRateLimit');
    const checks = isOn ? own.map((quota) => createCheck(app, quota, keys)) : [];
    const limit = async (request: FastifyRequest): Promise<void> => {
      await Promise.all(checks.map((check) => check(request)));
    };
    const described = describeHook(limit, { errors: [TooManyRequests] });
    route.preHandler = [...[route.preHandler ?? []].flat(), described];
  });
}

function createCheck(app: Server, quota: RateLimitQuota, keys: QuotaKeys) {
  const count = app.createRateLimit({
    max: quota.max,
    timeWindow: quota.seconds * 1000,
    keyGenerator: (request) => `${quota.name}:${keyOf(request, quota.by, keys)}`,
  });
  return async (request: FastifyRequest): Promise<void> => {
    const outcome = await count(request);
    if (!outcome.isAllowed && outcome.isExceeded) {
      throw new TooManyRequests({ retryAfter: outcome.ttlInSeconds });
    }
  };
}

function keyOf(request: FastifyRequest, by: QuotaScope, keys: QuotaKeys): string {
  if (by === 'address') return clientAddress(request);
  const userId = keys.userOf(request);
  return by === 'user' ? userId : `${userId}:${keys.partnerOf(request.body)}`;
}
