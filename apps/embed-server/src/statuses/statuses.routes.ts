import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cachedJsonReply } from '../http/prepared-reply.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { ThreadQuerySchema } from '../http/thread.schemas.js';
import type { ImagePosts } from '../images/images.schemas.js';
import type { ReadStatusThread } from './status-threads.js';
import type { ReadStatus } from './statuses.js';
import { emojiName, StatusParamsSchema, StatusSchema, statusUrl } from './statuses.schemas.js';
import { statusErrors, statusImageErrors } from './statuses.errors.js';
import { attestedJson } from './stored-status.js';

const tags = ['statuses'];

export const statusRoutes: FastifyPluginAsyncTypebox<{
  readStatus: ReadStatus;
  readStatusThread: ReadStatusThread;
}> = async (app, { readStatus, readStatusThread }) => {
  const schema = {
    operationId: 'readStatus',
    summary: 'A microblog status as JSON',
    tags,
    params: StatusParamsSchema,
    querystring: ThreadQuerySchema,
    response: preparedResponses(StatusSchema),
  };
  app.get(
    '/mastodon/:statusUrl',
    { config: { errors: statusErrors }, schema },
    async (request, reply) => {
      const { statusUrl } = request.params;
      if (request.query.thread !== undefined) {
        const { copy, maxAge } = await readStatusThread(statusUrl);
        return sendPrepared(request, reply, cachedJsonReply(copy), maxAge);
      }
      const { copy, maxAge } = await readStatus(statusUrl);
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
