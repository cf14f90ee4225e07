import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { jsonReply } from './prepared-reply.js';
import { ownProblems } from './problems.schemas.js';
import { sendPrepared } from './send-prepared.js';

const VersionSchema = Type.Object({ version: Type.String() });

export const versionRoutes: FastifyPluginAsyncTypebox<{ version: string }> = async (app, parts) => {
  const response = { 200: VersionSchema, 403: ownProblems[403] };
  const version = jsonReply({ version: parts.version });
  app.get(
    '/version',
    { schema: { tags: ['service'], summary: 'Version of the server package', response } },
    async (request, reply) => sendPrepared(request, reply, version, 60),
  );
};
