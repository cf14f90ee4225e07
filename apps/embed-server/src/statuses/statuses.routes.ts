import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cachedJsonReply, imageReply } from '../http/prepared-reply.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { ImageQuerySchema, imageResponse } from '../images/images.schemas.js';
import type { ReadStatusImage } from './status-images.js';
import type { ReadStatus } from './statuses.js';
import {
  StatusEmojiParamsSchema,
  StatusImageParamsSchema,
  StatusParamsSchema,
  StatusSchema,
} from './statuses.schemas.js';
import { statusErrors, statusImageErrors } from './statuses.errors.js';

const tags = ['statuses'];

export const statusRoutes: FastifyPluginAsyncTypebox<{ readStatus: ReadStatus }> = async (
  app,
  { readStatus },
) => {
  const schema = {
    operationId: 'readStatus',
    summary: 'A microblog status as JSON',
    tags,
    params: StatusParamsSchema,
    response: preparedResponses(StatusSchema),
  };
  app.get(
    '/mastodon/:statusUrl',
    { config: { errors: statusErrors }, schema },
    async (request, reply) => {
      const { copy, maxAge } = await readStatus(request.params.statusUrl);
      return sendPrepared(request, reply, cachedJsonReply(copy), maxAge);
    },
  );
};

export interface StatusImageRouteParts {
  readonly readStatusImage: ReadStatusImage;
  /** Whether the images are those of the status that the status quotes. */
  readonly quoted: boolean;
}

export const statusImageRoutes: FastifyPluginAsyncTypebox<StatusImageRouteParts> = async (
  app,
  { readStatusImage, quoted },
) => {
  const root = quoted ? '/mastodon/:statusUrl/quoted' : '/mastodon/:statusUrl';
  const whose = quoted ? 'of the quoted status' : 'of a status';
  const common = {
    tags,
    querystring: ImageQuerySchema,
    response: preparedResponses(imageResponse),
  };
  const operation = (image: string) => `read${quoted ? 'Quoted' : ''}Status${image}`;

  for (const image of ['profile', 'link'] as const) {
    const schema = {
      ...common,
      operationId: operation(image === 'profile' ? 'ProfileImage' : 'LinkImage'),
      summary: `${image === 'profile' ? "Author's image" : 'Link card image'} ${whose}`,
      params: StatusParamsSchema,
    };
    app.get(
      `${root}/${image}-image`,
      { config: { errors: statusImageErrors }, schema },
      async (request, reply) => {
        const { params, query } = request;
        const found = await readStatusImage(params.statusUrl, { quoted, image, size: query.size });
        return sendPrepared(request, reply, imageReply(found), found.maxAge);
      },
    );
  }

  const attached = {
    ...common,
    operationId: operation('Image'),
    summary: `Attached image ${whose}, or the poster of a film or sound`,
    params: StatusImageParamsSchema,
  };
  app.get(
    `${root}/images/:number`,
    { config: { errors: statusImageErrors }, schema: attached },
    async (request, reply) => {
      const { params, query } = request;
      const image = { index: Number(params.number) };
      const found = await readStatusImage(params.statusUrl, { quoted, image, size: query.size });
      return sendPrepared(request, reply, imageReply(found), found.maxAge);
    },
  );

  const emoji = {
    ...common,
    operationId: operation('Emoji'),
    summary: `Custom emoji ${whose}`,
    params: StatusEmojiParamsSchema,
  };
  app.get(
    `${root}/emojis/:shortcode`,
    { config: { errors: statusImageErrors }, schema: emoji },
    async (request, reply) => {
      const { params, query } = request;
      const image = { emoji: params.shortcode };
      const found = await readStatusImage(params.statusUrl, { quoted, image, size: query.size });
      return sendPrepared(request, reply, imageReply(found), found.maxAge);
    },
  );
};
