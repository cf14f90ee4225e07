import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { User } from './user.js';
import type { Users } from './users.js';
import {
  EmailParamsSchema,
  lookupProblems,
  NewUserSchema,
  RegistrationHeadersSchema,
  registrationProblems,
  UserEnvelopeSchema,
} from './users.schemas.js';

export const userRoutes: FastifyPluginAsyncTypebox<{ users: Users }> = async (app, { users }) => {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });

  app.post(
    '/users',
    {
      schema: {
        operationId: 'registerUser',
        summary: 'Register a user',
        tags: ['users'],
        headers: RegistrationHeadersSchema,
        body: NewUserSchema,
        response: { 200: UserEnvelopeSchema, ...registrationProblems },
      },
    },
    async ({ body, headers }) => ({
      data: toWire(await users.register(body, headers['idempotency-key'])),
    }),
  );

  app.get(
    '/users/:email',
    {
      schema: {
        operationId: 'readUserByEmail',
        summary: 'Find a user by e-mail',
        tags: ['users'],
        params: EmailParamsSchema,
        response: { 200: UserEnvelopeSchema, ...lookupProblems },
      },
    },
    async ({ params }) => ({ data: toWire(await users.readByEmail(params.email)) }),
  );
};

function toWire({ id, fullName, email, phone, contactAddress }: User) {
  return {
    ID: id,
    FullName: fullName,
    Email: email,
    Phone: phone,
    ContactAddress: contactAddress,
  };
}
