import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { jsonReply } from '../http/prepared-reply.js';
import { sendPrepared } from '../http/send-prepared.js';
import { upstreamProblems } from '../http/problems.schemas.js';
import { PageQuerySchema, pageResponse } from '../pages/page.schemas.js';
import type { PageRenderer } from '../pages/page-renderer.port.js';
import type { Memoise } from '../cache/response-cache.js';
import { toTweetAnswer } from './tweet-json-mapping.js';
import type { ReadTweet } from './tweets.js';
import { TweetAnswerSchema, TweetParamsSchema } from './tweets.schemas.js';

export interface TweetParts {
  readonly readTweet: ReadTweet;
  readonly pages: Pick<PageRenderer, 'tweet'>;
  readonly memoise: Memoise;
}

const tags = ['tweets'];

export const tweetRoutes: FastifyPluginAsyncTypebox<TweetParts> = async (app, parts) => {
  const { readTweet, pages, memoise } = parts;

  const json = { 200: TweetAnswerSchema, ...upstreamProblems };
  app.get(
    '/tweet/:id',
    { schema: { tags, summary: 'A tweet', params: TweetParamsSchema, response: json } },
    async (request, reply) => {
      const { copy, raw, maxAge } = await readTweet(request.params.id);
      const answer = memoise(copy, 'json', () => jsonReply(toTweetAnswer(raw())));
      return sendPrepared(request, reply, answer, maxAge);
    },
  );

  const page = {
    tags,
    summary: 'A page of a tweet',
    params: TweetParamsSchema,
    querystring: PageQuerySchema,
    response: { 200: pageResponse, ...upstreamProblems },
  };
  app.get('/tweet/:id.amp', { schema: page }, async (request, reply) => {
    const found = await readTweet(request.params.id);
    return sendPrepared(request, reply, pages.tweet(found, request.query), found.maxAge);
  });
};
