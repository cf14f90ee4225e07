import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { scriptAnswer } from '../http/reply.js';
import { sendAnswer } from '../http/send-reply.js';
import { scriptResponse } from '../http/reply.schemas.js';
import { embedScript } from './embed-script.js';

const day = 86_400;
const script = scriptAnswer(embedScript);

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
      return sendAnswer(request, reply, script, day);
    },
  );
};
