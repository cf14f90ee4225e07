import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { pageAnswer } from '../http/reply.js';
import { sendAnswer } from '../http/send-reply.js';
import { ownProblems, pageResponse } from '../http/reply.schemas.js';
import { PlaygroundQuerySchema } from './playground.schemas.js';
import type { ShowPlayground } from './playground.js';

const schema = {
  tags: ['front ends'],
  summary: 'Paste an address, see its embed, copy the HTML',
  querystring: PlaygroundQuerySchema,
  response: { 200: { ...pageResponse, description: 'The playground.' }, ...ownProblems },
};

export const playgroundRoutes: FastifyPluginAsyncTypebox<{
  showPlayground: ShowPlayground;
}> = async (app, { showPlayground }) => {
  app.get('/', { schema }, async (request, reply) =>
    sendAnswer(request, reply, pageAnswer(await showPlayground(request.query.url ?? '')), 60),
  );
};
