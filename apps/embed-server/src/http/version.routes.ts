import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { jsonAnswer } from './reply.js';
import { sendAnswer } from './send-reply.js';
import { ownProblems } from './reply.schemas.js';
import { VersionSchema } from './version.schemas.js';

export const versionRoutes: FastifyPluginAsyncTypebox<{ version: string }> = async (app, parts) => {
  const response = { 200: VersionSchema, 403: ownProblems[403] };
  const answer = jsonAnswer({ version: parts.version });
  app.get(
    '/version',
    { schema: { tags: ['service'], summary: 'Version of the server package', response } },
    async (request, reply) => sendAnswer(request, reply, answer, 60),
  );
};
