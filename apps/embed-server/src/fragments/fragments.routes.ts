import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { blueskyErrors } from '../bluesky/bluesky.errors.js';
import type { ReadBlueskyPost } from '../bluesky/bluesky-posts.js';
import type { ReadBlueskyThread } from '../bluesky/bluesky-threads.js';
import { BlueskyParamsSchema } from '../bluesky/bluesky.schemas.js';
import { styleReply } from '../http/prepared-reply.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { mediaErrors } from '../media/media.errors.js';
import type { MediaPages } from '../media/media.js';
import { MediaParamsSchema } from '../media/media.schemas.js';
import { PageQuerySchema, PageWithThreadQuerySchema } from '../pages/pages.schemas.js';
import { statusErrors } from '../statuses/statuses.errors.js';
import type { ReadStatusThread } from '../statuses/status-threads.js';
import type { ReadStatus } from '../statuses/statuses.js';
import { StatusParamsSchema } from '../statuses/statuses.schemas.js';
import { tweetErrors } from '../tweets/tweets.errors.js';
import type { ReadTweetThread } from '../tweets/tweet-threads.js';
import type { ReadTweet } from '../tweets/tweets.js';
import { TweetParamsSchema } from '../tweets/tweets.schemas.js';
import type { FragmentRenderer } from './fragment-renderer.js';
import { fragmentStyle } from './fragment-style.js';
import { fragmentResponse, styleResponse } from './fragments.schemas.js';

const tags = ['fragments'];
const response = preparedResponses(fragmentResponse);

export interface FragmentParts {
  readonly readTweet: ReadTweet;
  readonly readTweetThread: ReadTweetThread;
  readonly readStatus: ReadStatus;
  readonly readStatusThread: ReadStatusThread;
  readonly readBlueskyPost: ReadBlueskyPost;
  readonly readBlueskyThread: ReadBlueskyThread;
  readonly media: MediaPages;
  readonly fragments: FragmentRenderer;
}

export const fragmentRoutes: FastifyPluginAsyncTypebox<FragmentParts> = async (app, parts) => {
  const { readTweet, readTweetThread, readStatus, readStatusThread, fragments } = parts;
  const querystring = PageWithThreadQuerySchema;

  const tweet = {
    ...{ operationId: 'readTweetFragment', summary: 'A fragment of a tweet', tags, response },
    ...{ params: TweetParamsSchema, querystring },
  };
  app.get(
    '/tweet/:id.html',
    { config: { errors: tweetErrors }, schema: tweet },
    async (request, reply) => {
      const { params, query } = request;
      if (query.thread !== undefined) {
        const thread = await readTweetThread(params.id);
        const list = await fragments.tweetThread(thread, query);
        return sendPrepared(request, reply, list, thread.maxAge);
      }
      const found = await readTweet(params.id);
      const made = await fragments.tweet(found, query);
      return sendPrepared(request, reply, made, found.maxAge);
    },
  );

  const status = {
    ...{ operationId: 'readStatusFragment', summary: 'A fragment of a status', tags, response },
    ...{ params: StatusParamsSchema, querystring },
  };
  app.get(
    '/mastodon/:statusUrl.html',
    { config: { errors: statusErrors }, schema: status },
    async (request, reply) => {
      const { params, query } = request;
      if (query.thread !== undefined) {
        const thread = await readStatusThread(params.statusUrl);
        const list = await fragments.statusThread(thread, query);
        return sendPrepared(request, reply, list, thread.maxAge);
      }
      const found = await readStatus(params.statusUrl);
      const made = await fragments.status(found, query);
      return sendPrepared(request, reply, made, found.maxAge);
    },
  );
};

export const networkFragmentRoutes: FastifyPluginAsyncTypebox<FragmentParts> = async (
  app,
  { readBlueskyPost, readBlueskyThread, media, fragments },
) => {
  const post = {
    ...{ operationId: 'readBlueskyPostFragment', tags, response },
    summary: 'A fragment of a post on Bluesky',
    params: BlueskyParamsSchema,
    querystring: PageWithThreadQuerySchema,
  };
  app.get(
    '/bluesky/:postUrl.html',
    { config: { errors: blueskyErrors }, schema: post },
    async (request, reply) => {
      const { params, query } = request;
      if (query.thread === undefined) {
        const found = await readBlueskyPost(params.postUrl);
        const made = await fragments.bluesky(found, query);
        return sendPrepared(request, reply, made, found.maxAge);
      }
      const found = await readBlueskyThread(params.postUrl);
      const made = await fragments.blueskyThread(found, query);
      return sendPrepared(request, reply, made, found.maxAge);
    },
  );

  const page = {
    ...{ operationId: 'readMediaFragment', tags, response },
    summary: 'A fragment of what an oEmbed provider has',
    ...{ params: MediaParamsSchema, querystring: PageQuerySchema },
  };
  app.get(
    '/media/:pageUrl.html',
    { config: { errors: mediaErrors }, schema: page },
    async (request, reply) => {
      const found = await media.read(request.params.pageUrl);
      const made = await fragments.media(found, request.query);
      return sendPrepared(request, reply, made, found.maxAge);
    },
  );
};

const day = 86_400;
const style = styleReply(fragmentStyle);

/** Whatever the version that is asked for: a fragment of an older one gets the sheet of now. */
export const fragmentStyleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const schema = {
    ...{ operationId: 'readFragmentStyle', tags: ['front ends'] },
    summary: 'The style sheet of every fragment',
    response: preparedResponses(styleResponse),
  };
  // It holds nothing of an upstream: every site may load it, whatever VALID_ORIGINS says.
  app.get('/fragment.css', { config: { cors: false }, schema }, async (request, reply) => {
    void reply.header('access-control-allow-origin', '*');
    return sendPrepared(request, reply, style, day);
  });
};
