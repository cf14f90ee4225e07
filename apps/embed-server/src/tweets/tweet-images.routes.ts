import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { imageReply } from '../http/prepared-reply.js';
import { sendPrepared } from '../http/send-prepared.js';
import { upstreamProblems } from '../http/problems.schemas.js';
import { ImageQuerySchema, imageResponse } from '../images/images.schemas.js';
import type { ReadTweetImage } from './tweet-images.js';
import { TweetImageParamsSchema, TweetParamsSchema } from './tweets.schemas.js';

const tags = ['tweets'];

/** The images of a tweet, and below `/quoted` those of the tweet it quotes. */
export const tweetImageRoutes: FastifyPluginAsyncTypebox<{
  readTweetImage: ReadTweetImage;
}> = async (app, { readTweetImage }) => {
  const querystring = ImageQuerySchema;
  const images = { 200: imageResponse, ...upstreamProblems };
  for (const quoted of [false, true]) {
    const root = quoted ? '/tweet/:id/quoted' : '/tweet/:id';
    const whose = quoted ? 'of the quoted tweet' : 'of the tweet';
    for (const image of ['profile', 'link'] as const) {
      const summary = image === 'profile' ? `Author's image ${whose}` : `Link card image ${whose}`;
      app.get(
        `${root}/${image}-image`,
        { schema: { tags, summary, params: TweetParamsSchema, querystring, response: images } },
        async (request, reply) => {
          const { size } = request.query;
          const found = await readTweetImage(request.params.id, { quoted, image, size });
          return sendPrepared(request, reply, imageReply(found), found.maxAge);
        },
      );
    }
    const summary = `Attached image ${whose}, or the poster of a film`;
    app.get(
      `${root}/images/:number`,
      { schema: { tags, summary, params: TweetImageParamsSchema, querystring, response: images } },
      async (request, reply) => {
        const { id, number } = request.params;
        const name = { quoted, image: Number(number), size: request.query.size };
        const found = await readTweetImage(id, name);
        return sendPrepared(request, reply, imageReply(found), found.maxAge);
      },
    );
  }
};
