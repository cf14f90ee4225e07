import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cachedJsonReply, imageReply } from '../http/prepared-reply.js';
import { sendPrepared } from '../http/send-prepared.js';
import { upstreamProblems } from '../http/problems.schemas.js';
import { imageResponse } from '../images/images.schemas.js';
import { pageResponse } from '../pages/page.schemas.js';
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
      const { copy, maxAge } = await videos.readVimeo(request.params.id, request.query.h ?? null);
      return sendPrepared(request, reply, cachedJsonReply(copy), maxAge);
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
    const page = pages.video(found, { ...request.query, id: request.params.id }, request.query);
    return sendPrepared(request, reply, page, found.maxAge);
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
      const image = await readImage(urls);
      return sendPrepared(request, reply, imageReply(image), image.maxAge);
    },
  );
};
