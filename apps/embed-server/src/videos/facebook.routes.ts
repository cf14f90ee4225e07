import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { jsonReply } from '../http/prepared-reply.js';
import { sendPrepared } from '../http/send-prepared.js';
import { ownProblems } from '../http/problems.schemas.js';
import { pageResponse } from '../pages/page.schemas.js';
import { facebookUrl } from './video-mapping.js';
import type { VideoParts } from './video-parts.js';
import { FacebookDataSchema, NumericParamsSchema, PlayerQuerySchema } from './videos.schemas.js';

const tags = ['videos'];
const params = NumericParamsSchema;

export const facebookRoutes: FastifyPluginAsyncTypebox<VideoParts> = async (app, parts) => {
  const root = `/video/${parts.segment}/:id`;

  const data = { 200: FacebookDataSchema, ...ownProblems };
  app.get(
    root,
    { schema: { tags, summary: 'Where a Facebook video is', params, response: data } },
    async (request, reply) => {
      const { id } = request.params;
      const { copy, maxAge } = parts.videos.describeFacebook(id);
      const answer = parts.memoise(copy, `facebook ${id}`, () =>
        jsonReply({ canonicalUrl: facebookUrl(id) }),
      );
      return sendPrepared(request, reply, answer, maxAge);
    },
  );

  const page = { 200: pageResponse, ...ownProblems };
  const querystring = PlayerQuerySchema;
  app.get(
    `${root}.amp`,
    { schema: { tags, summary: 'A page of the video', params, querystring, response: page } },
    async (request, reply) => {
      const { id } = request.params;
      const found = parts.videos.describeFacebook(id);
      const page = parts.pages.video(found, { ...request.query, id }, request.query);
      return sendPrepared(request, reply, page, found.maxAge);
    },
  );
};
