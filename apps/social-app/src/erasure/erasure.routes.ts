import type {} from '@fastify/cookie';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { SessionCookie } from '../sessions/session-cookie.js';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import { NotConfirmed } from './erasure.errors.js';
import type { Erasure } from './erasure.js';
import * as schemas from './erasure.schemas.js';

export interface ErasureRoutesOptions {
  readonly guard: SessionGuard;
  readonly erasure: Erasure;
  readonly sessionCookie: SessionCookie;
}

const schema = {
  operationId: 'eraseAccount',
  summary: 'Erase the account for good',
  description: 'Friends lose it from their lists; chats stay for the others, without a name.',
  tags: ['account'],
  body: schemas.ErasureBodySchema,
  response: { 200: schemas.ErasedSchema },
};

export const erasureRoutes: FastifyPluginAsyncTypebox<ErasureRoutesOptions> = async (
  app,
  { guard, erasure, sessionCookie: { name, options } },
) => {
  const route = {
    onRequest: guard.authenticate,
    config: { errors: [NotConfirmed] },
    schema,
  };
  app.delete('/account', route, async (request, reply) => {
    await erasure.erase(guard.callerOf(request), request.body.confirm);
    reply.clearCookie(name, options);
    return { erased: true };
  });
};
