import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { imageReply, jsonReply } from '../http/prepared-reply.js';
import { sendPrepared } from '../http/send-prepared.js';
import { foreignObject, upstreamProblems } from '../http/problems.schemas.js';
import { imageResponse } from '../images/images.schemas.js';
import type { Memoise } from '../cache/response-cache.js';
import type { ReadTweetImage } from '../tweets/tweet-images.js';
import type { ReadTweet } from '../tweets/tweets.js';
import { TweetImageParamsSchema, TweetParamsSchema } from '../tweets/tweets.schemas.js';
import { toEmbettyTweet } from './embetty-tweet-mapping.js';

export interface EmbettyParts {
  readonly readTweet: ReadTweet;
  readonly readTweetImage: ReadTweetImage;
  readonly memoise: Memoise;
}

const tags = ['embetty'];
const params = TweetParamsSchema;
const image = { 200: imageResponse, ...upstreamProblems };

/**
 * What the package `@heise/embetty` asks for. Its tweets are those of X API 1.1 and its image paths have a dash,
 * where a documented path answers 400; so they live below a prefix of their own.
 */
export const embettyRoutes: FastifyPluginAsyncTypebox<EmbettyParts> = async (app, parts) => {
  const { readTweet, readTweetImage, memoise } = parts;

  const answer = foreignObject('The parts of X API 1.1 that the component reads.');
  const json = { 200: answer, ...upstreamProblems };
  app.get(
    '/tweet/:id',
    { schema: { tags, summary: 'A tweet for `<embetty-tweet>`', params, response: json } },
    async (request, reply) => {
      const { copy, value, maxAge } = await readTweet(request.params.id);
      const answer = memoise(copy, 'embetty', () => jsonReply(toEmbettyTweet(value())));
      return sendPrepared(request, reply, answer, maxAge);
    },
  );

  for (const name of ['profile', 'link'] as const) {
    app.get(
      `/tweet/:id-${name}-image`,
      { schema: { tags, summary: `The ${name} image of a tweet`, params, response: image } },
      async (request, reply) => {
        const found = await readTweetImage(request.params.id, { quoted: false, image: name });
        return sendPrepared(request, reply, imageReply(found), found.maxAge);
      },
    );
  }

  const schema = {
    tags,
    summary: 'An attached image of a tweet',
    params: TweetImageParamsSchema,
    response: image,
  };
  app.get('/tweet/:id-images-:number', { schema }, async (request, reply) => {
    const { id, number } = request.params;
    const found = await readTweetImage(id, { quoted: false, image: Number(number) });
    return sendPrepared(request, reply, imageReply(found), found.maxAge);
  });
};
