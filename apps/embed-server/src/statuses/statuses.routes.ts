import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cachedJsonReply } from '../http/prepared-reply.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import type { ImagePosts } from '../images/images.schemas.js';
import type { ReadStatus } from './statuses.js';
import { emojiName, StatusParamsSchema, StatusSchema, statusUrl } from './statuses.schemas.js';
import { statusErrors, statusImageErrors } from './statuses.errors.js';
import { attestedJson } from './stored-status.js';

const tags = ['statuses'];

export const statusRoutes: FastifyPluginAsyncTypebox<{ readStatus: ReadStatus }> = async (
  app,
  { readStatus },
) => {
  const schema = {
    operationId: 'readStatus',
    summary: 'A microblog status as JSON',
    tags,
    params: StatusParamsSchema,
    response: preparedResponses(StatusSchema),
  };
  app.get(
    '/mastodon/:statusUrl',
    { config: { errors: statusErrors }, schema },
    async (request, reply) => {
      const { copy, maxAge } = await readStatus(request.params.statusUrl);
      const prepared = cachedJsonReply({ body: attestedJson(copy) });
      return sendPrepared(request, reply, prepared, maxAge);
    },
  );
};

export const statusImages: ImagePosts = {
  root: '/mastodon/:statusUrl',
  noun: 'status',
  type: 'Status',
  tags,
  id: { statusUrl },
  films: 'a film or sound',
  emojiName,
  errors: statusImageErrors,
};
