import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { jsonReply } from './prepared-reply.js';
import { preparedResponses } from './replies.schemas.js';
import { sendPrepared } from './send-prepared.js';

const VersionSchema = Type.Object({ version: Type.String() });

export const versionRoutes: FastifyPluginAsyncTypebox<{ version: string }> = async (app, parts) => {
  const version = jsonReply({ version: parts.version });
  const schema = {
    operationId: 'readVersion',
    summary: 'Version of the server package',
    tags: ['service'],
    response: preparedResponses(VersionSchema),
  };
  app.get('/version', { schema }, async (request, reply) =>
    sendPrepared(request, reply, version, 60),
  );
};
