import cors from '@fastify/cors';
import { ServiceError } from '@triptych/schemas';
import type { FastifyInstance } from 'fastify';

export class OriginNotAllowed extends ServiceError {
  constructor() {
    super('forbidden', 'origin_not_allowed', 'This origin may not use this server.');
  }
}

/** Whether scripts of an origin may read replies. */
export type IsValidOrigin = (origin: string) => boolean;

/** `*` in the list admits every origin; the server's own pages are always admitted. */
export function createOriginCheck(valid: readonly string[], publicUrl: string): IsValidOrigin {
  const origins = new Set([...valid.map(withoutSlash), new URL(publicUrl).origin]);
  return origins.has('*') ? () => true : (origin) => origins.has(origin);
}

/** CORS for the routes registered on `app`: a foreign origin is refused; a request without one is not of a script. */
export async function guardOrigins(app: FastifyInstance, isValid: IsValidOrigin): Promise<void> {
  await app.register(cors, {
    methods: ['GET', 'HEAD'],
    exposedHeaders: ['cache-status', 'etag', 'retry-after', 'x-request-id'],
    maxAge: 86_400,
    origin: (origin, done) => {
      if (origin === undefined || isValid(origin)) done(null, origin ?? false);
      else done(new OriginNotAllowed(), false);
    },
  });
}

function withoutSlash(origin: string): string {
  return origin.replace(/\/+$/, '');
}
