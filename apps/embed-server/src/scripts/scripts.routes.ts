import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendScript } from '../answers/answers.routes.js';
import { scriptResponse } from '../answers/answers.schemas.js';
import { embedScript } from './embed-script.js';

export const scriptRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/embed.js',
    {
      // No answer of an upstream: every site may load it, whatever VALID_ORIGINS says.
      config: { cors: false },
      schema: {
        tags: ['front ends'],
        summary: 'The elements `<embed-tweet>`, `<embed-mastodon>` and `<embed-video>`',
        response: { 200: scriptResponse },
      },
    },
    async (request, reply) => {
      void reply.header('access-control-allow-origin', '*');
      return sendScript(request, reply, embedScript);
    },
  );
};
