import { Type } from 'typebox';
import type {} from '@fastify/cookie';
import type { Server } from '@triptych/service-host';
import type { SessionCookie } from '../sessions/session-cookie.js';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import { NotConfirmed } from './erasure.errors.js';
import type { Erase } from './erasure.js';

const ErasureBodySchema = Type.Object({
  confirm: Type.String({
    maxLength: 320,
    description: 'The e-mail address of the account, or its id when it has none.',
  }),
});

const ErasedSchema = Type.Object(
  { erased: Type.Boolean({ description: 'Always true.' }) },
  { description: 'The account is gone for good, its sessions with it.' },
);

const schema = {
  operationId: 'eraseAccount',
  summary: 'Erase the account for good',
  description: 'Friends lose it from their lists; chats stay for the others, without a name.',
  tags: ['account'],
  body: ErasureBodySchema,
  response: { 200: ErasedSchema },
};

export async function erasureRoutes(
  app: Server,
  {
    guard,
    erase,
    sessionCookie: { name, options },
  }: { guard: SessionGuard; erase: Erase; sessionCookie: SessionCookie },
) {
  const route = {
    onRequest: guard.authenticate,
    config: { errors: [NotConfirmed] },
    schema,
  };
  app.delete('/account', route, async (request, reply) => {
    await erase(guard.callerOf(request), request.body.confirm);
    reply.clearCookie(name, options);
    return { erased: true };
  });
}
