import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { jsonAnswer } from '../http/reply.js';
import { sendAnswer } from '../http/send-reply.js';
import { ownProblems, pageResponse } from '../http/reply.schemas.js';
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
      const answer = parts.derive(copy, `facebook ${id}`, () =>
        jsonAnswer({ canonicalUrl: facebookUrl(id) }),
      );
      return sendAnswer(request, reply, answer, maxAge);
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
      return sendAnswer(request, reply, page, found.maxAge);
    },
  );
};
