import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { OriginNotAllowed } from './origins.errors.js';
import type { IsValidOrigin } from './origins.js';

/** CORS for the routes registered on `app`: a foreign origin is refused, no origin is a plain request. */
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
