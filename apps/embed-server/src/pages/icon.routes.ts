import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { pageIcon } from './page-icon.js';
import { iconAnswer } from '../http/reply.js';
import { sendAnswer } from '../http/send-reply.js';
import { iconResponse, ownProblems } from '../http/reply.schemas.js';

const day = 86_400;
const icon = iconAnswer(pageIcon);

/** Browsers ask for it wherever they open a page by itself. */
export const iconRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const response = { 200: iconResponse, ...ownProblems };
  app.get(
    '/favicon.ico',
    { schema: { tags: ['pages'], summary: 'The icon of the pages', response } },
    async (request, reply) => sendAnswer(request, reply, icon, day),
  );
};
