import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { imageReply, jsonReply } from '../http/prepared-reply.js';
import { sendPrepared, varyBy } from '../http/send-prepared.js';
import { ownProblems, upstreamProblems } from '../http/problems.schemas.js';
import { ImageQuerySchema, imageResponse } from '../images/images.schemas.js';
import { pageResponse } from '../pages/page.schemas.js';
import { acceptsWebp } from '../http/accepted-images.js';
import type { VideoParts } from './video-parts.js';
import { EmptyDataSchema, PlayerQuerySchema, YoutubeParamsSchema } from './videos.schemas.js';

const day = 86_400;
const empty = jsonReply({});
const tags = ['videos'];
const params = YoutubeParamsSchema;

export const youtubeRoutes: FastifyPluginAsyncTypebox<VideoParts> = async (app, parts) => {
  const { videos, readImage, pages, segment } = parts;
  const root = `/video/${segment}/:id`;

  const data = { 200: EmptyDataSchema, ...ownProblems };
  app.get(
    root,
    { schema: { tags, summary: 'Empty data of a YouTube video', params, response: data } },
    async (request, reply) => sendPrepared(request, reply, empty, day),
  );

  const page = { 200: pageResponse, ...upstreamProblems };
  const querystring = PlayerQuerySchema;
  app.get(
    `${root}.amp`,
    { schema: { tags, summary: 'A page of the video', params, querystring, response: page } },
    async (request, reply) => {
      const found = await videos.describeYoutube(request.params.id);
      const page = pages.video(found, { ...request.query, id: request.params.id }, request.query);
      return sendPrepared(request, reply, page, found.maxAge);
    },
  );

  const image = { 200: imageResponse, ...upstreamProblems };
  app.get(
    `${root}-poster-image`,
    {
      schema: {
        tags,
        summary: 'The largest poster image, or one of the asked-for size',
        params,
        querystring: ImageQuerySchema,
        response: image,
      },
    },
    async (request, reply) => {
      const webp = acceptsWebp(request.headers.accept);
      const { size } = request.query;
      const urls = videos.youtubePosterUrls(request.params.id, { ...(size && { size }), webp });
      const image = await readImage(urls);
      varyBy(reply, 'Accept');
      return sendPrepared(request, reply, imageReply(image), image.maxAge);
    },
  );
};
