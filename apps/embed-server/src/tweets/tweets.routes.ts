import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Memoise } from '../cache/response-cache.js';
import { cachedJsonReply, jsonReply } from '../http/prepared-reply.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { ThreadQuerySchema } from '../http/thread.schemas.js';
import type { ImagePosts } from '../images/images.schemas.js';
import { toTweetJson } from './tweet-json-mapping.js';
import type { ReadTweetThread } from './tweet-threads.js';
import type { ReadTweet } from './tweets.js';
import { tweetId, TweetParamsSchema, TweetSchema } from './tweets.schemas.js';
import { tweetErrors, tweetImageErrors } from './tweets.errors.js';

const tags = ['tweets'];

export const tweetRoutes: FastifyPluginAsyncTypebox<{
  readTweet: ReadTweet;
  readTweetThread: ReadTweetThread;
  memoise: Memoise;
}> = async (app, { readTweet, readTweetThread, memoise }) => {
  const schema = {
    operationId: 'readTweet',
    summary: 'A tweet as JSON',
    tags,
    params: TweetParamsSchema,
    querystring: ThreadQuerySchema,
    response: preparedResponses(TweetSchema),
  };
  app.get('/tweet/:id', { config: { errors: tweetErrors }, schema }, async (request, reply) => {
    const { id } = request.params;
    if (request.query.thread !== undefined) {
      const thread = await readTweetThread(id);
      return sendPrepared(request, reply, cachedJsonReply(thread.copy), thread.maxAge);
    }
    const { copy, raw, maxAge } = await readTweet(id);
    const json = await memoise(copy, 'json', () => jsonReply(toTweetJson(raw())));
    return sendPrepared(request, reply, json, maxAge);
  });
};

export const tweetImages: ImagePosts = {
  root: '/tweet/:id',
  noun: 'tweet',
  type: 'Tweet',
  tags,
  id: { id: tweetId },
  films: 'a film',
  errors: tweetImageErrors,
};
