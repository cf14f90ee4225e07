import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { userToWire } from '../users/user-mapping.js';
import { EmailParamsSchema, UserEnvelopeSchema } from '../users/users.schemas.js';
import type { Management } from './management.js';
import {
  apiKeySecurity as security,
  managementTags as tags,
  patchProblems,
  removalResponses,
  UserPatchSchema,
} from './management.schemas.js';

export const userChangeRoutes: FastifyPluginAsyncTypebox<{ management: Management }> = async (
  app,
  { management },
) => {
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
