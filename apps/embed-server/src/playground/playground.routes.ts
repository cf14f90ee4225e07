import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { pageReply } from '../http/prepared-reply.js';
import { sendPrepared } from '../http/send-prepared.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { pageResponse } from '../pages/pages.schemas.js';
import type { ShowPlayground } from './playground.js';

const schema = {
  operationId: 'showPlayground',
  tags: ['front ends'],
  summary: 'Paste an address, see its embed, copy the HTML',
  querystring: Type.Object({
    url: Type.Optional(Type.String({ maxLength: 2048, description: 'What was pasted.' })),
  }),
  response: preparedResponses({ ...pageResponse, description: 'The playground.' }),
};

export const playgroundRoutes: FastifyPluginAsyncTypebox<{
  showPlayground: ShowPlayground;
}> = async (app, { showPlayground }) => {
  app.get('/', { schema }, async (request, reply) =>
    sendPrepared(request, reply, pageReply(await showPlayground(request.query.url ?? '')), 60),
  );
};
