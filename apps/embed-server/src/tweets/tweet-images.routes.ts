import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendImage } from '../answers/answers.routes.js';
import { ImageQuerySchema, imageResponse, upstreamProblems } from '../answers/answers.schemas.js';
import type { ReadImage } from '../images/images.js';
import { tweetImageUrls, type TweetImageName } from './tweet-images.js';
import { toTweet } from './tweet-mapping.js';
import type { ReadTweet } from './tweets.js';
import { TweetImageParamsSchema, TweetParamsSchema } from './tweets.schemas.js';

export interface TweetImageParts {
  readonly readTweet: ReadTweet;
  readonly readImage: ReadImage;
}

const tags = ['tweets'];

/** The images of a tweet, and below `/quoted` those of the tweet it quotes. */
export const tweetImageRoutes: FastifyPluginAsyncTypebox<TweetImageParts> = async (app, parts) => {
  const { readTweet, readImage } = parts;

  async function tweetImage(id: string, name: TweetImageName) {
    const { raw } = await readTweet(id);
    return readImage(tweetImageUrls(toTweet(raw), name));
  }

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
          const found = await tweetImage(request.params.id, { quoted, image, size });
          return sendImage(request, reply, found);
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
        return sendImage(request, reply, await tweetImage(id, name));
      },
    );
  }
};
