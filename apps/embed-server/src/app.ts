import { createServer, type Server, type ServerOptions } from '@triptych/service-host';
import type { FastifyInstance } from 'fastify';
import { problemCodes } from './http/problems.schemas.js';
import { iconRoutes } from './pages/icon.routes.js';
import type { PageRenderer } from './pages/page-renderer.port.js';
import { serveCachedResponses } from './cache/response-cache.hook.js';
import type { ResponseCache } from './cache/response-cache.js';
import { scopeRequests } from './http/request-scope.hook.js';
import { embettyRoutes } from './embetty/embetty.routes.js';
import type { ReadImage } from './images/images.js';
import type { DescribeEmbed } from './oembed/oembed.js';
import { oembedRoutes } from './oembed/oembed.routes.js';
import { guardOrigins, type IsValidOrigin } from './http/origins.hook.js';
import { playgroundRoutes } from './playground/playground.routes.js';
import type { ShowPlayground } from './playground/playground.js';
import { scriptRoutes } from './elements/scripts.routes.js';
import type { ReadStatusImage } from './statuses/status-images.js';
import { statusRoutes } from './statuses/statuses.routes.js';
import type { ReadStatus } from './statuses/statuses.js';
import type { ReadTweetImage } from './tweets/tweet-images.js';
import { tweetImageRoutes } from './tweets/tweet-images.routes.js';
import { tweetRoutes } from './tweets/tweets.routes.js';
import type { ReadTweet } from './tweets/tweets.js';
import { versionRoutes } from './http/version.routes.js';
import { facebookRoutes } from './videos/facebook.routes.js';
import { vimeoRoutes } from './videos/vimeo.routes.js';
import type { Videos } from './videos/videos.js';
import { youtubeRoutes } from './videos/youtube.routes.js';

export interface AppParts {
  readonly readTweet: ReadTweet;
  readonly readTweetImage: ReadTweetImage;
  readonly readStatus: ReadStatus;
  readonly readStatusImage: ReadStatusImage;
  readonly videos: Videos;
  readonly readImage: ReadImage;
  readonly pages: PageRenderer;
  readonly responseCache: ResponseCache;
  readonly describeEmbed: DescribeEmbed;
  readonly showPlayground: ShowPlayground;
  readonly isValidOrigin: IsValidOrigin;
  /** Milliseconds for all outbound calls of one request. */
  readonly requestDeadline: number;
}

/** The server with all of its features; it does not listen. */
export async function buildApp(parts: AppParts, options: ServerOptions): Promise<Server> {
  const app = await createServer(options, {
    title: 'Embed server',
    description: 'Tweets, microblog statuses and videos as JSON, images and self-contained pages.',
    problemCodes,
  });
  const { readTweet, readStatus, readStatusImage, videos, readImage, pages } = parts;
  const { memoise } = parts.responseCache;
  // Every answer leaves as finished bytes; compiled serialisers would be most of the time to start, and idle.
  app.setSerializerCompiler(() => JSON.stringify);
  serveCachedResponses(app as never, parts.responseCache);
  scopeRequests(app as never, parts.requestDeadline);
  await guardOrigins(app as never, parts.isValidOrigin);
  await app.register(versionRoutes, { version: options.version });
  await app.register(iconRoutes);
  await app.register(scriptRoutes);
  await app.register(playgroundRoutes, { showPlayground: parts.showPlayground });
  await app.register(tweetRoutes, { readTweet, pages, memoise });
  await app.register(tweetImageRoutes, { readTweetImage: parts.readTweetImage });
  await app.register(statusRoutes, { readStatus, readStatusImage, pages });
  await app.register(oembedRoutes, { describeEmbed: parts.describeEmbed, memoise });
  for (const segment of ['host-a', 'youtube']) {
    await app.register(youtubeRoutes, { videos, readImage, memoise, pages, segment });
  }
  for (const segment of ['host-b', 'vimeo']) {
    await app.register(vimeoRoutes, { videos, readImage, memoise, pages, segment });
  }
  for (const segment of ['host-c', 'facebook']) {
    await app.register(facebookRoutes, { videos, readImage, memoise, pages, segment });
  }
  await app.register(embettyPaths, { ...parts, prefix: '/embetty' });
  return app;
}

/** The server as the package `@heise/embetty` expects it. */
async function embettyPaths(
  app: FastifyInstance,
  { readImage, videos, pages, ...parts }: AppParts,
) {
  const { readTweet, readTweetImage } = parts;
  const { memoise } = parts.responseCache;
  await app.register(embettyRoutes, { readTweet, readTweetImage, memoise });
  await app.register(youtubeRoutes, { videos, readImage, memoise, pages, segment: 'youtube' });
  await app.register(vimeoRoutes, { videos, readImage, memoise, pages, segment: 'vimeo' });
  await app.register(facebookRoutes, { videos, readImage, memoise, pages, segment: 'facebook' });
}
