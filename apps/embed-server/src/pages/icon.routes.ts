import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { svgReply } from '../http/prepared-reply.js';
import { ownProblems } from '../http/problems.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { iconResponse } from './page.schemas.js';

/** The one icon of every page, so that a page opened by itself asks for nothing that is not there. */
export const pageIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0a5fb0"/>' +
  '<path d="M8 8h16v4H8zm0 6h7v10H8zm9 0h7v10h-7z" fill="#fff"/></svg>';

const day = 86_400;
const icon = svgReply(pageIcon);

/** Browsers ask for it wherever they open a page by itself. */
export const iconRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const response = { 200: iconResponse, ...ownProblems };
  app.get(
    '/favicon.ico',
    { schema: { tags: ['pages'], summary: 'The icon of the pages', response } },
    async (request, reply) => sendPrepared(request, reply, icon, day),
  );
};
