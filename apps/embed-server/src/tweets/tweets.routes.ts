import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { jsonAnswer } from '../http/reply.js';
import { sendAnswer } from '../http/send-reply.js';
import { PageQuerySchema, pageResponse, upstreamProblems } from '../http/reply.schemas.js';
import type { PageRenderer } from '../pages/page-renderer.port.js';
import type { Derive } from '../cache/derived.port.js';
import { toTweetAnswer } from './tweet-json-mapping.js';
import type { ReadTweet } from './tweets.js';
import { TweetAnswerSchema, TweetParamsSchema } from './tweets.schemas.js';

export interface TweetParts {
  readonly readTweet: ReadTweet;
  readonly pages: Pick<PageRenderer, 'tweet'>;
  readonly derive: Derive;
}

const tags = ['tweets'];

export const tweetRoutes: FastifyPluginAsyncTypebox<TweetParts> = async (app, parts) => {
  const { readTweet, pages, derive } = parts;

  const json = { 200: TweetAnswerSchema, ...upstreamProblems };
  app.get(
    '/tweet/:id',
    { schema: { tags, summary: 'A tweet', params: TweetParamsSchema, response: json } },
    async (request, reply) => {
      const { copy, raw, maxAge } = await readTweet(request.params.id);
      const answer = derive(copy, 'json', () => jsonAnswer(toTweetAnswer(raw())));
      return sendAnswer(request, reply, answer, maxAge);
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
    return sendAnswer(request, reply, pages.tweet(found, request.query), found.maxAge);
  });
};
