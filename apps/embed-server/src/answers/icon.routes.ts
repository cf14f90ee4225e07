import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { pageIcon } from '../pages/page-icon.js';
import { sendIcon } from './answers.routes.js';
import { iconResponse, ownProblems } from './answers.schemas.js';

/** Browsers ask for it wherever they open a page by itself. */
export const iconRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const response = { 200: iconResponse, ...ownProblems };
  app.get(
    '/favicon.ico',
    { schema: { tags: ['pages'], summary: 'The icon of the pages', response } },
    async (request, reply) => sendIcon(request, reply, pageIcon),
  );
};
