import rateLimit from '@fastify/rate-limit';
import { ServiceError } from '@triptych/errors';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';

export interface RateLimitOptions {
  /** Requests a minute and client; 0 turns the limit off. */
  readonly max: number;
  /** Shares the counts between replicas. While it is away every replica counts for itself alone. */
  readonly redis?: Redis | undefined;
  /** Keeps the counts of services that share one Redis apart. */
  readonly nameSpace: string;
}

/** Counts per client address, IPv6 by /64: a household owns a whole one. */
export async function limitRequests(app: FastifyInstance, options: RateLimitOptions) {
  if (options.max === 0) return;
  await app.register(rateLimit, {
    max: options.max,
    timeWindow: 60_000,
    ipv6Subnet: 64,
    enableDraftSpec: true,
    skipOnError: true,
    nameSpace: `${options.nameSpace}:rate:`,
    ...(options.redis ? { redis: options.redis } : {}),
    errorResponseBuilder: (_request, { ttl }) =>
      new ServiceError('rate-limited', 'rate_limited', 'Too many requests; try again later.', {
        retryAfter: ttl / 1000,
      }),
  });
}
