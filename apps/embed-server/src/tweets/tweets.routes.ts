import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Memoise } from '../cache/response-cache.js';
import { imageReply, jsonReply } from '../http/prepared-reply.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { ImageQuerySchema, imageResponse } from '../images/images.schemas.js';
import type { ReadTweetImage } from './tweet-images.js';
import { toTweetJson } from './tweet-json-mapping.js';
import type { ReadTweet } from './tweets.js';
import { TweetImageParamsSchema, TweetParamsSchema, TweetSchema } from './tweets.schemas.js';
import { tweetErrors, tweetImageErrors } from './tweets.errors.js';

const tags = ['tweets'];

export interface TweetRouteParts {
  readonly readTweet: ReadTweet;
  readonly memoise: Memoise;
}

export const tweetRoutes: FastifyPluginAsyncTypebox<TweetRouteParts> = async (app, parts) => {
  const schema = {
    operationId: 'readTweet',
    summary: 'A tweet as JSON',
    tags,
    params: TweetParamsSchema,
    response: preparedResponses(TweetSchema),
  };
  app.get('/tweet/:id', { config: { errors: tweetErrors }, schema }, async (request, reply) => {
    const { copy, raw, maxAge } = await parts.readTweet(request.params.id);
    const json = parts.memoise(copy, 'json', () => jsonReply(toTweetJson(raw())));
    return sendPrepared(request, reply, json, maxAge);
  });
};

export interface TweetImageRouteParts {
  readonly readTweetImage: ReadTweetImage;
  /** Whether the images are those of the tweet that the tweet quotes. */
  readonly quoted: boolean;
}

export const tweetImageRoutes: FastifyPluginAsyncTypebox<TweetImageRouteParts> = async (
  app,
  { readTweetImage, quoted },
) => {
  const root = quoted ? '/tweet/:id/quoted' : '/tweet/:id';
  const whose = quoted ? 'of the quoted tweet' : 'of a tweet';
  const common = {
    tags,
    querystring: ImageQuerySchema,
    response: preparedResponses(imageResponse),
  };
  const operation = (image: string) => `read${quoted ? 'Quoted' : ''}Tweet${image}`;

  for (const image of ['profile', 'link'] as const) {
    const schema = {
      ...common,
      operationId: operation(image === 'profile' ? 'ProfileImage' : 'LinkImage'),
      summary: `${image === 'profile' ? "Author's image" : 'Link card image'} ${whose}`,
      params: TweetParamsSchema,
    };
    app.get(
      `${root}/${image}-image`,
      { config: { errors: tweetImageErrors }, schema },
      async (request, reply) => {
        const { params, query } = request;
        const found = await readTweetImage(params.id, { quoted, image, size: query.size });
        return sendPrepared(request, reply, imageReply(found), found.maxAge);
      },
    );
  }

  const attached = {
    ...common,
    operationId: operation('Image'),
    summary: `Attached image ${whose}, or the poster of a film`,
    params: TweetImageParamsSchema,
  };
  app.get(
    `${root}/images/:number`,
    { config: { errors: tweetImageErrors }, schema: attached },
    async (request, reply) => {
      const { params, query } = request;
      const image = Number(params.number);
      const found = await readTweetImage(params.id, { quoted, image, size: query.size });
      return sendPrepared(request, reply, imageReply(found), found.maxAge);
    },
  );
};
