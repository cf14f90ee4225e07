import cors from '@fastify/cors';
import { problem } from '@triptych/schemas';
import { addDescribedHook, describeHook, type Server } from '@triptych/service-host';
import type { onRequestHookHandler, RouteOptions } from 'fastify';
import { snapshotHeader } from './send-prepared.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Exempts the route from the check of origins; @fastify/cors reads it too. */
    cors?: false;
  }
}

export class OriginNotAllowed extends problem(
  'forbidden',
  'origin_not_allowed',
  'This origin may not use this server.',
) {}

/** Whose scripts may read replies: everybody's, or those of these origins. */
export type ValidOrigins = '*' | ReadonlySet<string>;

/** `*` in the list admits every origin; the server's own pages are always admitted. */
export function validOriginsOf(valid: readonly string[], publicUrl: string): ValidOrigins {
  const origins = new Set([...valid.map(withoutSlash), new URL(publicUrl).origin]);
  return origins.has('*') ? '*' : origins;
}

/**
 * CORS for the routes of `app`, but those with `cors: false` in their config: a foreign origin is
 * refused. A request without an origin is not one of a script. Where everybody may read, a reply is the same for all, so
 * that a cache in front keeps it once.
 */
export async function guardOrigins(app: Server, valid: ValidOrigins): Promise<void> {
  addDescribedHook(app, 'onRequest', refuseForeignOrigins(valid));
  await app.register(cors, {
    methods: ['GET', 'HEAD'],
    exposedHeaders: ['cache-status', 'etag', 'retry-after', snapshotHeader, 'x-request-id'],
    maxAge: 86_400,
    origin: valid === '*' ? '*' : (origin, done) => done(null, origin ?? false),
  });
}

const isExempt = ({ config }: Pick<RouteOptions, 'config'>) => config?.cors === false;

function refuseForeignOrigins(origins: ValidOrigins) {
  const isValid = (origin: string) => origins === '*' || origins.has(origin);
  const hook: onRequestHookHandler = ({ headers, method, routeOptions }, reply, done) => {
    const { origin, 'access-control-request-method': requested } = headers;
    if (origin === undefined || isExempt(routeOptions)) return done();
    // @fastify/cors would refuse it as plain text.
    const isBrokenPreflight = method === 'OPTIONS' && !requested;
    if (isValid(origin) && !isBrokenPreflight) return done();
    if (origins !== '*') void reply.header('vary', 'Origin');
    if (!isValid(origin)) return done(new OriginNotAllowed());
    done(Object.assign(new Error('no preflight'), { statusCode: 400 }));
  };
  return describeHook(hook, { errors: [OriginNotAllowed], isExempt });
}

function withoutSlash(origin: string): string {
  return origin.replace(/(?<!\/)\/+$/, '');
}
