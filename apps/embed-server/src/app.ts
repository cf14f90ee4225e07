import { createServer, type Server, type ServerOptions } from '@triptych/service-host';
import { blueskyImages, blueskyRoutes } from './bluesky/bluesky.routes.js';
import { blueskyPageRoutes } from './pages/bluesky-page.routes.js';
import { mediaPageRoutes } from './pages/media-page.routes.js';
import { iconRoutes, postPageRoutes, videoPageRoutes } from './pages/pages.routes.js';
import {
  fragmentRoutes,
  fragmentStyleRoutes,
  networkFragmentRoutes,
} from './fragments/fragments.routes.js';
import { videoFragmentRoutes } from './fragments/video-fragments.routes.js';
import type { Parts } from './compose.js';
import { serveCachedResponses } from './cache/response-cache.hook.js';
import { encodeOnce } from './http/content-coding.js';
import { scopeRequests } from './http/request-scope.hook.js';
import { embettyRoutes } from './embetty/embetty.routes.js';
import { oembedRoutes } from './oembed/oembed.routes.js';
import { guardOrigins } from './http/origins.hook.js';
import { purgeSecurity } from './purge/purge-key.hook.js';
import { purgeRoutes } from './purge/purge.routes.js';
import { snapshotRoutes } from './purge/snapshots.routes.js';
import { playgroundRoutes } from './playground/playground.routes.js';
import { scriptRoutes } from './elements/scripts.routes.js';
import { postImageRoutes } from './images/post-images.routes.js';
import { encodeMediaPath } from './media/media-path.js';
import { mediaRoutes } from './media/media.routes.js';
import { encodeStatusPath } from './statuses/status-path.js';
import { statusImages, statusRoutes } from './statuses/statuses.routes.js';
import { tweetImages, tweetRoutes } from './tweets/tweets.routes.js';
import { versionRoutes } from './http/version.routes.js';
import type { VideoHost } from './videos/video.js';
import { videoRoutes } from './videos/videos.routes.js';

const tags = {
  tweets: 'Tweets as JSON, and their pictures',
  statuses: 'Posts of the fediverse as JSON, and their pictures',
  bluesky: 'Posts on Bluesky as JSON, and their pictures',
  videos: 'Videos as JSON, and their posters',
  media: 'Pages of oEmbed providers as JSON, and their pictures',
  pages: 'Self-contained pages for frames',
  fragments: 'Elements for pages of sites, without a script',
  oembed: 'oEmbed 1.0',
  embetty: 'The paths of Embetty',
  'front ends': 'The element for pages, and a page to try it',
  service: 'The service itself',
};

/** The server with all of its features; it does not listen. */
export async function buildApp(parts: Parts, options: ServerOptions): Promise<Server> {
  const app = await createServer(options, {
    title: 'Embed server',
    description:
      'Tweets, microblog statuses, posts on Bluesky and videos as JSON, images and self-contained pages.',
    tags,
    ...(parts.purging && { securitySchemes: purgeSecurity }),
    rewriteUrl: (url) => encodeMediaPath(encodeStatusPath(url)),
  });
  // Every reply leaves as finished bytes; compiled serialisers would be most of the time to start, and idle.
  app.setSerializerCompiler(() => JSON.stringify);
  serveCachedResponses(app, parts.responseCache, parts.validOrigins !== '*');
  scopeRequests(app, parts.requestDeadline, encodeOnce(parts.responseCache.memoise));
  await guardOrigins(app, parts.validOrigins);
  await app.register(scriptRoutes);
  await app.register(fragmentStyleRoutes);
  await app.register(versionRoutes, { version: options.version });
  await app.register(iconRoutes);
  await app.register(playgroundRoutes, { showPlayground: parts.showPlayground });
  await registerPosts(app, parts);
  await registerVideos(app, parts, videoSegments);
  await registerFragments(app, parts);
  await app.register(mediaRoutes, parts);
  await app.register(mediaPageRoutes, parts);
  if (parts.purging) await app.register(purgeRoutes, parts.purging);
  if (parts.purging?.erase) {
    const { erase, isKey } = parts.purging;
    await app.register(snapshotRoutes, { erase, isKey });
  }
  await app.register(registerEmbetty, { ...parts, prefix: '/embetty' });
  return app;
}

async function registerPosts(app: Server, parts: Parts): Promise<void> {
  const { readTweet, readTweetThread, readTweetImage, pages, describeEmbed } = parts;
  const { readStatus, readStatusThread, readStatusImage } = parts;
  const { readBlueskyPost, readBlueskyThread, readBlueskyImage } = parts;
  const { memoise } = parts.responseCache;
  await app.register(tweetRoutes, { readTweet, readTweetThread, memoise });
  await app.register(statusRoutes, { readStatus, readStatusThread });
  await app.register(blueskyRoutes, { readBlueskyPost, readBlueskyThread });
  for (const quoted of [false, true]) {
    await app.register(postImageRoutes, { ...tweetImages, readPostImage: readTweetImage, quoted });
    await app.register(postImageRoutes, {
      ...statusImages,
      readPostImage: readStatusImage,
      quoted,
    });
    await app.register(postImageRoutes, {
      ...blueskyImages,
      readPostImage: readBlueskyImage,
      quoted,
    });
  }
  await app.register(blueskyPageRoutes, { readBlueskyPost, readBlueskyThread, pages });
  await app.register(postPageRoutes, parts);
  await app.register(oembedRoutes, { describeEmbed, memoise });
}

const videoSegments = {
  youtube: ['host-a', 'youtube'],
  vimeo: ['host-b', 'vimeo'],
  facebook: ['host-c', 'facebook'],
};

async function registerFragments(app: Server, parts: Parts): Promise<void> {
  const { videos, fragments } = parts;
  await app.register(fragmentRoutes, parts);
  await app.register(networkFragmentRoutes, parts);
  for (const host of ['youtube', 'vimeo', 'facebook'] as const) {
    for (const segment of videoSegments[host])
      await app.register(videoFragmentRoutes, { videos, fragments, host, segment });
  }
}

/** `segments`: the names under which the videos of each host are served. */
async function registerVideos(
  app: Server,
  { videos, readImage, pages, responseCache: { memoise } }: Parts,
  segments: Readonly<Record<VideoHost, readonly string[]>>,
): Promise<void> {
  for (const host of ['youtube', 'vimeo', 'facebook'] as const) {
    for (const segment of segments[host]) {
      await app.register(videoRoutes[host], { videos, readImage, memoise, segment });
      await app.register(videoPageRoutes, { videos, pages, host, segment });
    }
  }
}

/** The server as the package `@heise/embetty` expects it. */
async function registerEmbetty(app: Server, parts: Parts): Promise<void> {
  const { readTweet, readTweetImage, responseCache } = parts;
  const { memoise } = responseCache;
  await app.register(embettyRoutes, { readTweet, readTweetImage, memoise });
  const segments = { youtube: ['youtube'], vimeo: ['vimeo'], facebook: ['facebook'] };
  await registerVideos(app, parts, segments);
}
