import rateLimit from '@fastify/rate-limit';
import type { SharedRedis } from '@triptych/redis';
import { ServiceError } from '@triptych/schemas';
import type { Server } from './server.js';
import type { FastifyRequest } from 'fastify';
import { platformProblems } from './problem-mapping.js';
import type { TrustProxy } from './config.js';
import { type QuotaState, Quotas } from './quotas.js';
import { createRouteCounts } from './route-counts.js';
import { SharedQuotas } from './shared-quotas.js';

/** How a service counts its clients. */
export interface LimitOptions {
  /** The client, where something better than its address is known, such as a valid API key; never a guess. */
  readonly clientOf?: (request: FastifyRequest) => string | undefined;
  /** How many requests a reply of this status counts as: what guesses lead to may cost more. */
  readonly costs?: Readonly<Record<number, number>>;
}

export interface LimitSettings {
  readonly name: string;
  /** Requests a minute and client; 0 turns the limit off. */
  readonly rateLimitMax: number;
  /** Shares the counts between replicas. While it is away every replica counts for itself alone. */
  readonly redis?: SharedRedis | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The quota of this request's client; null while no limit is on. */
    quota: { readonly client: string; readonly left: QuotaState } | null;
  }
}

const window = 60_000;

/**
 * Counts every request by client, those to unknown addresses as well, before any other hook; `RateLimit` and
 * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers) say what is left. The counts are in this process and are
 * shared beside the requests, so that a limit costs no round trip.
 */
export async function limitRequests(
  app: Server,
  { rateLimitMax: max, redis }: LimitSettings,
  { clientOf, costs = {} }: LimitOptions = {},
) {
  if (max === 0) return;
  const quotas = new Quotas({ max, window });
  const shared = redis && new SharedQuotas(quotas, redis, window);
  const policy = `"default";q=${max};w=${window / 1000}`;
  app.decorateRequest('quota', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const client = clientOf?.(request) ?? clientAddress(request);
    const left = quotas.take(client, performance.now());
    request.quota = { client, left };
    if (!left.allowed) return done(refusal(left.retryAfter));
    shared?.share(client, 1);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.quota) return done();
    const { client, left } = request.quota;
    const extra = (costs[reply.statusCode] ?? 1) - 1;
    const { remaining, reset } = extra > 0 ? quotas.charge(client, extra, performance.now()) : left;
    if (extra > 0) shared?.share(client, extra);
    void reply.header('ratelimit-policy', policy);
    void reply.header('ratelimit', `"default";r=${remaining};t=${reset}`);
    done();
  });
  // `app.createRateLimit`, for limits that a service puts on single routes.
  await app.register(rateLimit, {
    global: false,
    ipv6Subnet: 64,
    store: createRouteCounts(redis),
  });
}

/** Says once that requests come through a proxy which is not believed: all of its visitors are one client then. */
export function warnOfUnknownProxy(app: Server, trustProxy: TrustProxy): void {
  if (trustProxy !== false) return;
  let isSaid = false;
  app.addHook('onRequest', ({ headers, log }, _reply, done) => {
    const isProxied =
      !isSaid && (headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined);
    if (isProxied)
      log.warn('A proxy names clients, but TRUST_PROXY is not set: all are one client');
    isSaid ||= isProxied;
    done();
  });
}

/** What limits count by where nothing better is known: the address, IPv6 by /64, since a household owns a whole one. */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return rateLimit.normalizeIP(ip, 64);
}

function refusal(retryAfter: number): ServiceError {
  const { detail } = platformProblems.rate_limited;
  return new ServiceError('rate-limited', 'rate_limited', detail, { retryAfter });
}
