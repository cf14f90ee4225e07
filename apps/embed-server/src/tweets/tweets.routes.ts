import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Memoise } from '../cache/response-cache.js';
import { jsonReply } from '../http/prepared-reply.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import type { ImagePosts } from '../images/images.schemas.js';
import { toTweetJson } from './tweet-json-mapping.js';
import type { ReadTweet } from './tweets.js';
import { tweetId, TweetParamsSchema, TweetSchema } from './tweets.schemas.js';
import { tweetErrors, tweetImageErrors } from './tweets.errors.js';

const tags = ['tweets'];

export const tweetRoutes: FastifyPluginAsyncTypebox<{
  readTweet: ReadTweet;
  memoise: Memoise;
}> = async (app, { readTweet, memoise }) => {
  const schema = {
    operationId: 'readTweet',
    summary: 'A tweet as JSON',
    tags,
    params: TweetParamsSchema,
    response: preparedResponses(TweetSchema),
  };
  app.get('/tweet/:id', { config: { errors: tweetErrors }, schema }, async (request, reply) => {
    const { copy, raw, maxAge } = await readTweet(request.params.id);
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
