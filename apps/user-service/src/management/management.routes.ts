import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { userToWire } from '../users/user.js';
import { EmailTaken, InvalidUser, UserNotFound } from '../users/users.errors.js';
import { EmailParamsSchema, UserEnvelopeSchema } from '../users/users.schemas.js';
import type { Management } from './management.js';
import {
  ListQuerySchema,
  managementTags as tags,
  RemovedSchema,
  UserListSchema,
  UserPatchSchema,
} from './management.schemas.js';

export const managementRoutes: FastifyPluginAsyncTypebox<{ management: Management }> = async (
  app,
  { management },
) => {
  app.get(
    '/users',
    {
      schema: {
        operationId: 'listUsers',
        summary: 'List users in the byte order of their e-mails',
        description: 'A `Link` header with `rel="next"` leads to the next page while there is one.',
        tags,
        querystring: ListQuerySchema,
        response: { 200: UserListSchema },
      },
    },
    async ({ query: { limit = 100, after = '', email_prefix: prefix = '' } }, reply) => {
      const { users, more } = await management.list({ limit, after, prefix });
      const last = users.at(-1);
      if (more && last) void reply.header('link', nextLink({ limit, prefix, after: last.email }));
      return { data: users.map(userToWire) };
    },
  );

  app.patch(
    '/users/:email',
    {
      config: { errors: [InvalidUser, UserNotFound, EmailTaken] },
      schema: {
        operationId: 'changeUser',
        summary: 'Change a user',
        tags,
        params: EmailParamsSchema,
        body: UserPatchSchema,
        response: { 200: UserEnvelopeSchema },
      },
    },
    async ({ params, body }) => ({ data: userToWire(await management.change(params.email, body)) }),
  );

  app.delete(
    '/users/:email',
    {
      config: { errors: [UserNotFound] },
      schema: {
        operationId: 'removeUser',
        summary: 'Remove a user',
        tags,
        params: EmailParamsSchema,
        response: { 204: RemovedSchema },
      },
    },
    async ({ params }, reply) => {
      await management.remove(params.email);
      return reply.code(204).send(null);
    },
  );
};

function nextLink(page: { limit: number; prefix: string; after: string }): string {
  const query = new URLSearchParams({ limit: String(page.limit), after: page.after });
  if (page.prefix !== '') query.set('email_prefix', page.prefix);
  return `</users?${query.toString()}>; rel="next"`;
}
