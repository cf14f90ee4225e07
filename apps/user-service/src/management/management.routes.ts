import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { userToWire } from '../users/user.js';
import { EmailParamsSchema, UserEnvelopeSchema } from '../users/users.schemas.js';
import type { Management } from './management.js';
import {
  apiKeySecurity as security,
  ListQuerySchema,
  listProblems,
  managementTags as tags,
  patchProblems,
  removalResponses,
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
        summary: 'List users in the byte order of their e-mails; the Link header leads on',
        tags,
        security,
        querystring: ListQuerySchema,
        response: { 200: UserListSchema, ...listProblems },
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
      schema: {
        operationId: 'changeUser',
        summary: 'Change a user',
        tags,
        security,
        params: EmailParamsSchema,
        body: UserPatchSchema,
        response: { 200: UserEnvelopeSchema, ...patchProblems },
      },
    },
    async ({ params, body }) => ({ data: userToWire(await management.change(params.email, body)) }),
  );

  app.delete(
    '/users/:email',
    {
      schema: {
        operationId: 'removeUser',
        summary: 'Remove a user',
        tags,
        security,
        params: EmailParamsSchema,
        response: removalResponses,
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
