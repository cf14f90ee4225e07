import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import { problemResponses } from '@triptych/schemas';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { toEmailKey } from '../people/email-mapping.js';
import { parseChatId, toChatId } from '../people/user-pair.js';
import type { SessionGuard } from '../sessions/session.port.js';
import { TooManyRequests } from './limits.errors.js';
import type { LimitScope, RouteLimit } from './route-limits.js';

type Guard = Pick<SessionGuard, 'callerOf'>;

/**
 * Puts the limits on the routes that are registered from now on, and into their documents. The routes know nothing of
 * it. Counted is after the payload was checked, so that 401 and 422 come first. The counts lie where the limit of an
 * address has them, in Redis or in the process; without that limit there is none of these either.
 */
export function limitRoutes(
  app: FastifyInstance,
  limits: ReadonlyMap<string, readonly RouteLimit[]>,
  guard: Guard,
): void {
  app.addHook('onRoute', (route) => {
    const own = limits.get(`${String(route.method)} ${route.url.replace(/\/$/, '')}`);
    if (!own || own.length === 0) return;
    documentLimit(route);
    if (!app.hasDecorator('createRateLimit')) return;
    const checks = own.map((limit) => createCheck(app, limit, guard));
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      async (request) => void (await Promise.all(checks.map((check) => check(request)))),
    ];
  });
}

function createCheck(app: FastifyInstance, limit: RouteLimit, guard: Guard) {
  const count = app.createRateLimit({
    max: limit.max,
    timeWindow: limit.seconds * 1000,
    keyGenerator: (request) => `${limit.name}:${keyOf(request, limit.by, guard)}`,
  });
  return async (request: FastifyRequest): Promise<void> => {
    const outcome = await count(request);
    if (!outcome.isAllowed && outcome.isExceeded) throw new TooManyRequests(outcome.ttlInSeconds);
  };
}

function keyOf(request: FastifyRequest, by: LimitScope, guard: Guard): string {
  // A household owns a whole /64 of IPv6.
  if (by === 'address') return rateLimit.normalizeIP(request.ip, 64);
  const { userId } = guard.callerOf(request);
  return by === 'user' ? userId : `${userId}:${partnerKey(request.body)}`;
}

/** In one form for every spelling, and hashed: an e-mail address has no place among counts. */
function partnerKey(body: unknown): string {
  const { email, chatId } = body as { email?: string; chatId?: string };
  const pair = parseChatId(chatId ?? '');
  const partner = pair ? toChatId(pair) : toEmailKey(email ?? '');
  return createHash('sha256').update(partner).digest('base64url');
}

function documentLimit(route: RouteOptions): void {
  const { response, ...schema } = route.schema ?? {};
  const own = (response ?? {}) as Record<string, unknown>;
  const limited = problemResponses({ 429: 'Too often: `Retry-After` tells when again.' });
  route.schema = { ...schema, response: { ...limited, ...own } };
}
