import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { userToWire } from './user.js';
import {
  EmailTaken,
  IdempotencyKeyReused,
  InvalidIdempotencyKey,
  InvalidUser,
  UserNotFound,
} from './users.errors.js';
import type { Users } from './users.js';
import {
  EmailParamsSchema,
  NewUserSchema,
  RegistrationHeadersSchema,
  UserEnvelopeSchema,
} from './users.schemas.js';

export const userRoutes: FastifyPluginAsyncTypebox<{ users: Users }> = async (app, { users }) => {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });

  app.post(
    '/users',
    {
      config: { errors: [InvalidUser, EmailTaken, InvalidIdempotencyKey, IdempotencyKeyReused] },
      schema: {
        operationId: 'registerUser',
        summary: 'Register a user',
        tags: ['users'],
        headers: RegistrationHeadersSchema,
        body: NewUserSchema,
        response: { 200: UserEnvelopeSchema },
      },
    },
    async ({ body, headers, caller }) => {
      const key = headers['idempotency-key'];
      const user = await users.register(body, key === undefined ? undefined : { key, caller });
      return { data: userToWire(user) };
    },
  );

  app.get(
    '/users/:email',
    {
      config: { errors: [UserNotFound] },
      schema: {
        operationId: 'readUserByEmail',
        summary: 'Find a user by e-mail',
        tags: ['users'],
        params: EmailParamsSchema,
        response: { 200: UserEnvelopeSchema },
      },
    },
    async ({ params }) => ({ data: userToWire(await users.readByEmail(params.email)) }),
  );
};
