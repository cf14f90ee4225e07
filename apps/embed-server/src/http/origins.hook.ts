import cors from '@fastify/cors';
import { problem } from '@triptych/schemas';
import { addDescribedHook, describeHook, type Server } from '@triptych/service-host';
import type { onRequestHookHandler } from 'fastify';

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

/** Whether scripts of an origin may read replies. */
export type IsValidOrigin = (origin: string) => boolean;

/** `*` in the list admits every origin; the server's own pages are always admitted. */
export function createOriginCheck(valid: readonly string[], publicUrl: string): IsValidOrigin {
  const origins = new Set([...valid.map(withoutSlash), new URL(publicUrl).origin]);
  return origins.has('*') ? () => true : (origin) => origins.has(origin);
}

/**
 * CORS for the routes registered on `app` from here on, but those with `cors: false` in their config: a foreign origin is
 * refused. A request without an origin is not one of a script.
 */
export async function guardOrigins(app: Server, isValid: IsValidOrigin): Promise<void> {
  addDescribedHook(app, 'onRequest', refuseForeignOrigins(isValid));
  await app.register(cors, {
    methods: ['GET', 'HEAD'],
    exposedHeaders: ['cache-status', 'etag', 'retry-after', 'x-request-id'],
    maxAge: 86_400,
    origin: (origin, done) => done(null, origin ?? false),
  });
}

function refuseForeignOrigins(isValid: IsValidOrigin) {
  const hook: onRequestHookHandler = ({ headers: { origin }, routeOptions }, reply, done) => {
    if (origin === undefined || routeOptions.config.cors === false || isValid(origin))
      return done();
    void reply.header('vary', 'Origin');
    done(new OriginNotAllowed());
  };
  return describeHook(hook, { errors: [OriginNotAllowed] });
}

function withoutSlash(origin: string): string {
  return origin.replace(/\/+$/, '');
}
