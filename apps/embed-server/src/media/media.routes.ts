import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cachedJsonReply, imageReply } from '../http/prepared-reply.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { ImageQuerySchema, imageResponse } from '../images/images.schemas.js';
import { mediaErrors, mediaImageErrors } from './media.errors.js';
import { MediaParamsSchema, MediaSchema } from './media.schemas.js';
import type { MediaPages } from './media.js';

const tags = ['media'];

export const mediaRoutes: FastifyPluginAsyncTypebox<{ media: MediaPages }> = async (
  app,
  { media },
) => {
  const data = {
    operationId: 'readMedia',
    summary: 'What an oEmbed provider says of a page',
    tags,
    params: MediaParamsSchema,
    response: preparedResponses(MediaSchema),
  };
  app.get(
    '/media/:pageUrl',
    { config: { errors: mediaErrors }, schema: data },
    async (request, reply) => {
      const { copy, maxAge } = await media.read(request.params.pageUrl);
      return sendPrepared(request, reply, cachedJsonReply(copy), maxAge);
    },
  );

  const thumbnail = {
    operationId: 'readMediaThumbnail',
    summary: 'The photo or the thumbnail of a page of an oEmbed provider',
    tags,
    params: MediaParamsSchema,
    querystring: ImageQuerySchema,
    response: preparedResponses(imageResponse),
  };
  app.get(
    '/media/:pageUrl/thumbnail',
    { config: { errors: mediaImageErrors }, schema: thumbnail },
    async (request, reply) => {
      const found = await media.readThumbnail(request.params.pageUrl, request.query.size);
      return sendPrepared(request, reply, imageReply(found), found.maxAge);
    },
  );
};
