import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Memoise } from '../cache/response-cache.js';
import { acceptsWebp, sendPrepared, varyBy } from '../http/send-prepared.js';
import { cachedJsonReply, imageReply, jsonReply } from '../http/prepared-reply.js';
import { atOnce } from '../http/event-loop-turns.js';
import { preparedResponses } from '../http/replies.schemas.js';
import type { ReadImage } from '../images/images.js';
import { ImageQuerySchema, imageResponse } from '../images/images.schemas.js';
import type { VideoHost } from './video.js';
import { namedPosterErrors, posterErrors, videoErrors } from './videos.errors.js';
import type { Videos } from './videos.js';
import {
  EmptyDataSchema,
  FacebookDataSchema,
  HashQuerySchema,
  NumericParamsSchema,
  PosterQuerySchema,
  VimeoDataSchema,
  YoutubeParamsSchema,
  videoOperation,
} from './videos.schemas.js';

export interface VideoRouteParts {
  readonly videos: Videos;
  readonly readImage: ReadImage;
  readonly memoise: Memoise;
  /** The documented stand-in (`host-a`) or the host's name (`youtube`): both are served. */
  readonly segment: string;
}

const tags = ['videos'];
const image = preparedResponses(imageResponse);

const day = 86_400;
const empty = jsonReply({});

const youtubeRoutes: FastifyPluginAsyncTypebox<VideoRouteParts> = async (
  app,
  { videos, readImage, segment },
) => {
  const operation = videoOperation(app.prefix, segment);

  const data = {
    operationId: operation,
    summary: 'Empty data of a YouTube video',
    tags,
    params: YoutubeParamsSchema,
    response: preparedResponses(EmptyDataSchema),
  };
  app.get(`/video/${segment}/:id`, { schema: data }, async (request, reply) =>
    sendPrepared(request, reply, empty, day),
  );

  const poster = {
    operationId: `${operation}Poster`,
    summary: 'The largest poster image of a YouTube video, or the one of the given size',
    tags,
    params: YoutubeParamsSchema,
    querystring: ImageQuerySchema,
    response: image,
  };
  app.get(
    `/video/${segment}/:id-poster-image`,
    { config: { errors: posterErrors }, schema: poster },
    async (request, reply) => {
      const { params, query, headers } = request;
      const urls = videos.youtubePosterUrls(params.id, acceptsWebp(headers.accept), query.size);
      const found = await readImage(urls);
      varyBy(reply, 'Accept');
      return sendPrepared(request, reply, imageReply(found), found.maxAge);
    },
  );
};

const vimeoRoutes: FastifyPluginAsyncTypebox<VideoRouteParts> = async (
  app,
  { videos, readImage, segment },
) => {
  const operation = videoOperation(app.prefix, segment);

  const data = {
    operationId: operation,
    summary: "Vimeo's own metadata of a video",
    tags,
    params: NumericParamsSchema,
    querystring: HashQuerySchema,
    response: preparedResponses(VimeoDataSchema),
  };
  app.get(
    `/video/${segment}/:id`,
    { config: { errors: videoErrors }, schema: data },
    async (request, reply) => {
      const { copy, maxAge } = await videos.readVimeo(request.params.id, request.query.h ?? null);
      return sendPrepared(request, reply, cachedJsonReply(copy), maxAge);
    },
  );

  const poster = {
    operationId: `${operation}Poster`,
    summary: 'Poster image of a Vimeo video',
    tags,
    params: NumericParamsSchema,
    querystring: PosterQuerySchema,
    response: image,
  };
  app.get(
    `/video/${segment}/:id-poster-image`,
    { config: { errors: namedPosterErrors }, schema: poster },
    async (request, reply) => {
      const { params, query } = request;
      const video = await videos.vimeoPosterUrls(params.id, query.h ?? null, query.size);
      const found = await readImage(video.urls);
      const maxAge = Math.min(video.maxAge, found.maxAge);
      return sendPrepared(request, reply, imageReply(found), maxAge);
    },
  );
};

const facebookRoutes: FastifyPluginAsyncTypebox<VideoRouteParts> = async (
  app,
  { videos, memoise, segment },
) => {
  const schema = {
    operationId: videoOperation(app.prefix, segment),
    summary: 'The address of a Facebook video',
    tags,
    params: NumericParamsSchema,
    response: preparedResponses(FacebookDataSchema),
  };
  app.get(`/video/${segment}/:id`, { schema }, async (request, reply) => {
    const { id } = request.params;
    const { copy, value, maxAge } = videos.describeFacebook(id);
    const json = await memoise(
      copy,
      `facebook ${id}`,
      () => jsonReply({ canonicalUrl: value().url }),
      atOnce,
    );
    return sendPrepared(request, reply, json, maxAge);
  });
};

export const videoRoutes = {
  youtube: youtubeRoutes,
  vimeo: vimeoRoutes,
  facebook: facebookRoutes,
} satisfies Record<VideoHost, unknown>;
