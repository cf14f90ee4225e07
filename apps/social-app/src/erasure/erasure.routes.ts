import type {} from '@fastify/cookie';
import { operationsOf, type Server } from '@triptych/service-host';
import { Type } from 'typebox';
import { dropSession } from '../sessions/ended-session.hook.js';
import type { SessionCookie } from '../sessions/session-cookie.js';
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

const eraseAccount = operationsOf('account')('eraseAccount', 'Erase the account for good', {
  description: 'Friends lose it from their lists; chats stay for the others, without a name.',
  body: ErasureBodySchema,
  response: { 200: ErasedSchema },
  errors: [NotConfirmed],
});

export async function erasureRoutes(
  app: Server,
  { erase, sessionCookie }: { erase: Erase; sessionCookie: SessionCookie },
) {
  app.delete('/account', eraseAccount, async ({ caller, body }, reply) => {
    await erase(caller, body.confirm);
    dropSession(reply, sessionCookie);
    return { erased: true };
  });
}
