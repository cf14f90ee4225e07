import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cachedJsonReply } from '../http/prepared-reply.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { ThreadQuerySchema } from '../http/thread.schemas.js';
import type { ImagePosts } from '../images/images.schemas.js';
import { blueskyErrors, blueskyImageErrors } from './bluesky.errors.js';
import type { ReadBlueskyPost } from './bluesky-posts.js';
import type { ReadBlueskyThread } from './bluesky-threads.js';
import { BlueskyParamsSchema, BlueskyPostSchema, postUrlParam } from './bluesky.schemas.js';

const tags = ['bluesky'];

export const blueskyRoutes: FastifyPluginAsyncTypebox<{
  readBlueskyPost: ReadBlueskyPost;
  readBlueskyThread: ReadBlueskyThread;
}> = async (app, { readBlueskyPost, readBlueskyThread }) => {
  const schema = {
    operationId: 'readBlueskyPost',
    summary: 'A post on Bluesky as JSON',
    tags,
    params: BlueskyParamsSchema,
    querystring: ThreadQuerySchema,
    response: preparedResponses(BlueskyPostSchema),
  };
  const config = { errors: blueskyErrors };
  app.get('/bluesky/:postUrl', { config, schema }, async (request, reply) => {
    const read = request.query.thread === undefined ? readBlueskyPost : readBlueskyThread;
    const { copy, maxAge } = await read(request.params.postUrl);
    return sendPrepared(request, reply, cachedJsonReply(copy), maxAge);
  });
};

export const blueskyImages: ImagePosts = {
  root: '/bluesky/:postUrl',
  noun: 'post on Bluesky',
  type: 'BlueskyPost',
  tags,
  id: { postUrl: postUrlParam },
  films: 'a film',
  errors: blueskyImageErrors,
};
