import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendJson, sendPage } from '../answers/answers.routes.js';
import { PageQuerySchema, pageResponse, upstreamProblems } from '../answers/answers.schemas.js';
import type { PageRenderer } from '../answers/page-renderer.port.js';
import { toTweetAnswer } from './tweet-answer-mapping.js';
import { toTweet } from './tweet-mapping.js';
import type { ReadTweet } from './tweets.js';
import { TweetAnswerSchema, TweetParamsSchema } from './tweets.schemas.js';

export interface TweetParts {
  readonly readTweet: ReadTweet;
  readonly pages: Pick<PageRenderer, 'tweet'>;
}

const tags = ['tweets'];

export const tweetRoutes: FastifyPluginAsyncTypebox<TweetParts> = async (app, parts) => {
  const { readTweet, pages } = parts;

  const json = { 200: TweetAnswerSchema, ...upstreamProblems };
  app.get(
    '/tweet/:id',
    { schema: { tags, summary: 'A tweet', params: TweetParamsSchema, response: json } },
    async (request, reply) => {
      const { raw, maxAge } = await readTweet(request.params.id);
      return sendJson(request, reply, toTweetAnswer(raw), maxAge);
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
    const { raw, maxAge } = await readTweet(request.params.id);
    return sendPage(request, reply, pages.tweet(toTweet(raw), request.query), maxAge);
  });
};
