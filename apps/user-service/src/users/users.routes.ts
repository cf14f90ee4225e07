import { operationsOf, type Server } from '@triptych/service-host';
import { preferredLanguage } from '../languages/languages.js';
import { userToWire } from './user.js';
import * as errors from './users.errors.js';
import type { Users } from './users.js';
import * as schemas from './users.schemas.js';

const operation = operationsOf('users');
const response = { 200: schemas.UserEnvelopeSchema };
const register = operation('registerUser', 'Register a user', {
  headers: schemas.RegistrationHeadersSchema,
  body: schemas.NewUserSchema,
  response,
  errors: [
    errors.InvalidUser,
    errors.EmailTaken,
    errors.InvalidIdempotencyKey,
    errors.IdempotencyKeyReused,
  ],
});
const read = operation('readUserByEmail', 'Find a user by e-mail', {
  params: schemas.EmailParamsSchema,
  response,
  errors: [errors.UserNotFound],
});

export async function userRoutes(app: Server, { users }: { users: Users }) {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });

  app.post('/users', register, async ({ body, headers, caller, raw }) => {
    const key = headers['idempotency-key'];
    const user = await users.register(
      body,
      key === undefined ? undefined : { key, caller: caller?.id ?? '' },
      preferredLanguage(raw.headers['accept-language']),
    );
    return { data: userToWire(user) };
  });

  app.get('/users/:email', read, async ({ params }) => ({
    data: userToWire(await users.readByEmail(params.email)),
  }));
}
