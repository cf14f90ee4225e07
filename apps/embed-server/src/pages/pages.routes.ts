import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { svgReply } from '../http/prepared-reply.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { statusErrors } from '../statuses/statuses.errors.js';
import type { ReadStatusThread } from '../statuses/status-threads.js';
import type { ReadStatus } from '../statuses/statuses.js';
import { StatusParamsSchema } from '../statuses/statuses.schemas.js';
import { tweetErrors } from '../tweets/tweets.errors.js';
import type { ReadTweetThread } from '../tweets/tweet-threads.js';
import type { ReadTweet } from '../tweets/tweets.js';
import { TweetParamsSchema } from '../tweets/tweets.schemas.js';
import { videoErrors } from '../videos/videos.errors.js';
import type { VideoHost } from '../videos/video.js';
import type { Videos } from '../videos/videos.js';
import {
  NumericParamsSchema,
  videoOperation,
  YoutubeParamsSchema,
} from '../videos/videos.schemas.js';
import type { PageRenderer } from './page-renderer.js';
import { pageIcon } from './page-style.js';
import {
  iconResponse,
  pageResponse,
  PageWithThreadQuerySchema,
  PlayerQuerySchema,
} from './pages.schemas.js';

const tags = ['pages'];
const response = preparedResponses(pageResponse);

export interface PostPageParts {
  readonly readTweet: ReadTweet;
  readonly readTweetThread: ReadTweetThread;
  readonly readStatus: ReadStatus;
  readonly readStatusThread: ReadStatusThread;
  readonly pages: PageRenderer;
}

export const postPageRoutes: FastifyPluginAsyncTypebox<PostPageParts> = async (app, parts) => {
  const { readTweet, readTweetThread, readStatus, readStatusThread, pages } = parts;

  const tweet = {
    operationId: 'readTweetPage',
    summary: 'A page of a tweet',
    tags,
    params: TweetParamsSchema,
    querystring: PageWithThreadQuerySchema,
    response,
  };
  app.get(
    '/tweet/:id.amp',
    { config: { errors: tweetErrors }, schema: tweet },
    async (request, reply) => {
      const { params, query } = request;
      if (query.thread !== undefined) {
        const thread = await readTweetThread(params.id);
        const list = await pages.tweetThread(thread, query);
        return sendPrepared(request, reply, list, thread.maxAge);
      }
      const found = await readTweet(params.id);
      const page = await pages.tweet(found, query);
      return sendPrepared(request, reply, page, found.maxAge);
    },
  );

  const status = {
    operationId: 'readStatusPage',
    summary: 'A page of a microblog status',
    tags,
    params: StatusParamsSchema,
    querystring: PageWithThreadQuerySchema,
    response,
  };
  app.get(
    '/mastodon/:statusUrl.amp',
    { config: { errors: statusErrors }, schema: status },
    async (request, reply) => {
      const { params, query } = request;
      if (query.thread !== undefined) {
        const thread = await readStatusThread(params.statusUrl);
        const list = await pages.statusThread(thread, query);
        return sendPrepared(request, reply, list, thread.maxAge);
      }
      const found = await readStatus(params.statusUrl);
      const page = await pages.status(found, query);
      return sendPrepared(request, reply, page, found.maxAge);
    },
  );
};

const day = 86_400;
const icon = svgReply(pageIcon);

/** Browsers ask for the icon wherever they open a page by itself. */
export const iconRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const schema = {
    operationId: 'readIcon',
    summary: 'The icon of the pages',
    tags,
    response: preparedResponses(iconResponse),
  };
  app.get('/favicon.ico', { schema }, async (request, reply) =>
    sendPrepared(request, reply, icon, day),
  );
};

export interface VideoPageParts {
  readonly videos: Videos;
  readonly pages: PageRenderer;
  readonly host: VideoHost;
  /** The documented stand-in (`host-a`) or the host's name (`youtube`): both are served. */
  readonly segment: string;
}

export const videoPageRoutes: FastifyPluginAsyncTypebox<VideoPageParts> = async (app, parts) => {
  const { videos, pages, host, segment } = parts;
  const { name, params, errors, describe } = videoHosts[host];
  const schema = {
    operationId: `${videoOperation(app.prefix, segment)}Page`,
    summary: `A page of a ${name} video`,
    tags,
    params,
    querystring: PlayerQuerySchema,
    response,
  };
  const url = `/video/${segment}/:id.amp`;
  app.get(url, { config: { errors }, schema }, async (request, reply) => {
    const { id } = request.params;
    const found = await describe(videos, id, request.query.h ?? null);
    const page = await pages.video(found, { ...request.query, id });
    return sendPrepared(request, reply, page, found.maxAge);
  });
};

const videoHosts = {
  youtube: {
    name: 'YouTube',
    params: YoutubeParamsSchema,
    errors: [],
    describe: (videos: Videos, id: string) => videos.describeYoutube(id),
  },
  vimeo: {
    name: 'Vimeo',
    params: NumericParamsSchema,
    errors: videoErrors,
    describe: (videos: Videos, id: string, hash: string | null) => videos.describeVimeo(id, hash),
  },
  facebook: {
    name: 'Facebook',
    params: NumericParamsSchema,
    errors: [],
    describe: (videos: Videos, id: string) => videos.describeFacebook(id),
  },
};
