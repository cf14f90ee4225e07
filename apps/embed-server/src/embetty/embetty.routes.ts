import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { imageReply, jsonReply } from '../http/prepared-reply.js';
import { sendPrepared } from '../http/send-prepared.js';
import { foreignObject, preparedResponses } from '../http/replies.schemas.js';
import type { ReadPostImage } from '../images/post-images.js';
import { imageResponse } from '../images/images.schemas.js';
import type { Memoise } from '../cache/response-cache.js';
import { tweetErrors, tweetImageErrors } from '../tweets/tweets.errors.js';
import type { ReadTweet } from '../tweets/tweets.js';
import { TweetImageParamsSchema, TweetParamsSchema } from '../tweets/tweets.schemas.js';
import { toEmbettyTweet } from './embetty-tweet-mapping.js';

const tags = ['embetty'];
const params = TweetParamsSchema;
const response = preparedResponses(imageResponse);
const config = { errors: tweetImageErrors };

/**
 * What the package `@heise/embetty` asks for. Its tweets are those of X API 1.1 and its image paths have a dash,
 * where a documented path replies 400; so they live below a prefix of their own.
 */
export const embettyRoutes: FastifyPluginAsyncTypebox<{
  readTweet: ReadTweet;
  readTweetImage: ReadPostImage;
  memoise: Memoise;
}> = async (app, { readTweet, readTweetImage, memoise }) => {
  const tweet = {
    operationId: 'readEmbettyTweet',
    summary: 'A tweet for `<embetty-tweet>`',
    tags,
    params,
    response: preparedResponses(foreignObject('The parts of X API 1.1 that the component reads.')),
  };
  app.get(
    '/tweet/:id',
    { config: { errors: tweetErrors }, schema: tweet },
    async (request, reply) => {
      const { copy, value, maxAge } = await readTweet(request.params.id);
      const json = await memoise(copy, 'embetty', () => jsonReply(toEmbettyTweet(value())));
      return sendPrepared(request, reply, json, maxAge);
    },
  );

  for (const image of ['profile', 'link'] as const) {
    const operationId = `readEmbettyTweet${image === 'profile' ? 'Profile' : 'Link'}Image`;
    const summary = `The ${image} image of a tweet`;
    const schema = { operationId, summary, tags, params, response };
    app.get(`/tweet/:id-${image}-image`, { config, schema }, async (request, reply) => {
      const found = await readTweetImage(request.params.id, { quoted: false, image });
      return sendPrepared(request, reply, imageReply(found), found.maxAge);
    });
  }

  const attached = {
    operationId: 'readEmbettyTweetImage',
    summary: 'An attached image of a tweet',
    tags,
    params: TweetImageParamsSchema,
    response,
  };
  app.get('/tweet/:id-images-:number', { config, schema: attached }, async (request, reply) => {
    const { id, number } = request.params;
    const found = await readTweetImage(id, { quoted: false, image: Number(number) });
    return sendPrepared(request, reply, imageReply(found), found.maxAge);
  });
};
