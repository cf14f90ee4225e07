import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendImage, sendJson, sendPage } from '../answers/answers.routes.js';
import { imageResponse, pageResponse, upstreamProblems } from '../answers/answers.schemas.js';
import type { PageRenderer } from '../answers/page-renderer.port.js';
import type { ReadImage } from '../images/images.js';
import { toTweetAnswer } from './tweet-answer-mapping.js';
import { tweetImageUrls, type TweetImageName } from './tweet-images.js';
import { toTweet } from './tweet-mapping.js';
import type { ReadTweet } from './tweets.js';
import {
  LanguageQuerySchema,
  TweetAnswerSchema,
  TweetImageParamsSchema,
  TweetParamsSchema,
} from './tweets.schemas.js';

export interface TweetParts {
  readonly readTweet: ReadTweet;
  readonly readImage: ReadImage;
  readonly pages: Pick<PageRenderer, 'tweet'>;
}

const tags = ['tweets'];

export const tweetRoutes: FastifyPluginAsyncTypebox<TweetParts> = async (app, parts) => {
  const { readTweet, readImage, pages } = parts;

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
    querystring: LanguageQuerySchema,
    response: { 200: pageResponse, ...upstreamProblems },
  };
  app.get('/tweet/:id.amp', { schema: page }, async (request, reply) => {
    const { raw, maxAge } = await readTweet(request.params.id);
    return sendPage(request, reply, pages.tweet(toTweet(raw), request.query.lang), maxAge);
  });

  async function tweetImage(id: string, name: TweetImageName) {
    const { raw } = await readTweet(id);
    return readImage(tweetImageUrls(toTweet(raw), name));
  }

  const images = { 200: imageResponse, ...upstreamProblems };
  for (const quoted of [false, true]) {
    const root = quoted ? '/tweet/:id/quoted' : '/tweet/:id';
    const whose = quoted ? 'of the quoted tweet' : 'of the tweet';
    for (const image of ['profile', 'link'] as const) {
      const summary = image === 'profile' ? `Author's image ${whose}` : `Link card image ${whose}`;
      app.get(
        `${root}/${image}-image`,
        { schema: { tags, summary, params: TweetParamsSchema, response: images } },
        async (request, reply) =>
          sendImage(request, reply, await tweetImage(request.params.id, { quoted, image })),
      );
    }
    const summary = `Attached image ${whose}, or the poster of a film`;
    app.get(
      `${root}/images/:number`,
      { schema: { tags, summary, params: TweetImageParamsSchema, response: images } },
      async (request, reply) => {
        const { id, number } = request.params;
        const image = Number(number);
        return sendImage(request, reply, await tweetImage(id, { quoted, image }));
      },
    );
  }
};
