import rateLimit from '@fastify/rate-limit';
import { ServiceError } from '@triptych/schemas';
import type { Server } from './server.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { type Allowance, Allowances } from './allowances.js';
import { SharedAllowances } from './shared-allowances.js';

/** How a service wants its clients counted. */
export interface LimitOptions {
  /** Who asks, where something better than the address is known, such as a valid API key; never a guess. */
  readonly clientOf?: (request: FastifyRequest) => string | undefined;
  /** How many requests an answer of this status counts as: what guessing is answered with may cost more. */
  readonly costs?: Readonly<Record<number, number>>;
}

export interface RateLimitOptions extends LimitOptions {
  /** Requests a minute and client; 0 turns the limit off. */
  readonly max: number;
  /** Shares the counts between replicas. While it is away every replica counts for itself alone. */
  readonly redis?: Redis | undefined;
  /** Keeps the counts of services that share one Redis apart. */
  readonly nameSpace: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the client of this request may still do; null while no limit is on. */
    allowance: { readonly client: string; left: Allowance } | null;
  }
}

const window = 60_000;

/**
 * Counts every request, unknown addresses too, per client, and tells in `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers) what is left. A client is an address, IPv6 by /64: a household owns a whole
 * one. The counts are in this process and are shared beside the requests, so that a limit costs no round trip.
 */
export async function limitRequests(app: Server, options: RateLimitOptions) {
  if (options.max === 0) return;
  const { max, redis, nameSpace, costs = {}, clientOf } = options;
  const allowances = new Allowances({ max, window });
  const shared = redis && new SharedAllowances(allowances, { redis, nameSpace, window });
  const policy = `"default";q=${max};w=${window / 1000}`;
  app.decorateRequest('allowance', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const client = clientOf?.(request) ?? rateLimit.normalizeIP(request.ip, 64);
    const left = allowances.take(client, performance.now());
    request.allowance = { client, left };
    if (!left.allowed) return done(refusal(left.retryAfter));
    shared?.tell(client, 1);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const extra = (costs[reply.statusCode] ?? 1) - 1;
    if (request.allowance && extra > 0) {
      const { client } = request.allowance;
      request.allowance.left = allowances.charge(client, extra, performance.now());
      shared?.tell(client, extra);
    }
    if (request.allowance) tellAllowance(reply, policy, request.allowance.left);
    done();
  });
  await offerRouteLimits(app, options);
}

function refusal(retryAfter: number): ServiceError {
  const words = 'Too many requests; try again later.';
  return new ServiceError('rate-limited', 'rate_limited', words, { retryAfter });
}

function tellAllowance(reply: FastifyReply, policy: string, { remaining, reset }: Allowance): void {
  void reply.header('ratelimit-policy', policy);
  void reply.header('ratelimit', `"default";r=${remaining};t=${reset}`);
}

/** `app.createRateLimit`, for limits that a service puts on single routes. */
async function offerRouteLimits(app: Server, { redis, nameSpace }: RateLimitOptions) {
  await app.register(rateLimit, {
    global: false,
    ipv6Subnet: 64,
    skipOnError: true,
    nameSpace: `${nameSpace}:rate:`,
    ...(redis ? { redis } : {}),
  });
}
