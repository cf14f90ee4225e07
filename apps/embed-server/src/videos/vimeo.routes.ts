import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendImage, sendJson, sendPage } from '../answers/answers.routes.js';
import { imageResponse, pageResponse, upstreamProblems } from '../answers/answers.schemas.js';
import type { VideoParts } from './video-parts.js';
import {
  HashQuerySchema,
  NumericParamsSchema,
  PlayerQuerySchema,
  PosterQuerySchema,
  VimeoDataSchema,
} from './videos.schemas.js';

const tags = ['videos'];
const params = NumericParamsSchema;

export const vimeoRoutes: FastifyPluginAsyncTypebox<VideoParts> = async (app, parts) => {
  const { videos, readImage, pages, segment } = parts;
  const root = `/video/${segment}/:id`;
  const querystring = HashQuerySchema;

  const data = { 200: VimeoDataSchema, ...upstreamProblems };
  app.get(
    root,
    { schema: { tags, summary: "Vimeo's own metadata", params, querystring, response: data } },
    async (request, reply) => {
      const { value, maxAge } = await videos.readVimeo(request.params.id, request.query.h ?? null);
      return sendJson(request, reply, value, maxAge);
    },
  );

  const page = {
    tags,
    summary: 'A page of the video',
    params,
    querystring: PlayerQuerySchema,
    response: { 200: pageResponse, ...upstreamProblems },
  };
  app.get(`${root}.amp`, { schema: page }, async (request, reply) => {
    const found = await videos.describeVimeo(request.params.id, request.query.h ?? null);
    return sendPage(
      request,
      reply,
      pages.video(found.value, request.query, request.query),
      found.maxAge,
    );
  });

  const image = { 200: imageResponse, ...upstreamProblems };
  app.get(
    `${root}-poster-image`,
    {
      schema: {
        tags,
        summary: 'Poster image',
        params,
        querystring: PosterQuerySchema,
        response: image,
      },
    },
    async (request, reply) => {
      const { params, query } = request;
      const urls = await videos.vimeoPosterUrls(params.id, query.h ?? null, query.size);
      return sendImage(request, reply, await readImage(urls));
    },
  );
};
