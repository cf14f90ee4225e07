import type {} from '@fastify/cookie';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '@triptych/schemas';
import type { SessionCookie } from '../sessions/session-cookie.js';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { Erasure } from './erasure.js';
import * as schemas from './erasure.schemas.js';

export interface ErasureRoutesOptions {
  readonly guard: SessionGuard;
  readonly erasure: Erasure;
  readonly sessionCookie: SessionCookie;
}

export const erasureProblemCodes = ['not_confirmed'];

const schema = {
  tags: ['account'],
  description:
    'Erases the account, for good. Friends lose it from their lists; chats stay for the others, without a name.',
  body: schemas.ErasureBodySchema,
  response: {
    200: schemas.ErasedSchema,
    ...problemResponses({ 401: 'Not signed in.', 422: 'Not confirmed.' }),
  },
};

export const erasureRoutes: FastifyPluginAsyncTypebox<ErasureRoutesOptions> = async (
  app,
  { guard, erasure, sessionCookie: { name, options } },
) => {
  app.delete('/account', { onRequest: guard.authenticate, schema }, async (request, reply) => {
    await erasure.erase(guard.callerOf(request), request.body.confirm);
    reply.clearCookie(name, options);
    return { erased: true };
  });
};
