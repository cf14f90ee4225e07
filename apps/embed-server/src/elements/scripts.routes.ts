import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { scriptReply } from '../http/prepared-reply.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { embedScript } from '../generated/browser-scripts.js';

const day = 86_400;
const script = scriptReply(embedScript);

const schema = {
  operationId: 'readEmbedScript',
  tags: ['front ends'],
  summary: 'The elements `<embed-tweet>`, `<embed-mastodon>`, `<embed-video>` and `<embed-media>`',
  response: preparedResponses({
    description: 'A JavaScript module.',
    content: { 'text/javascript': { schema: { type: 'string' } } },
  }),
};

export const scriptRoutes: FastifyPluginAsyncTypebox = async (app) => {
  // It holds nothing of an upstream: every site may load it, whatever VALID_ORIGINS says.
  app.get('/embed.js', { config: { cors: false }, schema }, async (request, reply) => {
    void reply.header('access-control-allow-origin', '*');
    return sendPrepared(request, reply, script, day);
  });
};
