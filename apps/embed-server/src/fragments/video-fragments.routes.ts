import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { PlayerQuerySchema } from '../pages/pages.schemas.js';
import type { VideoHost } from '../videos/video.js';
import type { Videos } from '../videos/videos.js';
import { videoErrors } from '../videos/videos.errors.js';
import {
  NumericParamsSchema,
  videoOperation,
  YoutubeParamsSchema,
} from '../videos/videos.schemas.js';
import type { FragmentRenderer } from './fragment-renderer.js';
import { fragmentResponse } from './fragments.schemas.js';

export interface VideoFragmentParts {
  readonly videos: Videos;
  readonly fragments: FragmentRenderer;
  readonly host: VideoHost;
  /** The documented stand-in (`host-a`) or the host's name (`youtube`): both are served. */
  readonly segment: string;
}

export const videoFragmentRoutes: FastifyPluginAsyncTypebox<VideoFragmentParts> = async (
  app,
  { videos, fragments, host, segment },
) => {
  const { name, params, errors, read } = hosts[host];
  const schema = {
    operationId: `${videoOperation(app.prefix, segment)}Fragment`,
    summary: `A fragment of a ${name} video`,
    tags: ['fragments'],
    params,
    querystring: PlayerQuerySchema,
    response: preparedResponses(fragmentResponse),
  };
  const url = `/video/${segment}/:id.html`;
  app.get(url, { config: { errors }, schema }, async (request, reply) => {
    const { id } = request.params;
    const found = await read(videos, id, request.query.h ?? null);
    const made = await fragments.video(found, { ...request.query, id });
    return sendPrepared(request, reply, made, found.maxAge);
  });
};

const hosts = {
  youtube: {
    name: 'YouTube',
    params: YoutubeParamsSchema,
    errors: [],
    read: (videos: Videos, id: string) => videos.describeYoutube(id),
  },
  vimeo: {
    name: 'Vimeo',
    params: NumericParamsSchema,
    errors: videoErrors,
    read: (videos: Videos, id: string, hash: string | null) => videos.describeVimeo(id, hash),
  },
  facebook: {
    name: 'Facebook',
    params: NumericParamsSchema,
    errors: [],
    read: (videos: Videos, id: string) => videos.describeFacebook(id),
  },
};
